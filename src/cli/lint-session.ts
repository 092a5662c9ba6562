import { relative, resolve } from 'node:path'
import { fault } from '../fault.ts'
import { type Baseline, readBaseline, withoutAccepted } from '../project/baseline.ts'
import { dependenciesOf } from '../project/file-index.ts'
import { matcher, toPosix } from '../project/discover.ts'
import type { GitScope } from '../project/git.ts'
import { cacheFileOf, removeCache, ResultCache } from '../project/result-cache.ts'
import { unusedImages } from '../project/unused-images.ts'
import type { CompiledFile } from '../project/workspace.ts'
import { type MessageSession, openMessages, readAll } from './message-session.ts'
import { userCacheFolder } from './open-project.ts'
import type { ReportedFile } from './reporters/report.ts'
import type { ChosenFormat } from './reporters/formats.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'
import { version } from './version.ts'
import { cliWords } from './words.ts'

export interface LintFlags extends GlobalFlags {
  readonly format?: readonly ChosenFormat[]
  readonly fix?: boolean
  readonly unsafeFixes?: boolean
  readonly fixDryRun?: boolean
  readonly watch?: boolean
  /** `true` without a ref. */
  readonly changed?: string | true
  readonly staged?: boolean
  readonly stdinFilepath?: string
  readonly maxWarnings?: number
  readonly recipients?: string
  readonly baseline?: string
  readonly writeBaseline?: boolean
  readonly cache: boolean
}

export interface LintSession extends MessageSession {
  readonly flags: LintFlags
  readonly cache?: ResultCache
  readonly scope?: GitScope
  readonly baseline?: BaselineFile
  /** Where the text of the standard input stands, relative to the root. */
  readonly stdinPath?: string
  /** Whether everything of the project is linted, so that what nobody uses can be told. */
  readonly isWhole: boolean
  /** Lists the image files of a folder, for a session that looks again and again. */
  readonly imagesIn?: (folder: string) => readonly string[]
}

interface BaselineFile {
  /** Absolute. */
  readonly file: string
  readonly shown: string
  /** Absent where it is about to be written. */
  readonly content?: Baseline
}

const defaultBaseline = 'friendtalk-baseline.json'

export async function openLint(args: readonly string[], flags: LintFlags, terminal: Terminal): Promise<LintSession> {
  let cache: ResultCache | undefined
  const session = await openMessages(
    flags.stdinFilepath === undefined ? args : [flags.stdinFilepath],
    flags,
    terminal,
    ({ root, configFile }) => {
      // Where there is no project nothing is left behind.
      const folder = configFile === undefined ? undefined : userCacheFolder()
      if (folder === undefined) return { templates: 'left out' }
      const file = cacheFileOf(root, folder)
      if (!flags.cache) {
        removeCache(file)
        return { templates: 'left out' }
      }
      cache = new ResultCache(file, version())
      return { templates: 'left out', cache }
    },
  )
  const scope = scopeOf(flags)
  const baseline = baselineOf(flags, session.project.root, terminal)
  return {
    ...session,
    flags,
    isWhole: args.length === 0 && scope === undefined && flags.stdinFilepath === undefined,
    ...(cache && { cache }),
    ...(scope && { scope }),
    ...(baseline && { baseline }),
    ...(flags.stdinFilepath !== undefined && {
      stdinPath: pathFromRoot(flags.stdinFilepath, session.project.root, terminal),
    }),
  }
}

function pathFromRoot(path: string, root: string, { cwd }: Terminal): string {
  return toPosix(relative(root, resolve(cwd, path)))
}

function scopeOf({ changed, staged }: LintFlags): GitScope | undefined {
  if (staged) return { type: 'staged' }
  if (changed === undefined) return undefined
  return { type: 'changed', ...(changed !== true && { ref: changed }) }
}

function baselineOf({ baseline, writeBaseline }: LintFlags, root: string, { cwd }: Terminal): BaselineFile | undefined {
  if (baseline === undefined && !writeBaseline) return undefined
  const file = baseline === undefined ? resolve(root, defaultBaseline) : resolve(cwd, baseline)
  const shown = toPosix(relative(root, file))
  return { file, shown, ...(!writeBaseline && { content: readBaseline(file, shown) }) }
}

/** The messages that a session is about, each with what is wrong with it. */
export async function readSelected(session: LintSession, terminal: Terminal): Promise<readonly CompiledFile[]> {
  const { workspace, scope, project } = session
  const files = await readAll(session, cliWords[terminal.lang].linting, terminal)
  if (scope === undefined) return files
  const { changedFiles, stagedContent, unstagedFiles } = await import('../project/git.ts')
  const { root, configFile } = project
  const changed = new Set([...changedFiles(root, scope)].map((path) => path.normalize('NFC')))
  const isChanged = (path: string): boolean => changed.has(path.normalize('NFC'))
  const isConfigChanged = configFile !== undefined && isChanged(toPosix(relative(root, configFile)))
  if (scope.type === 'staged') setStagedAlone(session, changed, stagedContent)
  const selected = workspace
    .files()
    .filter((file) => isConfigChanged || isChanged(file.path) || dependenciesOf(file).some(isChanged))
  if (scope.type === 'staged') {
    const unstaged = unstagedFiles(root)
    for (const { path } of selected.filter((file) => unstaged.has(file.path))) {
      const content = stagedContent(root, path)
      if (content !== undefined) workspace.set(path, content.replace(/^\uFEFF/, ''))
    }
  }
  const paths = new Set(selected.map(({ path }) => path))
  return workspace.files().filter(({ path }) => paths.has(path))
}

/** Reads messages that are staged and no longer on disk. */
function setStagedAlone(
  { workspace, project: { root }, selection }: LintSession,
  changed: ReadonlySet<string>,
  stagedContent: (root: string, path: string) => string | undefined,
): void {
  const isMessage = matcher(selection)
  for (const path of changed) {
    if (!isMessage(path) || workspace.has(path)) continue
    const content = stagedContent(root, path)
    if (content !== undefined) workspace.set(path, content.replace(/^\uFEFF/, ''))
  }
}

/** What a run of the linter came to. */
export interface LintOutcome {
  /** The messages. */
  readonly messages: readonly ReportedFile[]
  /** How many messages were looked at, where those with nothing to say are left out. */
  readonly lookedAt?: number
  /** Other files that something was found about. */
  readonly others: readonly ReportedFile[]
}

/** Everything that there is to say of files: with their recipients, beside each other, and without the baseline. */
export async function outcomeOf(
  session: LintSession,
  files: readonly CompiledFile[],
  terminal: Terminal,
): Promise<LintOutcome> {
  const { workspace, project, isWhole, baseline } = session
  const withRecipients = await checkedWithRecipients(session, files, terminal)
  const unused = isWhole ? unusedImages(project.root, workspace.imageUses(), session.imagesIn) : []
  const others = [
    ...withRecipients.others,
    ...unused.map((path) => {
      const found = [fault('image-unused', { start: 0, end: 0 }, { path })]
      return { path, source: '', diagnostics: workspace.word(path, '', found) }
    }),
  ].filter(({ diagnostics }) => diagnostics.length > 0)
  if (baseline?.content === undefined) return { messages: withRecipients.messages, others }
  const known = withoutAccepted([...withRecipients.messages, ...others], baseline.content)
  const { source } = baseline.content
  const stale = workspace.word(baseline.shown, source, known.stale)
  return {
    messages: known.files.slice(0, files.length),
    others: [
      ...known.files.slice(files.length).filter(({ diagnostics }) => diagnostics.length > 0),
      ...(stale.length > 0 ? [{ path: baseline.shown, source, diagnostics: stale }] : []),
    ],
  }
}

async function checkedWithRecipients(
  session: LintSession,
  files: readonly CompiledFile[],
  terminal: Terminal,
): Promise<LintOutcome> {
  const isNeeded = session.flags.recipients !== undefined || files.some(({ recipients }) => recipients !== undefined)
  if (!isNeeded) return { messages: files, others: [] }
  const { checkRecipients } = await import('./lint-recipients.ts')
  return checkRecipients(session, files, terminal)
}

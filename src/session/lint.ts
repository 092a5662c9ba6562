import { withoutByteOrderMark } from '../diagnostic.ts'
import { relative, resolve } from 'node:path'
import { violation } from '../violation.ts'
import { readBaseline, withoutAccepted } from '../project/baseline.ts'
import { dependenciesOf } from '../project/compiled-file.ts'
import { matcher, toPosix } from '../project/files/discover.ts'
import { unusedImages } from '../project/images/images.ts'
import type { Project } from '../project/project.ts'
import type { ReportedFile } from '../project/reported-file.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import type { Host } from './host.ts'
import type { LintOutcome, LintRunOptions, LintSession } from './lint-session.ts'
import { openProject, readAll, selectMessages } from './session.ts'

const defaultBaseline = 'friendtalk-baseline.json'

/**
 * Opens a project to lint messages of it. Nothing is read yet.
 *
 * @throws UsageError where nothing names any messages, and for a baseline that is none
 */
export async function openLint(options: LintRunOptions, host: Host): Promise<LintSession> {
  const { textOf, paths } = options
  const about = textOf === undefined ? paths : [textOf]
  return lintSessionOf(await openProject({ ...options, paths: about }, host), options, host)
}

/**
 * Prepares to lint messages of a project that is open. Nothing is read yet.
 *
 * @throws UsageError as `openLint` does
 */
export function lintSessionOf(project: Project, options: LintRunOptions, host: Host): LintSession {
  const { paths, scope, textOf } = options
  const { root } = project
  const session = selectMessages(project, textOf === undefined ? paths : [textOf], host, {
    templates: 'left out',
  })
  const { file: given, use } = options.baseline ?? {}
  const file = given === undefined ? resolve(root, defaultBaseline) : resolve(host.cwd, given)
  const shown = toPosix(relative(root, file))
  const content = use === 'compare' && { content: readBaseline(file, shown) }
  return {
    ...session,
    options,
    isWhole: paths.length === 0 && scope === undefined && textOf === undefined,
    ...(use !== undefined && { baseline: { file, shown, ...content } }),
    ...(textOf !== undefined && { textPath: toPosix(relative(root, resolve(host.cwd, textOf))) }),
  }
}

/** Reads and lints the messages of a session. */
export async function readSelected(session: LintSession, host: Host): Promise<readonly CompiledFile[]> {
  const { workspace, project, selection, options } = session
  const { scope } = options
  const files = await readAll(session, 'linting', host)
  if (scope === undefined) return files
  const { changedFiles, stagedFiles } = await import('../project/files/git.ts')
  const { root, configFile } = project
  const changed = new Set([...changedFiles(root, scope)].map((path) => path.normalize('NFC')))
  const isChanged = (path: string): boolean => changed.has(path.normalize('NFC'))
  const isConfigChanged = configFile !== undefined && isChanged(toPosix(relative(root, configFile)))
  const staged = scope.type === 'staged' ? stagedFiles(root) : undefined
  const setStaged = (path: string): boolean => {
    const file = staged?.(path)
    if (file?.type !== 'content') return false
    workspace.set(path, withoutByteOrderMark(file.content.toString('utf8')))
    return true
  }
  // Messages that are staged may be on disk no longer.
  const isMessage = matcher(selection)
  for (const path of changed) if (isMessage(path) && workspace.fileAt(path) === undefined) setStaged(path)
  const selected = workspace
    .files()
    .filter((file) => isConfigChanged || isChanged(file.path) || dependenciesOf(file).some(isChanged))
  if (staged) {
    workspace.takeStaged(staged)
    for (const { path, source, images } of selected) {
      const isOther = images.some((image) => staged(image).type !== 'on-disk')
      if (!setStaged(path) && isOther) workspace.set(path, source)
    }
  }
  return workspace.filesAt(selected.map(({ path }) => path))
}

/** Completes the diagnostics of files: adds those of recipients and images, and removes those of the baseline. */
export async function outcomeOf(
  session: LintSession,
  files: readonly CompiledFile[],
  host: Host,
): Promise<LintOutcome> {
  const { workspace, project, options, isWhole, baseline } = session
  const hasLists = options.recipients !== undefined || files.some(({ recipients }) => recipients !== undefined)
  const {
    messages,
    others: lists,
    notes,
  } = hasLists
    ? await (await import('./recipients.ts')).lintRecipients(session, files, host)
    : { messages: files, others: [], notes: [] }
  // A message that cannot be read may refer to any image.
  const areKnown = isWhole && files.every(({ id }) => id !== undefined)
  const unused = areKnown ? unusedImages(project.root, workspace.files()) : []
  const images = unused.map((path) => {
    const found = [violation('image-unused', { start: 0, end: 0 }, { path })]
    return { path, source: '', diagnostics: workspace.word(path, '', found) }
  })
  const others = [...lists, ...images].filter(hasDiagnostics)
  if (baseline?.content === undefined) return { messages, others, notes }
  const { shown, content } = baseline
  const rest = withoutAccepted([...messages, ...others], content)
  const stale = { path: shown, source: content.source, diagnostics: workspace.word(shown, content.source, rest.stale) }
  return {
    messages: rest.files.slice(0, files.length),
    others: [...rest.files.slice(files.length), stale].filter(hasDiagnostics),
    notes,
  }
}

function hasDiagnostics({ diagnostics }: ReportedFile): boolean {
  return diagnostics.length > 0
}

import { flagsExclusive, wrongValue, noSuchFile } from '../../project/usage-error.ts'
import { command, option } from '../command.ts'
import { closeSync, realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { BrowserType } from 'playwright-core'
import { findBrowser, loadBrowserDriver, writeScreenshots, browserVariable } from '../../web/preview/screenshots.ts'
import { markFolder, refuseOthersFolder, type TypedFolder, writeStaticPages } from '../../web/preview/output.ts'
import { Preview, type PreviewSource } from '../../web/preview/preview.ts'
import { type PreviewServer, servePreview } from '../../web/preview/server.ts'
import type { OutputFolder } from '../../project/files/write-file.ts'
import { openInput } from '../../project/files/read-file.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { type MessageSession, openProject, readAll, selectMessages } from '../../session/session.ts'
import { watchOnTerminal } from '../terminal/watching.ts'
import { openBrowser, portError, portOf } from '../terminal/local-server.ts'
import { previewWords } from './preview/preview-words.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'

export const definition = command({
  usage: 'preview [paths...]',
  examples: [
    'friendtalk preview --open',
    'friendtalk preview "messages/sale/**/*.md" --recipients list.csv',
    'friendtalk preview --out site --screenshots pictures',
  ],
  options: [
    option('--port <port>', {
      en: 'port on the loopback address, 0 for a free one (default: 4180)',
      ko: '루프백 주소의 포트. 0이면 빈 포트(기본값: 4180)',
    }),
    option('--open', { en: 'open the page in a browser', ko: '브라우저로 페이지 열기' }),
    option('--recipients <file>', {
      en: 'values to page through, from a CSV or NDJSON file; nothing is sent',
      ko: 'CSV나 NDJSON 파일의 값을 한 행씩 넘겨 보기(발송하지 않음)',
    }),
    option('--out <dir>', { en: 'write static pages to this folder instead', ko: '대신 이 폴더에 정적 페이지 쓰기' }),
    option('--screenshots <dir>', {
      en: 'write a picture for each message and set of values, and a summary.md, to this folder instead',
      ko: '대신 이 폴더에 메시지와 변숫값마다 그림과 summary.md 쓰기',
    }),
  ],
  run: (terminal: Terminal, paths: string[], flags: PreviewFlags) => previewCommand(paths, flags, terminal),
})

export interface PreviewFlags extends GlobalFlags {
  /** As typed; 4180 when it is absent, 0 for any free port. */
  readonly port?: string
  readonly open?: boolean
  readonly out?: string
  readonly screenshots?: string
  readonly recipients?: string
}

const defaultPort = 4180

/** `preview`: every message as it will look, as a live page, as static pages or as pictures. */
async function previewCommand(args: readonly string[], flags: PreviewFlags, terminal: Terminal): Promise<ExitCode> {
  const { out, screenshots } = flags
  const writes = out !== undefined || screenshots !== undefined
  const writer = out === undefined ? '--screenshots' : '--out'
  for (const [flag, value] of [
    ['--port', flags.port],
    ['--open', flags.open],
    ['--recipients', flags.recipients],
  ] as const) {
    if (writes && value !== undefined) throw flagsExclusive(writer, flag)
  }
  const open = async (): Promise<MessageSession> =>
    selectMessages(await openProject({ ...flags, paths: args }, terminal), args, terminal)
  return writes ? write(await open(), flags, terminal) : serve(open, flags, terminal)
}

async function serve(open: () => Promise<MessageSession>, flags: PreviewFlags, terminal: Terminal): Promise<ExitCode> {
  const port = portOf(flags.port) ?? defaultPort
  const recipients = flags.recipients === undefined ? undefined : recipientsFile(flags.recipients, terminal)
  const sourceOf = ({ project, workspace }: MessageSession): PreviewSource => ({
    project,
    workspace,
    ...(recipients !== undefined && { recipients }),
  })
  // The page shows what changed; the terminal keeps its address.
  const { clear: _, ...rest } = terminal
  const steady: Terminal = {
    ...rest,
    get lang() {
      return terminal.lang
    },
  }
  let preview: Preview | undefined
  let server: PreviewServer | undefined
  const exitCode = await watchOnTerminal(
    {
      open,
      isOutput: () => false,
      async start(session) {
        const files = await readAll(session, 'reading', terminal)
        if (preview !== undefined) {
          preview.replace(sourceOf(session))
          return
        }
        const words = previewWords[terminal.lang]
        preview = new Preview(sourceOf(session), terminal.lang)
        server = await servePreview(preview, port).catch((error: unknown) => {
          throw portError(error, port)
        })
        terminal.out(`${words.running(server.url, files.length).join('\n')}\n`)
        if (flags.open && !(await openBrowser(server.url, process.platform))) {
          terminal.err(`${words.notOpened(server.url)}\n`)
        }
      },
      update(_session, affected) {
        preview?.update(affected)
        return Promise.resolve()
      },
    },
    flags,
    steady,
  )
  await server?.close()
  return exitCode
}

async function write(session: MessageSession, flags: PreviewFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd, lang, verbosity } = terminal
  const words = previewWords[lang]
  // All of it before anything is written.
  const folders = outputFolders(flags)
  for (const folder of folders) refuseOthersFolder(folder, cwd)
  const pictured = flags.screenshots === undefined ? undefined : await browserOf()
  const files = await readAll(session, 'reading', terminal)
  const preview = new Preview(session, lang)
  const say = (line: string): void => {
    if (verbosity !== 'quiet') terminal.err(`${line}\n`)
  }
  const { root } = session.project
  const marked = (path: string | undefined): OutputFolder | undefined =>
    path === undefined ? undefined : markFolder(path, { cwd, root })
  const [pages, shots] = [marked(flags.out), marked(flags.screenshots)]
  if (pages !== undefined) {
    const progress = terminal.progress('drawing', files.length)
    await writeStaticPages(preview, pages, (done) => progress.update(done))
    progress.end()
    say(words.pages(relative(cwd, pages.path) || '.', files.length))
  }
  if (shots !== undefined && pictured !== undefined) {
    const progress = terminal.progress('drawing', files.length)
    const taken = await writeScreenshots(preview, { folder: shots, ...pictured }, (done) => progress.update(done))
    progress.end()
    say(words.pictures({ folder: relative(cwd, shots.path) || '.', ...taken }))
  }
  return exitCodes.done
}

function outputFolders({ out, screenshots }: PreviewFlags): readonly TypedFolder[] {
  return [
    ...(out === undefined ? [] : [{ flag: '--out', path: out } as const]),
    ...(screenshots === undefined ? [] : [{ flag: '--screenshots', path: screenshots } as const]),
  ]
}

/** @throws UsageError when there is no browser, or nothing to drive it */
async function browserOf(): Promise<{ readonly browser: string; readonly driver: BrowserType }> {
  const driver = await loadBrowserDriver()
  if (driver === undefined) {
    const install = 'npm install --save-dev playwright-core'
    throw wrongValue('--screenshots', {
      en: `Pictures need the package playwright-core, which is not installed: run ${install}.`,
      ko: `그림을 만들려면 playwright-core 패키지가 필요하지만 설치되어 있지 않습니다. ${install} 명령을 실행하세요.`,
    })
  }
  const search = findBrowser(process.env, process.platform)
  if (search.type === 'found') return { browser: search.file, driver }
  if (search.type === 'not-runnable') throw noSuchFile('FRIENDTALK_BROWSER', search.file)
  throw wrongValue('--screenshots', {
    en: `No Chromium or Chrome was found. Install one, or name its program in ${browserVariable}.`,
    ko: `Chromium이나 Chrome을 찾을 수 없습니다. 설치하거나 ${browserVariable} 환경 변수에 실행 파일을 지정하세요.`,
  })
}

/** @throws UsageError when there is no such file */
function recipientsFile(path: string, { cwd }: Terminal): string {
  const { file, descriptor } = openInput(resolve(cwd, path), {
    shown: path,
    flag: { name: '--recipients', folder: cwd },
  })
  closeSync(descriptor)
  return realpathSync.native(file)
}

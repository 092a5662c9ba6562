import { closeSync, realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { BrowserType } from 'playwright-core'
import { openInput } from '../../project/files/read-file.ts'
import type { OutputFolder } from '../../project/files/write-file.ts'
import { noSuchFile, wrongValue } from '../../project/usage-error.ts'
import { type MessageSession, openProject, readAll, selectMessages } from '../../session/session.ts'
import { markFolder, refuseOthersFolder, writeStaticPages } from '../../web/preview/output.ts'
import { Preview, type PreviewSource } from '../../web/preview/preview.ts'
import { browserVariable, findBrowser, loadBrowserDriver, writeScreenshots } from '../../web/preview/screenshots.ts'
import { type PreviewServer, servePreview } from '../../web/preview/server.ts'
import { counted } from '../../words/printable.ts'
import { command, flag, option, type OptionValues } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { openBrowser, portError } from '../terminal/local-server.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { watchOnTerminal } from '../terminal/watching.ts'
import { portNumber } from '../typed-command.ts'

const options = {
  port: option(
    '--port <port>',
    {
      en: 'port on the loopback address, 0 for a free one (default: 4180)',
      ko: '루프백 주소의 포트. 0이면 빈 포트(기본값: 4180)',
    },
    { parse: portNumber },
  ),
  open: flag('--open', { en: 'open the page in a browser', ko: '브라우저로 페이지 열기' }),
  recipients: option('--recipients <file>', {
    en: 'values to page through, from a CSV or NDJSON file; nothing is sent',
    ko: 'CSV나 NDJSON 파일의 값을 한 행씩 넘겨 보기(발송하지 않음)',
  }),
  out: option(
    '--out <dir>',
    { en: 'write static pages to this folder instead', ko: '대신 이 폴더에 정적 페이지 쓰기' },
    { conflicts: ['port', 'open', 'recipients'] },
  ),
  screenshots: option(
    '--screenshots <dir>',
    {
      en: 'write a picture for each message and set of values, and a summary.md, to this folder instead',
      ko: '대신 이 폴더에 메시지와 변숫값마다 그림과 summary.md 쓰기',
    },
    { conflicts: ['port', 'open', 'recipients'] },
  ),
}

type PreviewFlags = OptionValues<typeof options>

/** `preview`: every message as it will look, as a live page, as static pages or as pictures. */
export const definition = command({
  usage: 'preview [paths...]',
  examples: [
    'friendtalk preview --open',
    'friendtalk preview "messages/sale/**/*.md" --recipients list.csv',
    'friendtalk preview --out site --screenshots pictures',
  ],
  options,
  async run({ args: [paths], options: flags, terminal }) {
    const open = async (): Promise<MessageSession> =>
      selectMessages(await openProject({ ...flags, paths }, terminal), paths, terminal)
    const writes = flags.out !== undefined || flags.screenshots !== undefined
    return writes ? write(await open(), flags, terminal) : serve(open, flags, terminal)
  },
})

async function serve(open: () => Promise<MessageSession>, flags: PreviewFlags, terminal: Terminal): Promise<ExitCode> {
  const { port = 4180 } = flags
  const recipients = flags.recipients === undefined ? {} : { recipients: recipientsFile(flags.recipients, terminal) }
  const sourceOf = ({ project, workspace }: MessageSession): PreviewSource => ({ project, workspace, ...recipients })
  // The page shows what changed; the terminal keeps its address.
  const { clear: _, ...rest } = terminal
  const steady: Terminal = {
    ...rest,
    get lang() {
      return terminal.lang
    },
  }
  let running: { readonly preview: Preview; readonly server: PreviewServer } | undefined
  const exitCode = await watchOnTerminal(
    {
      open,
      isOutput: () => false,
      async start(session) {
        const files = await readAll(session, 'reading', terminal)
        if (running) return running.preview.replace(sourceOf(session))
        const preview = new Preview(sourceOf(session), terminal.lang)
        const server = await servePreview(preview, port).catch((error: unknown) => {
          throw portError(error, port)
        })
        running = { preview, server }
        const { url } = server
        terminal.say({
          en: [
            `Preview  ${url}`,
            `${counted(files.length, 'message')}, live while files change. Press Ctrl-C to stop.`,
          ],
          ko: [
            `미리보기  ${url}`,
            `메시지 ${files.length}개를 보여 주며, 파일이 바뀌면 바로 반영합니다. 멈추려면 Ctrl-C를 누르세요.`,
          ],
        })
        if (flags.open && !(await openBrowser(url, process.platform)))
          terminal.tell({
            en: `No browser could be opened; open ${url} yourself.`,
            ko: `브라우저를 열 수 없습니다. ${url} 주소를 직접 여세요.`,
          })
      },
      update: async (_session, affected) => running?.preview.update(affected),
    },
    flags,
    steady,
  )
  await running?.server.close()
  return exitCode
}

async function write(
  session: MessageSession,
  { out, screenshots }: PreviewFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { cwd, lang } = terminal
  // All of it before anything is written.
  if (out !== undefined) refuseOthersFolder({ flag: '--out', path: out }, cwd)
  if (screenshots !== undefined) refuseOthersFolder({ flag: '--screenshots', path: screenshots }, cwd)
  const pictured = screenshots === undefined ? undefined : await browserOf()
  const files = await readAll(session, 'reading', terminal)
  const preview = new Preview(session, lang)
  const { root } = session.project
  const draw = async <T>(
    path: string,
    work: (folder: OutputFolder, onDrawn: (done: number) => void) => Promise<T>,
  ): Promise<{ readonly drawn: T; readonly shown: string }> => {
    const folder = markFolder(path, { cwd, root })
    const progress = terminal.progress('drawing', files.length)
    const drawn = await work(folder, (done) => progress.update(done))
    progress.end()
    return { drawn, shown: relative(cwd, folder.path) || '.' }
  }
  if (out !== undefined) {
    const { shown } = await draw(out, (folder, onDrawn) => writeStaticPages(preview, folder, onDrawn))
    terminal.note({
      en: `${counted(files.length, 'message')} in ${shown}; open index.html in a browser.`,
      ko: `메시지 ${files.length}개를 ${shown}에 담았습니다. index.html을 브라우저에서 여세요.`,
    })
  }
  if (screenshots !== undefined && pictured !== undefined) {
    const { drawn, shown } = await draw(screenshots, (folder, onDrawn) =>
      writeScreenshots(preview, { folder, ...pictured }, onDrawn),
    )
    const { pictures, undrawn } = drawn
    const why = {
      en: ` ${counted(undrawn, 'message')} cannot be drawn; friendtalk lint says why.`,
      ko: ` 메시지 ${undrawn}개는 그릴 수 없습니다. 이유는 friendtalk lint로 볼 수 있습니다.`,
    }
    terminal.note({
      en: `${counted(pictures, 'picture')} in ${shown}.${undrawn > 0 ? why.en : ''}`,
      ko: `그림 ${pictures}장을 ${shown}에 담았습니다.${undrawn > 0 ? why.ko : ''}`,
    })
  }
  return exitCodes.done
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

import { counted, grouped } from '../../words/printable.ts'
import { wrongValue, wrongValues } from '../../project/usage-error.ts'
import { command, listOption, option, type OptionValues } from '../command.ts'
import { relative, resolve } from 'node:path'
import { valuesOf } from '../../deploy/target.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { startEmulator } from '../../emulator/start-emulator.ts'
import { type EmulatorOptions } from '../../emulator/options.ts'
import { EmulatorOptionsError } from '../../emulator/options-error.ts'
import { maxHandWrittenBytes, parseJson, readInput } from '../../project/files/read-file.ts'
import { channelOfNumber } from '../../project/channel.ts'
import type { Project } from '../../project/project.ts'
import { openProject, projectHere } from '../../session/session.ts'
import { exitCodes } from '../exit-codes.ts'
import { portNumber } from '../typed-command.ts'
import { portError } from '../terminal/local-server.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The service of a webhook without a name. */
const usual = 'friend-talk'

const definitions = {
  port: option(
    '--port <port>',
    {
      en: 'port on the loopback address, 0 for a free one (default: 4170)',
      ko: '루프백 주소의 포트. 0이면 빈 포트(기본값: 4170)',
    },
    { parse: portNumber },
  ),
  faults: option('--faults <file>', {
    en: 'file of settings and of faults that it makes',
    ko: '설정과 일부러 낼 오류를 적은 파일',
  }),
  webhook: listOption('--webhook <url>', {
    en: `where delivery results go, on this machine; <service>=<url> for one other than ${usual}; some of the messages fail`,
    ko: `전달 결과를 보낼 이 컴퓨터의 주소. ${usual}가 아닌 서비스는 <서비스>=<주소>. 일부 메시지는 실패로 보냄`,
  }),
  webhookTokenEnv: option(
    '--webhook-token-env <name>',
    { en: 'variable that holds the token of the webhook', ko: '웹훅 토큰이 들어 있는 환경 변수' },
    { needs: '--webhook' },
  ),
}

/**
 * `emulator`: runs the whole service on loopback until SIGINT or SIGTERM.
 *
 * @throws UsageError for a port that is taken, and for a configuration that is wrong
 */
export const definition = command({
  usage: 'emulator',
  examples: [
    'friendtalk emulator',
    'friendtalk emulator --port 0 --faults emulator.json',
    'friendtalk emulator --webhook http://127.0.0.1:8090/',
    'friendtalk emulator --webhook brand-message=http://127.0.0.1:8090/',
  ],
  options: definitions,
  async run({ options: flags, terminal }) {
    const project = await (flags.config === undefined ? projectHere(flags, terminal) : openProject(flags, terminal))
    const emulator = await start(flags, project, terminal)
    const stopped = new Promise<void>((stop) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())
    })
    const { url, userId, appKey, secretKey } = emulator
    terminal.say({
      en: [
        `Inbox         ${url}`,
        `uploadUrl     ${url}`,
        `baseUrl       ${url}`,
        `User ID       ${userId}`,
        `App key       ${appKey}`,
        `Secret key    ${secretKey}`,
        'Nothing leaves this machine. Press Ctrl-C to stop.',
      ],
      ko: [
        `수신함        ${url}`,
        `uploadUrl     ${url}`,
        `baseUrl       ${url}`,
        `사용자 ID     ${userId}`,
        `앱 키         ${appKey}`,
        `비밀 키       ${secretKey}`,
        '이 컴퓨터 밖으로는 아무것도 나가지 않습니다. 멈추려면 Ctrl-C를 누르세요.',
      ],
    })
    await stopped
    await emulator.close()
    const { messages, accepted } = emulator.counts()
    terminal.note({
      en: `Stopped. ${counted(messages, 'message')} came, ${grouped(accepted)} accepted.`,
      ko: `멈췄습니다. 메시지 ${grouped(messages)}건을 받아 ${grouped(accepted)}건을 접수했습니다.`,
    })
    return exitCodes.done
  },
})

async function start(
  flags: OptionValues<typeof definitions>,
  project: Project | undefined,
  terminal: Terminal,
): Promise<Emulator> {
  const { port: typed, faults: config, lang: given } = flags
  const shown = config === undefined ? '' : relative(terminal.cwd, resolve(terminal.cwd, config))
  const options = config === undefined ? {} : readOptions(resolve(terminal.cwd, config), shown)
  const port = typed ?? options.port ?? 4170
  const variable = flags.webhookTokenEnv
  const webhookToken = variable === undefined ? undefined : valuesOf([variable], 'emulator', terminal.env)[0]
  const webhooks = Object.fromEntries(
    (flags.webhook ?? []).map((typedUrl) => {
      const [, service = usual, url] = /^(?:([a-z-]+)=)?(.*)$/.exec(typedUrl) ?? []
      return [service, { failEvery: usualFailEvery, ...options.webhooks?.[service], url: url ?? '' }]
    }),
  )
  try {
    const lang = given ?? options.lang ?? terminal.askedLang
    return await startEmulator(
      { ...options, webhooks: { ...options.webhooks, ...webhooks }, ...(lang && { lang }), port },
      {
        webhookToken,
        ...(project && { channelOf: (senderNumber: string) => channelOfNumber(project, senderNumber) }),
      },
    )
  } catch (error) {
    if (error instanceof EmulatorOptionsError) {
      throw wrongValues(
        error.faults.map(({ pointer, message }) => ({
          place:
            flags.webhook !== undefined && /^\/webhooks(?:$|\/[^/]+\/url$)/.test(pointer)
              ? '--webhook'
              : `${shown}${pointer && ` (${pointer})`}`,
          message,
        })),
      )
    }
    const isOfFile = typed === undefined && options.port !== undefined
    throw portError(error, port, isOfFile ? `${shown} (/port)` : undefined)
  }
}

/** One of so many messages fails, about as in a well-kept list of customers. */
const usualFailEvery = 33

/** Reads the options in a file; the emulator checks them. */
function readOptions(file: string, shown: string): EmulatorOptions {
  const flag = { name: '--faults', folder: file.slice(0, -shown.length) }
  const options = parseJson(readInput(file, { shown, flag, maxBytes: maxHandWrittenBytes }), shown)
  // A list or a number would be lost without a word where the port is added.
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options
  throw wrongValue(shown, { en: 'must be object', ko: '값이 올바르지 않습니다(must be object)' })
}

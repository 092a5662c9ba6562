import { extname, resolve } from 'node:path'
import type { Contract, ResultFault } from '../../contract/contract.ts'
import { contractNamed } from '../../contract/contracts.ts'
import { credentialsFor } from '../../deploy/credentials.ts'
import { reasonText } from '../../deploy/reasons.ts'
import { machineClock, serviceAt } from '../../deploy/send.ts'
import { reportsOf } from '../../deploy/status-output.ts'
import { noLedger, openTarget, serviceOf, shownPath, storeOf, valuesOf } from '../../deploy/target.ts'
import { LedgerError } from '../../ledger/ledger-error.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { streamInput } from '../../project/files/read-file.ts'
import { wrongValue } from '../../project/usage-error.ts'
import { type AskFailure, fetchInRounds, type FetchRound } from '../../results/fetch-results.ts'
import { importResults, type MalformedResult, type ResultFormat } from '../../results/import-results.ts'
import { startReceiver } from '../../results/receiver.ts'
import { openProject } from '../../session/session.ts'
import { koreanTime } from '../../text/korean-time.ts'
import { isLoopback } from '../../text/urls.ts'
import type { Language, Text } from '../../words/language.ts'
import { nextLines } from '../../words/phrases.ts'
import { counted, grouped } from '../../words/printable.ts'
import { asJson, command, type CommandGroup, option, type OptionValues } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { portError } from '../terminal/local-server.ts'
import { onSignals } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { InvalidValue, wholeNumber, portNumber } from '../typed-command.ts'
import { reportProven } from './ledger/ledger-notices.ts'

/** The options of every command about results. */
const shared = {
  target: option('--target <name>', {
    en: 'whose results they are (default: the only configured one)',
    ko: '결과를 받을 발송 대상(기본값: 설정에 하나뿐이면 그 대상)',
  }),
  json: asJson,
}

function webhookPath(path: string): string {
  if (/^\/[\w\-.~/]*$/.test(path) && path !== '/healthz' && path !== '/metrics') return path
  throw new InvalidValue({
    en: 'Start with "/" and write letters, digits, "-", "_", ".", "~" and "/" alone; /healthz and /metrics are taken.',
    ko: '"/"로 시작하고 영문자, 숫자, "-", "_", ".", "~", "/"만 쓰세요. /healthz와 /metrics는 쓸 수 없습니다.',
  })
}

const serving = command({
  usage: 'serve',
  summary: { en: 'Receives them by webhook.', ko: '웹훅으로 받습니다.' },
  examples: ['friendtalk results serve --target production'],
  options: {
    ...shared,
    port: option(
      '--port <port>',
      { en: 'port to listen on, 0 for a free one (default: 8090)', ko: '포트. 0이면 빈 포트(기본값: 8090)' },
      { parse: portNumber },
    ),
    host: option('--host <host>', {
      en: 'address to listen on; one that others can reach needs a token (default: 127.0.0.1)',
      ko: '주소. 외부에서 접근할 수 있는 주소에는 토큰이 필요함(기본값: 127.0.0.1)',
    }),
    path: option(
      '--path <path>',
      { en: 'path of the webhook (default: /)', ko: '웹훅 경로(기본값: /)' },
      { parse: webhookPath },
    ),
  },
  async run({ options: flags, terminal }) {
    const project = await openProject(flags, terminal)
    const store = storeOf(project, flags.target, terminal)
    const { host = '127.0.0.1', port = 8090, path = '/' } = flags
    const { targets, results } = project.config
    const signed = Object.hasOwn(targets, store.target) ? targets[store.target] : undefined
    const secretOf = (reference: { readonly env: string } | undefined): string | undefined =>
      reference && valuesOf([reference.env], store.target, terminal.env)[0]
    const signature = secretOf(signed?.webhookSignature)
    // A service that signs has no place for a token.
    const token = signature === undefined ? secretOf(results?.token) : undefined
    const isGuarded = token !== undefined || signature !== undefined
    if (!isGuarded && !isLoopback(host.includes(':') ? `[${host}]` : host))
      throw wrongValue('--host', {
        en: 'is reachable from other machines, so "results: { token: { env: … } }" is needed in the configuration',
        ko: '다른 컴퓨터에서 접근할 수 있는 주소이므로 설정에 "results: { token: { env: … } }"가 필요합니다',
      })
    const inbox = store.results()
    const service = serviceOf(project, store.target)
    const onProblem = (problem: unknown): void => tellProblem(problem, terminal)
    const receiver = await startReceiver({ service, inbox, host, port, path, token, signature, onProblem }).catch(
      (error: unknown) => {
        throw portError(error, port)
      },
    )
    const signals = onSignals(() => exitCodes.done)
    try {
      const { url } = receiver
      if (flags.json) terminal.json({ event: 'listening', url, target: store.target }, 'line')
      else
        terminal.say({
          en: `Receiving delivery results of "${store.target}" at ${url}`,
          ko: `${url}에서 "${store.target}" 대상의 전달 결과를 받고 있습니다.`,
        })
      if (token !== undefined)
        terminal.note({
          en: 'The token of the configuration is needed: as "Authorization: Bearer …", or as the last part of the address.',
          ko: '설정의 토큰이 필요합니다. "Authorization: Bearer …" 헤더나 주소의 마지막 부분으로 보내야 합니다.',
        })
      else if (isGuarded)
        terminal.note({
          en: 'What does not have the webhookSignature of the target is refused.',
          ko: '발송 대상의 webhookSignature가 없는 요청은 거절합니다.',
        })
      else
        terminal.warn({
          en: 'No token is configured, so every program on this machine can report results. Set results.token before anything forwards requests to it.',
          ko: '토큰을 설정하지 않아 이 컴퓨터의 모든 프로그램이 결과를 보낼 수 있습니다. 외부 요청을 전달하기 전에 results.token을 설정하세요.',
        })
      await tellMissing(store, terminal)
      if (!signals.stop.aborted) await new Promise((stopped) => signals.stop.addEventListener('abort', stopped))
      await receiver.close()
      const { settled, behind, ...counts } = receiver.metrics.counts
      reportProven({ settled, behind }, terminal)
      const { received, repeated, foreign, malformed } = counts
      if (flags.json) terminal.json({ event: 'end', ...counts }, 'line')
      else
        terminal.note({
          en: `Stopped. ${counted(received, 'result')} received, of which ${grouped(repeated)} repeated and ${grouped(foreign)} foreign; ${grouped(malformed)} malformed.`,
          ko: `멈췄습니다. 결과 ${grouped(received)}건 수신(중복 ${grouped(repeated)}건, 발송 기록에 없는 메시지 ${grouped(foreign)}건), 형식 오류 ${grouped(malformed)}건.`,
        })
      return exitCodes.done
    } finally {
      signals.end()
    }
  },
})

/** Tells that results cannot be recorded; without a problem, that they are again. */
function tellProblem(problem: unknown, terminal: Terminal): void {
  if (problem === undefined)
    return terminal.warn({ en: 'Results are recorded again.', ko: '결과를 다시 기록하고 있습니다.' })
  terminal.warn({
    en: 'Results cannot be recorded and are answered with 503, so that the provider sends them again:',
    ko: '결과를 기록할 수 없어 503으로 응답합니다. 제공사가 나중에 다시 보냅니다.',
  })
  const other = problem instanceof Error ? [problem.message] : []
  for (const line of problem instanceof LedgerError ? problem.text[terminal.lang] : other) terminal.tell(`  ${line}`)
}

/** Warns where there is no ledger yet: results can only be of messages that one has. */
async function tellMissing(store: LedgerStore, terminal: Terminal): Promise<void> {
  try {
    if ((await store.state()) === 'made') return
    const path = shownPath(store.path, terminal.cwd)
    terminal.warn({
      en: `There is no ledger at ${path} yet. Results are refused until the first deploy has made it.`,
      ko: `${path}에 아직 발송 기록이 없습니다. 첫 배포로 발송 기록이 생길 때까지 결과를 거절합니다.`,
    })
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    terminal.warn(error.text)
  }
}

const formats: { readonly [extension: string]: ResultFormat } = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
  '.csv': 'csv',
}

/** The most malformed lines in the JSON; all are counted. */
const maxListed = 1_000

const fetchOptions = {
  ...shared,
  release: option('--release <release>', { en: 'of this release alone', ko: '이 릴리스만' }),
  every: option(
    '--every <minutes>',
    {
      en: 'ask again every so many minutes, until nothing open is younger than four days',
      ko: '이 간격(분)으로 다시 조회. 나흘이 지나지 않은 미완료 발송이 없으면 끝남',
    },
    { parse: wholeNumber(1) },
  ),
}

type FetchFlags = OptionValues<typeof fetchOptions>

/** Asks the service for the results of open sends. */
const fetching = command({
  usage: 'fetch',
  summary: {
    en: 'Asks the service for them, where it can be asked.',
    ko: '조회할 수 있는 서비스에 결과를 조회합니다.',
  },
  examples: [
    'friendtalk results fetch --target production',
    'friendtalk results fetch --target production --release 2026-06-sale --every 10',
  ],
  options: fetchOptions,
  async run({ options: flags, terminal }) {
    const project = await openProject(flags, terminal)
    const session = openTarget(project, storeOf(project, flags.target, terminal).target, terminal)
    const { target, store } = session
    const contract = contractNamed(target.service)
    const { query } = contract
    const { baseUrl } = target
    if (query === undefined || baseUrl === undefined) {
      const message =
        baseUrl !== undefined
          ? {
              en: `is a target of ${contract.name.en}, whose service cannot be asked: results come by its webhook, or from a file`,
              ko: `${contract.name.ko} 발송 대상입니다. 결과를 조회할 수 없는 서비스이므로 웹훅이나 파일로 받으세요`,
            }
          : {
              en: 'is the built-in emulator, which ends with each deploy; give a running one as a target with its baseUrl',
              ko: '배포가 끝나면 함께 끝나는 내장 에뮬레이터입니다. 실행 중인 에뮬레이터의 baseUrl로 발송 대상을 설정하세요',
            }
      throw wrongValue(`--target ${target.name}`, message)
    }
    if ((await store.state()) === 'none') throw noLedger([store], terminal.cwd)
    const service = serviceAt({ baseUrl }, target, credentialsFor([], session, terminal.env))
    const [reader, inbox] = [await store.read(), store.results()]
    let exit: ExitCode = exitCodes.stopped
    const signals = onSignals(() => exit)
    const progress = terminal.progress('asking')
    try {
      if (flags.release !== undefined) await reportsOf(flags.release, [store])
      await fetchInRounds({
        ...machineClock,
        query,
        service,
        inbox,
        reader,
        concurrency: target.concurrency,
        release: flags.release,
        everyMs: flags.every === undefined ? undefined : flags.every * 60_000,
        isAtWork: async () => (await store.workers()) > 0,
        stop: signals.stop,
        mayPass: (code) => contract.outcomeOf(code) === 'unknown',
        onProgress: (listed) => progress.update(listed),
        onRound: (round, nextAtMs) => {
          progress.end()
          tellRound(round, { flags, target: target.name, contract }, terminal)
          const isBroken = round.failure !== undefined || signals.stop.aborted
          exit = isBroken ? exitCodes.stopped : round.unknown > 0 ? exitCodes.unknown : exitCodes.done
          if (nextAtMs !== undefined)
            terminal.note({
              en: `The service is asked again at ${koreanTime(nextAtMs)}. Ctrl-C ends it.`,
              ko: `${koreanTime(nextAtMs)}에 다시 조회합니다. 끝내려면 Ctrl-C를 누르세요.`,
            })
        },
      })
      return exit
    } finally {
      progress.end()
      signals.end()
      await Promise.all([inbox.close(), service.close(), reader.close()])
    }
  },
})

function failureIn(failure: AskFailure, { codes }: Contract, lang: Language): string {
  switch (failure.type) {
    case 'refused': {
      const meaning = Object.hasOwn(codes, failure.code) ? codes[failure.code]?.meaning[lang] : failure.description
      return `${failure.code} ${meaning ?? ''}`.trim()
    }
    case 'not-understood':
      return reasonText(failure.type)[lang]
    case 'failed':
      return `${reasonText(failure.reason)[lang]}${failure.status === undefined ? '' : `, ${failure.status}`}`
  }
}

function tellRound(
  { failure: failed, ...round }: FetchRound,
  { flags, target, contract }: { flags: FetchFlags; target: string; contract: Contract },
  terminal: Terminal,
): void {
  const failure = failed && failureIn(failed, contract, terminal.lang)
  const { doubles, moving, asked, listed, recorded, foreign, unknown } = round
  reportProven(round, terminal)
  for (const { key, requests } of doubles)
    terminal.warn({
      en: `The service took ${key} twice, in the requests ${requests.join(', ')}.`,
      ko: `서비스가 ${key}을(를) 두 번 접수했습니다. 요청: ${requests.join(', ')}`,
    })
  for (const release of moving)
    terminal.warn({
      en: `The list of the release "${release}" changed for as long as it was read, so something may be missing. Run the same command again.`,
      ko: `릴리스 "${release}"의 목록이 읽는 동안 계속 바뀌어 빠진 것이 있을 수 있습니다. 같은 명령을 다시 실행하세요.`,
    })
  if (failure !== undefined)
    terminal.warn({
      en: `The service could not be asked (${failure}). Run the same command again.`,
      ko: `서비스에 조회할 수 없습니다(${failure}). 같은 명령을 다시 실행하세요.`,
    })
  if (flags.json)
    return terminal.json({ version: 1, target, ...round, failure }, flags.every === undefined ? undefined : 'line')
  terminal.say(
    asked === 0
      ? {
          en: 'Nothing is open: of every message the last word has come, or the service keeps it no more.',
          ko: '조회할 발송이 없습니다. 모든 메시지의 최종 결과가 왔거나 서비스의 보관 기간이 지났습니다.',
        }
      : {
          en: `Asked about ${counted(asked, 'send')}: ${counted(listed, 'message')} listed, ${counted(recorded, 'new result')}${foreign > 0 ? `, ${grouped(foreign)} of messages that the ledger does not have` : ''}.`,
          ko: `발송 ${grouped(asked)}건을 조회했습니다. 메시지 ${grouped(listed)}건을 찾아 새 결과 ${grouped(recorded)}건을 기록했습니다${foreign > 0 ? `(발송 기록에 없는 메시지 ${grouped(foreign)}건)` : ''}.`,
        },
  )
  if (unknown > 0)
    terminal.say({
      en: `${counted(unknown, 'send')} ${unknown === 1 ? 'is' : 'are'} still unknown. What the service does not list may have been sent all the same: ask again later, then look it up in the console.`,
      ko: `${grouped(unknown)}건은 아직 발송 여부를 알 수 없습니다. 서비스 목록에 없어도 발송되었을 수 있으니, 나중에 다시 조회한 뒤 콘솔에서 확인하세요.`,
    })
  const next = terminal.command(unknown > 0 ? 'reconcile' : 'status', [['--target', target]])
  if (!flags.quiet) terminal.say(nextLines([next]))
}

const importing = command({
  usage: 'import <file>',
  summary: {
    en: 'Reads them from a .ndjson, .json or .csv file; - is the standard input.',
    ko: '.ndjson, .json, .csv 파일에서 읽습니다. -는 표준 입력입니다.',
  },
  examples: [
    'friendtalk results import export.csv --target production',
    'friendtalk results import - --target production < webhook.ndjson',
  ],
  options: shared,
  async run({ args: [file], options: flags, terminal }) {
    const { cwd, lang } = terminal
    const project = await openProject(flags, terminal)
    const isStandardInput = file === '-'
    const format = formats[extname(file).toLowerCase()]
    if (format === undefined && !isStandardInput) {
      throw wrongValue(file, {
        en: 'must end in .ndjson, .jsonl, .json or .csv',
        ko: '파일 이름이 .ndjson, .jsonl, .json, .csv 가운데 하나로 끝나야 합니다',
      })
    }
    const store = storeOf(project, flags.target, terminal)
    const source = isStandardInput ? process.stdin : streamInput(resolve(cwd, file), { shown: file })
    const inbox = store.results()
    const service = serviceOf(project, store.target)
    const progress = terminal.progress('importing')
    const listed: MalformedResult[] = []
    try {
      const { settled, behind, ...counts } = await importResults({
        service,
        source,
        format: isStandardInput ? undefined : format,
        columns: project.config.columns,
        inbox,
        onMalformed: (malformed) => {
          if (listed.length < maxListed) listed.push(malformed)
          const { line, fault } = malformed
          const text = faultWords[fault.type](
            'field' in fault ? fault.field : '',
            contractNamed(service).results.fields,
          )
          terminal.fail(`${isStandardInput ? 'stdin' : file}:${line}: ${text[lang]}`)
        },
        onProgress: (results) => progress.update(results),
      })
      progress.end()
      reportProven({ settled, behind }, terminal)
      const { recorded, repeated, foreign, malformed } = counts
      const imported = {
        en: `${counted(recorded, 'result')} recorded, ${grouped(repeated)} known before, ${grouped(foreign)} of messages that the ledger does not have, ${grouped(malformed)} malformed.`,
        ko: `결과 ${grouped(recorded)}건을 기록했습니다. 이미 있던 결과 ${grouped(repeated)}건, 발송 기록에 없는 메시지 ${grouped(foreign)}건, 형식 오류 ${grouped(malformed)}건.`,
      }
      return {
        exit: malformed > 0 ? exitCodes.findings : exitCodes.done,
        json: { target: store.target, ...counts, lines: listed.map(({ line, fault }) => ({ line, ...fault })) },
        lines: [imported],
        next: [terminal.command('status', [['--target', store.target]])],
      }
    } finally {
      progress.end()
      await inbox.close()
    }
  },
})

type FaultWords = (field: string, fields: readonly string[]) => Text

const faultWords: { readonly [T in ResultFault['type']]: FaultWords } = {
  'not-utf8': () => ({ en: 'is not UTF-8; save the file as UTF-8', ko: 'UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요' }),
  workbook: () => ({
    en: 'is a workbook of a spreadsheet program; export the sheet as CSV',
    ko: '스프레드시트 통합 문서입니다. 시트를 CSV로 내보내세요',
  }),
  'web-page': () => ({
    en: 'is a web page (HTML); export the results as CSV',
    ko: '웹 페이지(HTML)입니다. 결과를 CSV로 내보내세요',
  }),
  'not-json': () => ({ en: 'is not JSON', ko: 'JSON이 아닙니다' }),
  'not-an-object': (_, fields) => ({
    en: `is not an object with ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`,
    ko: `${fields.join(', ')}가 있는 객체가 아닙니다`,
  }),
  'no-results': () => ({ en: 'has no list "results"', ko: '"results" 목록이 없습니다' }),
  'results-not-list': () => ({ en: '"results" must be an array', ko: '"results" 값은 배열이어야 합니다' }),
  'too-large': () => ({
    en: 'is too long to be a result; a large export is read as NDJSON or CSV',
    ko: '결과라고 보기에는 너무 깁니다. 큰 파일은 NDJSON이나 CSV로 내려받으세요',
  }),
  'quote-wrong': () => ({
    en: 'has a quote that is not closed or stands in the wrong place',
    ko: '닫히지 않았거나 잘못된 자리에 있는 따옴표가 있습니다',
  }),
  'key-repeated': (field) => ({ en: `has "${field}" twice`, ko: `"${field}"가 두 번 있습니다` }),
  missing: (field) => ({ en: `has no ${field}`, ko: `${field} 값이 없습니다` }),
  'not-text': (field) => ({ en: `${field} is not a text`, ko: `${field} 값이 텍스트가 아닙니다` }),
  'too-long': (field) => ({ en: `${field} is too long`, ko: `${field} 값이 너무 깁니다` }),
  'not-a-date': (field) => ({
    en: `${field} is not a date like 2026-06-12 14:03:05.000`,
    ko: `${field} 값이 2026-06-12 14:03:05.000 같은 날짜가 아닙니다`,
  }),
}

export const definition: CommandGroup = [serving, fetching, importing]

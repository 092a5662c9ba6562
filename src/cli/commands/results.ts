import { wrongValue } from '../../project/usage-error.ts'
import { asJson, command, type CommandGroup, option, type OptionValues, type Printed } from '../command.ts'
import { extname, resolve } from 'node:path'
import { contractNamed } from '../../contract/contracts.ts'
import { isLoopback } from '../../text/urls.ts'
import { serviceOf, shownPath, storeOf, valuesOf } from '../../deploy/target.ts'
import { LedgerError } from '../../ledger/ledger-error.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { streamInput } from '../../project/files/read-file.ts'
import { importResults, type MalformedResult, type ResultFormat } from '../../results/import-results.ts'
import { startReceiver } from '../../results/receiver.ts'
import { openProject } from '../../session/session.ts'
import { reportProven } from './ledger/ledger-notices.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { portError } from '../terminal/local-server.ts'
import type { Text } from '../../words/language.ts'
import { nextLine } from '../../words/phrases.ts'
import { counted, grouped } from '../../words/printable.ts'
import type { ResultFault } from '../../contract/contract.ts'
import { onSignals } from '../terminal/signals.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { InvalidValue, portNumber } from '../typed-command.ts'
import { fetchCommand, fetchOptions } from './results/fetch.ts'

const { target } = fetchOptions
const serveOptions = {
  target,
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
  json: asJson,
}
type ServeFlags = OptionValues<typeof serveOptions>

export const definition: CommandGroup = {
  usage: 'results',
  summary: { en: 'Receives or reads delivery results.', ko: '전달 결과를 받거나 읽습니다.' },
  commands: [
    command({
      usage: 'serve',
      summary: { en: 'Receives them by webhook.', ko: '웹훅으로 받습니다.' },
      examples: ['friendtalk results serve --target production'],
      options: serveOptions,
      run: ({ options, terminal }) => serveResults(options, terminal),
    }),
    command({
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
      run: ({ options, terminal }) => fetchCommand(options, terminal),
    }),
    command({
      usage: 'import <file>',
      summary: {
        en: 'Reads them from a .ndjson, .json or .csv file; - is the standard input.',
        ko: '.ndjson, .json, .csv 파일에서 읽습니다. -는 표준 입력입니다.',
      },
      examples: [
        'friendtalk results import export.csv --target production',
        'friendtalk results import - --target production < webhook.ndjson',
      ],
      options: { target, json: asJson },
      run: ({ args: [file], options, terminal }) => importFile(file, options, terminal),
    }),
  ],
}

function webhookPath(path: string): string {
  if (/^\/[\w\-.~/]*$/.test(path) && path !== '/healthz' && path !== '/metrics') return path
  throw new InvalidValue({
    en: 'Start with "/" and write letters, digits, "-", "_", ".", "~" and "/" alone; /healthz and /metrics are taken.',
    ko: '"/"로 시작하고 영문자, 숫자, "-", "_", ".", "~", "/"만 쓰세요. /healthz와 /metrics는 쓸 수 없습니다.',
  })
}

async function serveResults(flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
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
    const { proven, ...counts } = receiver.metrics.counts
    reportProven(proven, terminal)
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
}

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

async function importFile(
  file: string,
  flags: Pick<ServeFlags, 'target' | 'config' | 'root' | 'quiet'>,
  terminal: Terminal,
): Promise<Printed> {
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
    const { proven, ...counts } = await importResults({
      service,
      source,
      format: isStandardInput ? undefined : format,
      columns: project.config.columns,
      inbox,
      onMalformed: (malformed) => {
        if (listed.length < maxListed) listed.push(malformed)
        const { line, fault } = malformed
        const text = faultWords[fault.type]('field' in fault ? fault.field : '', contractNamed(service).results.fields)
        terminal.fail(`${isStandardInput ? 'stdin' : file}:${line}: ${text[lang]}`)
      },
      onProgress: (results) => progress.update(results),
    })
    progress.end()
    reportProven(proven, terminal)
    const { recorded, repeated, foreign, malformed } = counts
    const imported = {
      en: `${counted(recorded, 'result')} recorded, ${grouped(repeated)} known before, ${grouped(foreign)} of messages that the ledger does not have, ${grouped(malformed)} malformed.`,
      ko: `결과 ${grouped(recorded)}건을 기록했습니다. 이미 있던 결과 ${grouped(repeated)}건, 발송 기록에 없는 메시지 ${grouped(foreign)}건, 형식 오류 ${grouped(malformed)}건.`,
    }
    const next = nextLine(terminal.command('status', [['--target', store.target]]))
    return {
      exit: malformed > 0 ? exitCodes.findings : exitCodes.done,
      json: { target: store.target, ...counts, lines: listed.map(({ line, fault }) => ({ line, ...fault })) },
      lines: flags.quiet ? [imported] : [imported, next],
    }
  } finally {
    progress.end()
    await inbox.close()
  }
}

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
  'not-commas': () => ({
    en: 'has columns that do not stand apart by commas; save the file with commas',
    ko: '열이 쉼표로 나뉘어 있지 않습니다. 쉼표로 나누어 저장하세요',
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

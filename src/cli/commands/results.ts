import { wrongValue } from '../../project/usage-error.ts'
import { command, commandGroup, option } from '../command.ts'
import { extname, resolve } from 'node:path'
import { contractNamed } from '../../contract/contracts.ts'
import { isLoopback } from '../../text/urls.ts'
import { serviceOf, shownPath, storeOf, valuesOf } from '../../deploy/target.ts'
import { LedgerError } from '../../ledger/ledger-error.ts'
import type { LedgerStore } from '../../ledger/ledger.ts'
import { streamInput } from '../../project/files/read-file.ts'
import type { Project } from '../../project/project.ts'
import { importResults, type MalformedResult, type ResultFormat } from '../../results/import-results.ts'
import { type Receiver, startReceiver } from '../../results/receiver.ts'
import { openProject } from '../../session/session.ts'
import { reportProven } from './ledger/ledger-words.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { portError, portOf } from '../terminal/local-server.ts'
import { printableJson } from '../terminal/printable.ts'
import { printable } from '../../words/printable.ts'
import { onSignals } from '../terminal/signals.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'
import { numberAbove0 } from '../typed-command.ts'
import { fetchCommand, type FetchFlags } from './results/fetch.ts'
import { resultsWords } from './results/results-words.ts'

const targetOption = option('--target <name>', {
  en: 'whose results they are (default: the only configured one)',
  ko: '결과를 받을 발송 대상(기본값: 설정에 하나뿐이면 그 대상)',
})
const asJson = option('--json', { en: 'print what was taken as JSON', ko: '기록한 결과를 JSON으로 출력' })

export const definition = commandGroup({
  usage: 'results',
  commands: {
    serve: command({
      usage: 'serve',
      summary: { en: 'Receives them by webhook.', ko: '웹훅으로 받습니다.' },
      examples: ['friendtalk results serve --target production'],
      options: [
        targetOption,
        option('--port <port>', {
          en: 'port to listen on, 0 for a free one (default: 8090)',
          ko: '포트. 0이면 빈 포트(기본값: 8090)',
        }),
        option('--host <host>', {
          en: 'address to listen on; one that others can reach needs a token (default: 127.0.0.1)',
          ko: '주소. 외부에서 접근할 수 있는 주소에는 토큰이 필요함(기본값: 127.0.0.1)',
        }),
        option('--path <path>', { en: 'path of the webhook (default: /)', ko: '웹훅 경로(기본값: /)' }),
        asJson,
      ],
      run: (terminal: Terminal, flags: ResultsFlags) => serveResults(flags, terminal),
    }),
    fetch: command({
      usage: 'fetch',
      summary: {
        en: 'Asks the service for them, where it can be asked.',
        ko: '조회할 수 있는 서비스에 결과를 조회합니다.',
      },
      examples: [
        'friendtalk results fetch --target production',
        'friendtalk results fetch --target production --release 2026-06-sale --every 10',
      ],
      options: [
        targetOption,
        option('--release <release>', { en: 'of this release alone', ko: '이 릴리스만' }),
        option(
          '--every <minutes>',
          {
            en: 'ask again every so many minutes, until nothing open is younger than four days',
            ko: '이 간격(분)으로 다시 조회. 나흘이 지나지 않은 미완료 발송이 없으면 끝남',
          },
          { parse: numberAbove0 },
        ),
        asJson,
      ],
      run: (terminal: Terminal, flags: FetchFlags) => fetchCommand(flags, terminal),
    }),
    import: command({
      usage: 'import <file>',
      summary: {
        en: 'Reads them from a .ndjson, .json or .csv file; - is the standard input.',
        ko: '.ndjson, .json, .csv 파일에서 읽습니다. -는 표준 입력입니다.',
      },
      examples: [
        'friendtalk results import export.csv --target production',
        'friendtalk results import - --target production < webhook.ndjson',
      ],
      options: [targetOption, asJson],
      run: (terminal: Terminal, file: string, flags: ResultsFlags) => importFile(file, flags, terminal),
    }),
  },
})

export interface ResultsFlags extends GlobalFlags {
  readonly target?: string
  /** As typed; 8090 when it is absent, 0 for any free one. */
  readonly port?: string
  readonly host?: string
  readonly path?: string
  readonly json?: boolean
}

const defaultPort = 8090
const defaultHost = '127.0.0.1'

async function serveResults(flags: ResultsFlags, terminal: Terminal): Promise<ExitCode> {
  const { out, err, colors, verbosity } = terminal
  const warn = (line: string): void => {
    err(`${colors.yellow('!')} ${printable(line)}\n`)
  }
  const project = await openProject(flags, terminal)
  const words = resultsWords[terminal.lang]
  const store = storeOf(project, flags.target, terminal)
  const { receiver, isGuarded, needsToken } = await listen({ project, store, flags, terminal }, warn)
  const signals = onSignals(() => exitCodes.done)
  try {
    if (flags.json) out(`${printableJson({ event: 'listening', url: receiver.url, target: store.target })}\n`)
    else out(`${printable(words.listening(receiver.url, store.target))}\n`)
    if (verbosity !== 'quiet' && isGuarded) err(`${needsToken ? words.withToken : words.withSignature}\n`)
    if (!isGuarded) warn(words.withoutToken)
    await tellMissing(store, { terminal, warn })
    if (!signals.stop.aborted) await new Promise((stopped) => signals.stop.addEventListener('abort', stopped))
    await receiver.close()
    const { counts } = receiver.metrics
    const { proven, ...told } = counts
    reportProven(proven, terminal)
    if (flags.json) out(`${printableJson({ event: 'end', ...told })}\n`)
    else if (verbosity !== 'quiet') err(`${words.stopped(counts)}\n`)
    return exitCodes.done
  } finally {
    signals.end()
  }
}

interface Serving {
  readonly project: Project
  readonly store: LedgerStore
  readonly flags: ResultsFlags
  readonly terminal: Terminal
}

/** @throws UsageError where it cannot listen, or must not */
async function listen(
  { project, store, flags, terminal }: Serving,
  warn: (line: string) => void,
): Promise<{ readonly receiver: Receiver; readonly isGuarded: boolean; readonly needsToken: boolean }> {
  const { lang, env } = terminal
  const words = resultsWords[lang]
  const { host = defaultHost, path = '/' } = flags
  const port = portOf(flags.port) ?? defaultPort
  if (!pathForm.test(path) || ownPaths.has(path)) {
    throw wrongValue('--path', {
      en: 'must start with "/" and hold letters, digits, "-", "_", ".", "~" and "/" alone; /healthz and /metrics are taken',
      ko: '"/"로 시작하고 영문자, 숫자, "-", "_", ".", "~", "/"만 쓸 수 있습니다. /healthz와 /metrics는 쓸 수 없습니다',
    })
  }
  const signed = Object.hasOwn(project.config.targets, store.target) ? project.config.targets[store.target] : undefined
  const secretOf = (reference: { readonly env: string } | undefined): string | undefined =>
    reference && valuesOf([reference.env], store.target, env)[0]
  const signature = secretOf(signed?.webhookSignature)
  // A service that signs has no place for a token.
  const token = signature === undefined ? secretOf(project.config.results?.token) : undefined
  const isGuarded = token !== undefined || signature !== undefined
  if (!isGuarded && !isLoopback(host.includes(':') ? `[${host}]` : host)) {
    throw wrongValue('--host', {
      en: 'is reachable from other machines, so "results: { token: { env: … } }" is needed in the configuration',
      ko: '다른 컴퓨터에서 접근할 수 있는 주소이므로 설정에 "results: { token: { env: … } }"가 필요합니다',
    })
  }
  const onProblem = (problem: unknown): void => {
    if (problem === undefined) {
      warn(words.recordingAgain)
      return
    }
    warn(words.failing)
    const other = problem instanceof Error ? [problem.message] : []
    for (const line of problem instanceof LedgerError ? problem.text[lang] : other)
      terminal.err(`  ${printable(line)}\n`)
  }
  try {
    const inbox = store.results()
    const service = serviceOf(project, store.target)
    const receiver = await startReceiver({ service, inbox, host, port, path, token, signature, onProblem })
    return { receiver, isGuarded, needsToken: token !== undefined }
  } catch (error) {
    throw portError(error, port, lang)
  }
}

const pathForm = /^\/[\w\-.~/]*$/
const ownPaths: ReadonlySet<string> = new Set(['/healthz', '/metrics'])

/** Says when there is no ledger yet: results can only be of messages that one has. */
async function tellMissing(
  store: LedgerStore,
  { terminal, warn }: { readonly terminal: Terminal; readonly warn: (line: string) => void },
): Promise<void> {
  try {
    if ((await store.state()) !== 'made')
      warn(resultsWords[terminal.lang].noLedgerYet(shownPath(store.path, terminal.cwd)))
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    for (const line of error.text[terminal.lang]) warn(line)
  }
}

const formats: { readonly [extension: string]: ResultFormat } = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
  '.csv': 'csv',
}

/** So many malformed lines stand in the JSON; all are counted. */
const maxListed = 1_000

async function importFile(file: string, flags: ResultsFlags, terminal: Terminal): Promise<ExitCode> {
  const { cwd, out, err, colors, verbosity } = terminal
  const project = await openProject(flags, terminal)
  const words = resultsWords[terminal.lang]
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
        const place = `${isStandardInput ? 'stdin' : file}:${malformed.line}`
        err(
          `${colors.red('✗')} ${printable(words.malformedLine(place, malformed.fault, contractNamed(service).results.fields))}\n`,
        )
      },
      onProgress: (results) => progress.update(results),
    })
    progress.end()
    reportProven(proven, terminal)
    if (flags.json) {
      const malformed = listed.map(({ line, fault }) => ({ line, ...fault }))
      out(`${printableJson({ version: 1, target: store.target, ...counts, lines: malformed }, 2)}\n`)
    } else {
      out(`${words.imported(counts)}\n`)
      if (verbosity !== 'quiet') {
        out(`${words.next(printable(terminal.command('status', [['--target', store.target]])))}\n`)
      }
    }
    return counts.malformed > 0 ? exitCodes.findings : exitCodes.done
  } finally {
    progress.end()
    await inbox.close()
  }
}

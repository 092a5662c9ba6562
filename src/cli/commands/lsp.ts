import { command, option } from '../command.ts'
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { messageRules } from '../../rules/rules.ts'
import { startServer } from '../../lsp/server.ts'
import { version } from '../installation.ts'
import { rulePages } from './rules/rule-catalog.ts'
import { printable } from '../../words/printable.ts'
import { mayLeave } from '../terminal/signals.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'

export const definition = command({
  usage: 'lsp',
  examples: ['friendtalk lsp --stdio'],
  options: [
    option('--stdio', {
      en: 'taken because editors give it; it is the only way',
      ko: '편집기가 붙이는 옵션이며 붙이지 않아도 같습니다',
    }),
  ],
  run: (terminal: Terminal, flags: GlobalFlags) => lspCommand(flags, terminal),
})

/** `lsp`: serves an editor on the standard input and output until it goes. */
function lspCommand(flags: GlobalFlags, terminal: Terminal): Promise<ExitCode> {
  // What goes wrong in answering one request must not end the others.
  process.on('unhandledRejection', (error) => {
    terminal.err(`${printable(error instanceof Error ? error.message : String(error))}\n`)
  })
  const ids = new Set(messageRules.map(({ id }) => id))
  startServer({
    // There is no terminal to show progress or to ask on.
    host: { ...terminal, progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }) },
    ...(flags.lang !== undefined && { lang: flags.lang }),
    choice: {
      ...(flags.config !== undefined && { config: flags.config }),
      ...(flags.root !== undefined && { root: flags.root }),
    },
    version: version(),
    rules: (lang) => {
      let pageOf: ReturnType<typeof rulePages> | undefined
      return (id) => (ids.has(id) ? (pageOf ??= rulePages(lang))(id) : undefined)
    },
    input: process.stdin,
    output: protocolOutput(),
  })
  // The connection ends the process, with the code that the protocol asks for.
  mayLeave()
  return new Promise(() => {})
}

/** The standard output for the protocol alone: what a configuration prints goes to the standard error. */
function protocolOutput(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  globalThis.console = new Console(stderr)
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      write(chunk, (error) => done(error))
    },
  })
}

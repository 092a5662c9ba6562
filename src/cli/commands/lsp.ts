import { command, flag } from '../command.ts'
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { messageRules } from '../../rules/rules.ts'
import { startServer } from '../../lsp/server.ts'
import { version } from '../installation.ts'
import { rulePages } from './rules/rule-catalog.ts'

/** `lsp`: serves an editor on the standard input and output until it goes. */
export const definition = command({
  usage: 'lsp',
  examples: ['friendtalk lsp --stdio'],
  options: {
    stdio: flag('--stdio', {
      en: 'taken because editors give it; it is the only way',
      ko: '편집기가 붙이는 옵션이며 붙이지 않아도 같습니다',
    }),
  },
  run({ options: { lang: asked, config, root }, terminal }) {
    // A request that fails must not end the others.
    process.on('unhandledRejection', (error) => terminal.tell(error instanceof Error ? error.message : String(error)))
    const ids = new Set(messageRules.map(({ id }) => id))
    startServer({
      // There is no terminal to show progress or to ask on.
      host: { ...terminal, progress: () => ({ update: () => {}, pause: () => {}, end: () => {} }) },
      ...(asked !== undefined && { lang: asked }),
      choice: { config, root },
      version: version(),
      rules: (lang) => {
        let pageOf: ReturnType<typeof rulePages> | undefined
        return (id) => (ids.has(id) ? (pageOf ??= rulePages(lang))(id) : undefined)
      },
      input: process.stdin,
      output: protocolOutput(),
    })
    // The connection ends the process, with the code that the protocol asks for.
    return new Promise(() => {})
  },
})

/** Keeps the standard output for the protocol: what a configuration prints goes to the standard error. */
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

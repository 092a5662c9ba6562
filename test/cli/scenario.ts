/** A command, the files it finds, and everything it says; see `test/scenarios`. */
export interface Scenario {
  readonly title: string
  readonly files: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly exitCode: number
  /** Exact; undefined where only its being JSON is asked. */
  readonly stdout: string | undefined
  readonly stderr: string
  /** Texts that no output may hold. */
  readonly neverPrinted: readonly string[]
  /** The paths of all files afterwards, where that is asked. */
  readonly filesAfter: readonly string[] | undefined
}

/**
 * Reads a scenario. Its sections start with a line `====name====`:
 *
 * - `test`: one sentence
 * - `file:<path>`: a file that is there before; `escaped file:<path>`: the same, `\u{…}` standing for a character
 * - `env`: lines `NAME=value`
 * - `command`: a line `friendtalk …`; an argument with spaces stands in double quotes
 * - `exit`: the exit code
 * - `stdout`, `stderr`: the exact output, `{root}` for the folder; empty where the section is missing
 * - `stdout is JSON`: instead of `stdout`
 * - `never printed`: a text a line that must not appear
 * - `files after`: every file that is there afterwards, sorted
 */
export function parseScenario(text: string): Scenario {
  const sections = text.split(/^====(?=[^\n=]+====\n)/m).slice(1)
  const files: Record<string, string> = {}
  const found = new Map<string, string>()
  for (const section of sections) {
    const [head, name = ''] = /^([^\n]+?)====\n/.exec(section) ?? ['']
    const content = section.slice(head.length)
    const file = /^(escaped )?file:(.+)$/.exec(name)
    if (file?.[2] !== undefined) files[file[2]] = file[1] === undefined ? content : unescaped(content)
    else if (!names.has(name) || found.has(name)) throw new Error(`unknown or second section ${name}`)
    else found.set(name, content)
  }
  const lines = (name: string): string[] => (found.get(name) ?? '').split('\n').filter((line) => line !== '')
  const [title] = lines('test')
  const [command] = lines('command')
  const [exitCode] = lines('exit')
  if (title === undefined || command === undefined || exitCode === undefined) {
    throw new Error('test, command or exit is missing')
  }
  return {
    title,
    files,
    env: Object.fromEntries(lines('env').map((line) => line.split('=', 2))),
    args: argumentsOf(command),
    exitCode: Number(exitCode),
    stdout: found.has('stdout is JSON') ? undefined : (found.get('stdout') ?? ''),
    stderr: found.get('stderr') ?? '',
    neverPrinted: lines('never printed'),
    filesAfter: found.has('files after') ? lines('files after') : undefined,
  }
}

const names: ReadonlySet<string> = new Set([
  'test',
  'env',
  'command',
  'exit',
  'stdout',
  'stdout is JSON',
  'stderr',
  'never printed',
  'files after',
])

function argumentsOf(command: string): string[] {
  const [name, ...args] = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
  if (name !== 'friendtalk') throw new Error(`a command starts with friendtalk: ${command}`)
  return args
}

function unescaped(text: string): string {
  return text.replace(/\\u\{([0-9A-F]+)\}/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
}

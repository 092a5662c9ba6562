import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ByteReading, CharacterReading } from '../contract/units.ts'
import { type Fault, fault, type Where } from '../fault.ts'
import { LineIndex } from '../language/line-index.ts'
import { checkYamlShape, type ShapeFault, shapeFaults } from '../language/shape.ts'
import { parseYaml } from '../language/yaml.ts'
import { type Language, wordsIn } from '../words/words.ts'
import { configSchema } from './config-schema.ts'
import type { RuleSeverity, Sender, Target, UserConfig } from './define-config.ts'
import { UsageError } from './usage-error.ts'

/** The configuration with every default filled in. */
export interface Config {
  readonly messages: readonly string[]
  readonly senders: { readonly [name: string]: Sender }
  readonly limits: { readonly bytes: ByteReading; readonly characters: CharacterReading }
  readonly rules: { readonly [rule: string]: RuleSeverity }
  readonly overrides: NonNullable<UserConfig['overrides']>
  readonly targets: { readonly [name: string]: Target }
  readonly ledger: string
}

/** The names that are looked for, in this order, in each directory upwards. */
const configNames = ['ts', 'js', 'mjs', 'json'].map((extension) => `friendtalk.config.${extension}`)

/** The configuration where there is none. */
export const defaultConfig: Config = {
  messages: [],
  senders: {},
  limits: { bytes: 'utf-8', characters: 'utf-16' },
  rules: {},
  overrides: [],
  targets: {},
  ledger: '.friendtalk/ledger.db',
}

/** Finds the configuration file that holds for a directory. */
export function findConfig(directory: string): string | undefined {
  const found = configNames.map((name) => join(directory, name)).find((file) => existsSync(file))
  const parent = dirname(directory)
  return found ?? (parent === directory ? undefined : findConfig(parent))
}

export interface LoadOptions {
  /** Paths in messages are relative to it. */
  readonly cwd: string
  readonly lang: Language
  /** What `import … from 'friendtalk'` in a configuration gives: it may stand where friendtalk is not installed. */
  readonly library: () => Promise<object>
}

/**
 * Loads and checks a configuration file. A `.ts`, `.js` or `.mjs` file is run; a `.json` file is only read.
 *
 * @throws UsageError for a file that cannot be read or is wrong, with each fault at its place where that is known
 */
export async function loadConfig(file: string, { cwd, lang, library }: LoadOptions): Promise<Config> {
  const shown = relative(cwd, file)
  const user = file.endsWith('.json') ? readJson(file, shown, lang) : await runModule(file, { shown, lang, library })
  return {
    ...defaultConfig,
    ...user,
    limits: { ...defaultConfig.limits, ...user.limits },
  }
}

const validate = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }).compile(configSchema)
const shape = { validate, where: whereOf }

function readJson(file: string, shown: string, lang: Language): UserConfig {
  const source = read(file, shown).replace(/^\uFEFF/, '')
  const lines = new LineIndex(source)
  const at = (offset: number): string => {
    const { line, column } = lines.at(offset)
    return `${shown}:${line}:${column}`
  }
  let config: unknown
  try {
    config = JSON.parse(source)
  } catch (error) {
    const { message } = error as SyntaxError
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? source.length)
    throw new UsageError(`${at(offset)}: not JSON: ${message}`)
  }
  // JSON is YAML, whose reader knows where everything stands.
  const { root, faults } = parseYaml(source, { start: 0, end: source.length }, Number.POSITIVE_INFINITY)
  const start = { start: 0, end: 0 }
  const found = root ? [...faults, ...checkYamlShape(root, start, shape)] : [...faults]
  const word = wordsIn(lang)
  const problems = found.map((wrong) => `${at(secretsFirst(wrong).span.start)}: ${word(secretsFirst(wrong)).message}`)
  return checked(config, problems, shown, lang)
}

async function runModule(
  file: string,
  { shown, lang, library }: Omit<LoadOptions, 'cwd'> & { shown: string },
): Promise<UserConfig> {
  const { createJiti } = await import('jiti')
  const virtualModules = { friendtalk: await library() }
  // Without caches a watcher sees every edit, and nothing is written into anyone's folders.
  const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false, virtualModules })
  let config: unknown
  try {
    config = await jiti.import(file, { default: true })
  } catch (error) {
    throw new UsageError(`${shown}: cannot be run: ${error instanceof Error ? error.message : String(error)}`)
  }
  const word = wordsIn(lang)
  const problems = shapeFaults(config, shape).map((wrong) => {
    const path = wrong.path.length === 0 ? '' : ` (${wrong.path.join('.')})`
    return `${shown}: ${word(secretsFirst(toFault(wrong))).message}${path}`
  })
  return checked(config, problems, shown, lang)
}

function toFault({ rule, args }: ShapeFault): Fault {
  return fault(rule, { start: 0, end: 0 }, args)
}

const secretKeys: ReadonlySet<string> = new Set(['sender_key', 'userId', 'secretKey', 'failbackSecretKey'])

/** A value where only `{ env }` may stand is more than a wrong type: it may be a secret in the repository. */
function secretsFirst(wrong: Fault): Fault {
  const isType = wrong.rule === 'value-type' || wrong.rule === 'number-unquoted'
  return isType && secretKeys.has(wrong.args.key) ? fault('secret-literal', wrong.span, { key: wrong.args.key }) : wrong
}

function checked(config: unknown, problems: readonly string[], shown: string, lang: Language): UserConfig {
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  const user = config as UserConfig
  const word = wordsIn(lang)
  const wrong = Object.entries(user.targets ?? {}).flatMap(([name, target]) =>
    targetFaults(target).map((found) => `${shown}: ${word(found).message} (targets.${name})`),
  )
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))
  return user
}

function targetFaults(target: Target): Fault[] {
  const nowhere = { start: 0, end: 0 }
  const urls = ['uploadUrl', 'baseUrl'] as const
  const faults: Fault[] = urls
    .filter((key) => !isHttps(target[key]) && !isLoopback(target[key]))
    .map((key) => fault('url-not-https', nowhere, { key }))
  if (target.window === false && !urls.every((key) => isLoopback(target[key]))) {
    faults.push(fault('window-not-off', nowhere, {}))
  }
  if (typeof target.recipients === 'string' && target.recipients !== 'all') {
    faults.push(fault('value-not-allowed', nowhere, { key: 'recipients', value: target.recipients, allowed: ['all'] }))
  }
  return faults
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:'
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return /^https?:$/.test(protocol) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function read(file: string, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(resolve(file)))
  } catch (error) {
    throw new UsageError(`${shown}: cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function whereOf([first, second, third]: readonly string[]): Where {
  if (third !== undefined) return 'environment'
  if (first === 'senders' && second !== undefined) return 'sender'
  if (first === 'targets' && second !== undefined) return 'target'
  if (first === 'overrides' && second !== undefined) return 'override'
  return first === 'limits' ? 'limits' : 'configuration'
}

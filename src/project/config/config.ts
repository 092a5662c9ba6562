import { inKorean } from '../../text/json-schema.ts'
import { type WrongValue, wrongValues } from '../usage-error.ts'
import { withoutByteOrderMark } from '../../diagnostic.ts'
import { dirname, join, relative } from 'node:path'
import { timeOfDayIn } from '../../text/korean-time.ts'
import { contractNamed, defaultService } from '../../contract/contracts.ts'
import { isLoopbackUrl, serviceUrlViolation } from '../../text/urls.ts'
import { normalizeName } from '../../text/text.ts'
import { type RuleId, type Violation, violation, type ViolationArgs } from '../../violation.ts'
import type { Where } from '../../finding-types.ts'
import { LineIndex } from '../../language/document.ts'
import { isVariableName, namesMeant } from '../../language/pieces.ts'
import { suggestionFor } from '../../language/nearest.ts'
import { locateShapeViolation, type ShapeViolation, shapeViolations, shapeOf } from '../../language/shape.ts'
import { parseYaml } from '../../language/yaml.ts'
import { type CustomRule, wrongKeysOf } from '../../rules/custom-rule.ts'
import { configurableRules, recipientRules, ruleIds } from '../../rules/rules.ts'
import type { RuleSettings } from '../../rules/run.ts'
import { isPhoneNumber } from '../../text/phone-number.ts'
import { isLanguage, type Language, type Text } from '../../words/language.ts'
import { violationWording } from '../../rules/violations.ts'
import { runConfig, type RunConfigOptions } from './config-module.ts'
import {
  configSchema,
  type DatabaseLedger,
  defaultSchema,
  schemaForm,
  type Target,
  type UserConfig,
} from './user-config.ts'
import { lstatOf, namesIn } from '../files/paths.ts'
import { maxHandWrittenBytes, parseJson, readInput } from '../files/read-file.ts'

/** The configuration with every default filled in; senders by normalised name. */
export interface Config
  extends
    Required<Omit<UserConfig, '$schema' | 'lang' | 'channel' | 'results' | 'limits' | 'ledger'>>,
    Pick<UserConfig, 'lang' | 'channel' | 'results'> {
  readonly limits: Required<NonNullable<UserConfig['limits']>>
  readonly ledger: string | Required<DatabaseLedger>
}

/** The names that are looked for, in this order, in each directory upwards. */
export const configNames = ['ts', 'js', 'mjs', 'json'].map((extension) => `friendtalk.config.${extension}`)

export const defaultConfig: Config & { readonly ledger: string } = {
  messages: [],
  senders: {},
  limits: { bytes: 'utf-8', characters: 'utf-16' },
  rules: {},
  overrides: [],
  plugins: [],
  terms: [],
  require: [],
  columns: {},
  values: {},
  targets: {},
  ledger: '.friendtalk/ledger.db',
}

/** Finds the configuration file that holds for a directory; a link to nowhere is one that cannot be read. */
export function findConfig(directory: string): string | undefined {
  const parent = dirname(directory)
  return configIn(directory) ?? (parent === directory ? undefined : findConfig(parent))
}

function configIn(directory: string): string | undefined {
  return configNames.map((name) => join(directory, name)).find((file) => lstatOf(file) !== undefined)
}

/** Returns the configurations in the folders below one, and in those below these. */
export function configsBelow(directory: string, depth = 2): readonly string[] {
  if (depth === 0) return []
  return namesIn(directory)
    .filter((name) => !/^(?:\.|node_modules$)/.test(name))
    .flatMap((name) => configIn(join(directory, name)) ?? configsBelow(join(directory, name), depth - 1))
}

export interface LoadOptions extends RunConfigOptions {
  /** Paths in messages are relative to it. */
  readonly cwd: string
  /** Is told the language that the configuration asks for, also where the configuration is wrong. */
  readonly takeLanguage?: ((configured: Language | undefined) => unknown) | undefined
}

/**
 * Loads and checks a configuration file. A `.ts`, `.js` or `.mjs` file is run; a `.json` file is only read.
 *
 * @throws UsageError for a file that cannot be read or is wrong, with each violation at its place where that is known
 */
export async function loadConfig(file: string, { cwd, takeLanguage, ...run }: LoadOptions): Promise<Config> {
  const shown = relative(cwd, file)
  const isJson = file.endsWith('.json')
  // A module is read first too, because its loader would wait for a pipe.
  const source = withoutByteOrderMark(readInput(file, { shown, maxBytes: maxHandWrittenBytes }))
  const config = isJson ? parseJson(source, shown) : await runConfig(file, shown, run)
  // The violations are told in the language that the configuration asks for.
  const { lang } = (config ?? {}) as { readonly lang?: unknown }
  takeLanguage?.(typeof lang === 'string' && isLanguage(lang) ? lang : undefined)
  const wrong = isJson ? violationsOfJson(config, { source, shown }) : violationsOfModule(config, shown)
  if (wrong.length > 0) throw wrongValues(wrong)
  const user = config as UserConfig
  return {
    ...defaultConfig,
    ...user,
    senders: Object.fromEntries(
      Object.entries(user.senders ?? {}).map(([name, sender]) => [normalizeName(name) ?? name, sender]),
    ),
    values: Object.fromEntries(
      Object.entries(user.values ?? {}).map(([name, text]) => {
        return [name.normalize('NFC'), text.replaceAll(/\r\n?/g, '\n').normalize('NFC')]
      }),
    ),
    limits: { ...defaultConfig.limits, ...user.limits },
    ledger:
      typeof user.ledger === 'object'
        ? { schema: defaultSchema, ...user.ledger }
        : (user.ledger ?? defaultConfig.ledger),
  }
}

const shape = shapeOf(configSchema, whereOf, { allowUnionTypes: true, keywords: [inKorean] })

function violationsOfJson(config: unknown, { source, shown }: { source: string; shown: string }): WrongValue[] {
  const lines = new LineIndex(source)
  // JSON is YAML, whose reader knows where everything stands.
  const { root, violations } = parseYaml(source, { start: 0, end: source.length }, Number.POSITIVE_INFINITY)
  const nowhere = { start: 0, end: 0 }
  // JSON has no functions: what stands there was meant for another file, and is not looked at.
  const hasPlugins = typeof config === 'object' && config !== null && 'plugins' in config
  const ofPlugins: ShapeViolation[] = hasPlugins
    ? [{ rule: 'plugins-in-json', args: {}, path: ['plugins'], at: 'key' }]
    : []
  const meant = [...ofPlugins, ...configViolations(config).filter(({ path }) => path[0] !== 'plugins')]
  return [...violations, ...meant.map((wrong) => locateShapeViolation(root, nowhere, wrong))]
    .toSorted((a, b) => a.span.start - b.span.start)
    .map((wrong) => {
      const { line, column } = lines.at(wrong.span.start)
      return { place: `${shown}:${line}:${column}`, message: messageOf(wrong) }
    })
}

function violationsOfModule(config: unknown, shown: string): WrongValue[] {
  return configViolations(config).map(({ rule, args, path }) => ({
    place: path.length === 0 ? shown : `${shown} (${path.join('.')})`,
    message: messageOf(violation(rule, { start: 0, end: 0 }, args)),
  }))
}

function messageOf(wrong: Violation): Text {
  const worded = withZero(wrong)
  return { en: violationWording(worded, 'en').message, ko: violationWording(worded, 'ko').message }
}

/** Gives a phone number its zero back, which it lost because it was written as a number. */
function withZero(found: Violation): Violation {
  if (found.rule !== 'number-unquoted') return found
  const text = `0${found.args.text}`
  return isPhoneNumber(text) ? violation(found.rule, found.span, { ...found.args, text }) : found
}

/** Returns what is wrong with a configuration; its values are looked at once it has its shape. */
function configViolations(config: unknown): ShapeViolation[] {
  const violations = shapeViolations(config, shape).map(secretsFirst)
  if (violations.length > 0) return violations
  const {
    targets = {},
    senders = {},
    rules = {},
    overrides = [],
    values = {},
    ledger,
    plugins = [],
  } = config as UserConfig
  const report: Report = (rule, path, args, at: 'key' | 'value' = 'value') => {
    // The type of a union's member cannot follow from a generic rule.
    violations.push({ rule, args, path, at } as unknown as ShapeViolation)
  }
  for (const [name, target] of Object.entries(targets)) checkTarget(name, target, report)
  for (const [name, { sender_number: number = '' }] of Object.entries(senders))
    if (number !== '' && !isPhoneNumber(number))
      report('phone-number-invalid', ['senders', name, 'sender_number'], { key: 'sender_number' })
  const custom = checkPlugins(plugins, report)
  checkRules(rules, custom, ['rules'], report)
  for (const [index, override] of overrides.entries())
    checkRules(override.rules, custom, ['overrides', String(index), 'rules'], report)
  for (const name of Object.keys(values)) {
    const [suggestion] = namesMeant(name)
    if (!isVariableName(name.normalize('NFC')))
      report('variable-name-invalid', ['values', name], { name, ...(suggestion && { suggestion }) }, 'key')
  }
  // As a path it would be no secret, and make a strange file.
  if (typeof ledger === 'string' && /^postgres(?:ql)?:/i.test(ledger))
    report('secret-literal', ['ledger'], { key: 'ledger.postgres' })
  if (typeof ledger === 'object' && ledger.schema !== undefined && !schemaForm.test(ledger.schema))
    report('schema-name-invalid', ['ledger', 'schema'], { name: ledger.schema })
  return violations
}

type Report = <R extends RuleId>(rule: R, path: readonly string[], args: ViolationArgs[R], at?: 'key') => void

/** Reports severities of rules that there are not, or that may not be set. */
function checkRules(rules: RuleSettings, custom: ReadonlySet<string>, path: readonly string[], report: Report): void {
  for (const rule of Object.keys(rules)) {
    if (configurableRules.has(rule) || custom.has(rule)) continue
    if (ruleIds.has(rule)) report('rule-not-configurable', [...path, rule], { rule }, 'key')
    else {
      const suggestion = suggestionFor(rule, [...configurableRules, ...custom])
      report('rule-unknown', [...path, rule], { rule, ...suggestion }, 'key')
    }
  }
}

const takenIds: ReadonlySet<string> = new Set([...ruleIds, ...recipientRules.map(({ id }) => id)])

/**
 * Reports rules that are none, and rules whose id another one has: settings and directives could mean both.
 *
 * @returns the ids of the others
 */
function checkPlugins(plugins: readonly CustomRule[], report: Report): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const [index, plugin] of plugins.entries()) {
    const path = ['plugins', String(index)]
    const keys = wrongKeysOf(plugin)
    if (keys.length > 0) {
      report('plugin-invalid', path, { keys })
      continue
    }
    const { id: rule } = plugin
    if (takenIds.has(rule)) report('rule-id-taken', path, { rule, by: 'friendtalk' })
    else if (ids.has(rule)) report('rule-id-taken', path, { rule, by: 'plugin' })
    else ids.add(rule)
  }
  return ids
}

const secretKeys: ReadonlySet<string> = new Set(
  'sender_key userId appKey webhookSignature secretKey failbackSecretKey postgres token'.split(' '),
)

/** Reports a value in place of `{ env }` as more than a wrong type: it may be a secret in the repository. */
function secretsFirst(wrong: ShapeViolation): ShapeViolation {
  const isType = wrong.rule === 'value-type' || wrong.rule === 'number-unquoted'
  if (!isType || !secretKeys.has(wrong.args.key)) return wrong
  return { rule: 'secret-literal', args: { key: wrong.args.key }, path: wrong.path, at: 'value' }
}

/** Headers that every request has. */
const httpHeaders = ['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding']

function checkTarget(name: string, target: Target, report: Report): void {
  const path = ['targets', name]
  const urls = (['uploadUrl', 'baseUrl'] as const).filter((key) => target[key] !== undefined)
  for (const key of urls) {
    const wrong = serviceUrlViolation(target[key] ?? '')
    if (wrong) report(wrong === 'not-https' ? 'url-not-https' : 'url-more-than-path', [...path, key], { key })
  }
  // It becomes part of a file's name.
  if (!/^[\w-]{1,64}$/.test(name)) report('target-name-invalid', path, { name }, 'key')
  if (target.window === false && !urls.every((key) => isLoopbackUrl(target[key] ?? '')))
    report('window-not-off', [...path, 'window'], {})
  checkHours(target, path, report)
  const { signing, batch } = contractNamed(target.service ?? defaultService)
  if (target.batch !== undefined && target.batch > batch.max) {
    const args = { key: 'batch', value: String(target.batch), allowed: [`1–${batch.max}`] }
    report('value-not-allowed', [...path, 'batch'], args)
  }
  for (const [header, value] of Object.entries(target.headers ?? {})) {
    const isTaken = [...httpHeaders, ...signing.headers].includes(header.toLowerCase())
    const isValid = /^[\w!#$%&'*+.^`|~-]+$/.test(header) && (typeof value !== 'string' || /^[\x20-\x7e]+$/.test(value))
    if (isTaken || !isValid) report('header-not-allowed', [...path, 'headers', header], { header }, 'key')
  }
}

/** Reports own hours that are none or wider than those of the service, and hours in which no request could start. */
function checkHours(
  { service = defaultService, window = true, requestTimeoutMs }: Target,
  path: readonly string[],
  report: Report,
): void {
  if (window === false) return
  const contract = contractNamed(service)
  const { restrictedFrom, restrictedUntil } = contract.hours
  const { from = restrictedUntil, until = restrictedFrom } = window === true ? {} : window
  let isWrong = false
  for (const [key, value] of Object.entries({ from, until })) {
    const isTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)
    if (isTime && value >= restrictedUntil && value <= restrictedFrom) continue
    isWrong = true
    report(isTime ? 'window-wider' : 'window-no-time', [...path, 'window', key], { key, value })
  }
  if (isWrong || timeOfDayIn(until) - timeOfDayIn(from) > (requestTimeoutMs ?? contract.requestTimeoutMs)) return
  report('window-empty', [...path, window === true ? 'requestTimeoutMs' : 'window'], { from, until })
}

function whereOf([first, second, third]: readonly string[]): Where {
  if (first === 'terms' && second !== undefined) return 'term'
  if (first === 'require' && second !== undefined) return 'requirement'
  if (first === 'channel' || third === 'channel') return 'channel'
  if (third === 'window') return 'window'
  if (third !== undefined || ((first === 'ledger' || first === 'results') && second !== undefined)) return 'environment'
  if (first === 'senders' && second !== undefined) return 'sender'
  if (first === 'targets' && second !== undefined) return 'target'
  if (first === 'overrides' && second !== undefined) return 'override'
  if (first === 'ledger') return 'ledger'
  return first === 'limits' ? 'limits' : 'configuration'
}

import { inKorean } from '../../text/json-schema.ts'
import { type WrongValue, wrongValues } from '../usage-error.ts'
import { withoutByteOrderMark } from '../../diagnostic.ts'
import { dirname, join, relative } from 'node:path'
import { timeOfDayIn } from '../../text/korean-time.ts'
import { contractNamed, defaultService } from '../../contract/contracts.ts'
import { isLoopbackUrl, serviceUrlViolation } from '../../text/urls.ts'
import { normalizeName } from '../../text/text.ts'
import { type Violation, violation } from '../../violation.ts'
import type { Where } from '../../finding-types.ts'
import { LineIndex } from '../../language/document.ts'
import { isVariableName, namesMeant } from '../../language/pieces.ts'
import type { Constants } from '../../message/message.ts'
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
  type Sender,
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
  takeLanguage?.(languageIn(config))
  const wrong = isJson ? violationsOfJson(config, { source, shown }) : violationsOfModule(config, shown)
  if (wrong.length > 0) throw wrongValues(wrong)
  const user = config as UserConfig
  return {
    ...defaultConfig,
    ...user,
    ...(user.senders && { senders: byNormalizedName(user.senders) }),
    values: Object.fromEntries(
      Object.entries(user.values ?? {}).map(([name, text]) => [name.normalize('NFC'), constantText(text)]),
    ),
    limits: { ...defaultConfig.limits, ...user.limits },
    ledger:
      typeof user.ledger === 'object'
        ? { schema: defaultSchema, ...user.ledger }
        : (user.ledger ?? defaultConfig.ledger),
  }
}

function constantText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').normalize('NFC')
}

function byNormalizedName(senders: Config['senders']): Config['senders'] {
  return Object.fromEntries(Object.entries(senders).map(([name, sender]) => [normalizeName(name) ?? name, sender]))
}

const shape = shapeOf(configSchema, whereOf, { allowUnionTypes: true, keywords: [inKorean] })

function violationsOfJson(config: unknown, { source, shown }: { source: string; shown: string }): WrongValue[] {
  const lines = new LineIndex(source)
  // JSON is YAML, whose reader knows where everything stands.
  const { root, violations } = parseYaml(source, { start: 0, end: source.length }, Number.POSITIVE_INFINITY)
  const nowhere = { start: 0, end: 0 }
  // JSON cannot have `plugins`: what is inside is not reported as well.
  const meant = [...inJson(config), ...configViolations(config)].filter(
    ({ rule, path }) => path[0] !== 'plugins' || rule === 'plugins-in-json',
  )
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

function languageIn(config: unknown): Language | undefined {
  const { lang } = (config ?? {}) as { readonly lang?: unknown }
  return typeof lang === 'string' && isLanguage(lang) ? lang : undefined
}

function messageOf(wrong: Violation): Text {
  const wordsIn = (lang: Language): string => violationWording(withZero(wrong), lang).message
  return { en: wordsIn('en'), ko: wordsIn('ko') }
}

/** A phone number that is written as a number has lost its zero. */
function withZero(found: Violation): Violation {
  if (found.rule !== 'number-unquoted') return found
  const text = `0${found.args.text}`
  return isPhoneNumber(text) ? violation(found.rule, found.span, { ...found.args, text }) : found
}

/** Returns what is wrong with a configuration; its values are looked at once it has its shape. */
function configViolations(config: unknown): ShapeViolation[] {
  const violations = shapeViolations(config, shape).map(secretsFirst)
  if (violations.length > 0) return violations
  const { targets = {}, senders = {}, rules = {}, overrides = [], values = {}, ledger } = config as UserConfig
  const { plugins = [] } = config as UserConfig
  const custom = new Set(plugins.filter((rule) => wrongKeysOf(rule).length === 0).map(({ id }) => id))
  return [
    ...Object.entries(targets).flatMap(([name, target]) => targetViolations(name, target)),
    ...Object.entries(senders).flatMap(([name, sender]) => senderViolations(name, sender)),
    ...pluginViolations(plugins),
    ...ruleViolations(rules, custom, ['rules']),
    ...overrides.flatMap((override, index) =>
      ruleViolations(override.rules, custom, ['overrides', String(index), 'rules']),
    ),
    ...constantViolations(values),
    ...ledgerViolations(ledger),
  ]
}

/** Severities of rules that there are not, or that may not be set. */
function ruleViolations(rules: RuleSettings, custom: ReadonlySet<string>, path: readonly string[]): ShapeViolation[] {
  return Object.keys(rules)
    .filter((rule) => !configurableRules.has(rule) && !custom.has(rule))
    .map((rule) => {
      const at = { path: [...path, rule], at: 'key' } as const
      if (ruleIds.has(rule)) return { rule: 'rule-not-configurable', args: { rule }, ...at }
      return { rule: 'rule-unknown', args: { rule, ...suggestionFor(rule, [...configurableRules, ...custom]) }, ...at }
    })
}

/** JSON has no functions: what stands there was meant for another file. */
function inJson(config: unknown): ShapeViolation[] {
  const isThere = typeof config === 'object' && config !== null && 'plugins' in config
  return isThere ? [{ rule: 'plugins-in-json', args: {}, path: ['plugins'], at: 'key' }] : []
}

const takenIds: ReadonlySet<string> = new Set([...ruleIds, ...recipientRules.map(({ id }) => id)])

/** Rules that are none, and rules whose id another one has: settings and directives could mean both. */
function pluginViolations(plugins: readonly CustomRule[]): ShapeViolation[] {
  const known = new Set<string>()
  return plugins.flatMap((plugin, index): ShapeViolation[] => {
    const at = { path: ['plugins', String(index)], at: 'value' } as const
    const keys = wrongKeysOf(plugin)
    if (keys.length > 0) return [{ rule: 'plugin-invalid', args: { keys }, ...at }]
    const { id: rule } = plugin
    const isTaken = takenIds.has(rule)
    if (!isTaken && !known.has(rule)) {
      known.add(rule)
      return []
    }
    return [{ rule: 'rule-id-taken', args: { rule, by: isTaken ? 'friendtalk' : 'plugin' }, ...at }]
  })
}

function senderViolations(name: string, { sender_number: number }: Sender): ShapeViolation[] {
  if (number === undefined || isPhoneNumber(number)) return []
  const path = ['senders', name, 'sender_number']
  return [{ rule: 'phone-number-invalid', args: { key: 'sender_number' }, path, at: 'value' }]
}

const secretKeys: ReadonlySet<string> = new Set([
  'sender_key',
  'userId',
  'appKey',
  'webhookSignature',
  'secretKey',
  'failbackSecretKey',
  'postgres',
  'token',
])

/** A value where only `{ env }` may stand is more than a wrong type: it may be a secret in the repository. */
function secretsFirst(wrong: ShapeViolation): ShapeViolation {
  const isType = wrong.rule === 'value-type' || wrong.rule === 'number-unquoted'
  if (!isType || !secretKeys.has(wrong.args.key)) return wrong
  return { rule: 'secret-literal', args: { key: wrong.args.key }, path: wrong.path, at: 'value' }
}

/** Headers that every request has. */
const httpHeaders = ['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding']

function targetViolations(name: string, target: Target): ShapeViolation[] {
  const urls = (['uploadUrl', 'baseUrl'] as const).filter((key) => target[key] !== undefined)
  const at = (key: string): Pick<ShapeViolation, 'path' | 'at'> => ({ path: ['targets', name, key], at: 'value' })
  const violations = urls.flatMap((key): ShapeViolation[] => {
    const wrong = serviceUrlViolation(target[key] ?? '')
    if (wrong === undefined) return []
    return [{ rule: wrong === 'not-https' ? 'url-not-https' : 'url-more-than-path', args: { key }, ...at(key) }]
  })
  // It becomes part of a file's name.
  if (!/^[\w-]{1,64}$/.test(name)) {
    violations.push({ rule: 'target-name-invalid', args: { name }, path: ['targets', name], at: 'key' })
  }
  if (target.window === false && !urls.every((key) => isLoopbackUrl(target[key] ?? ''))) {
    violations.push({ rule: 'window-not-off', args: {}, ...at('window') })
  }
  violations.push(...hoursViolations(target, ['targets', name, 'window']))
  const { signing, batch } = contractNamed(target.service ?? defaultService)
  if (target.batch !== undefined && target.batch > batch.max) {
    const args = { key: 'batch', value: String(target.batch), allowed: [`1–${batch.max}`] }
    violations.push({ rule: 'value-not-allowed', args, ...at('batch') })
  }
  for (const [header, value] of Object.entries(target.headers ?? {})) {
    const isTaken = [...httpHeaders, ...signing.headers].includes(header.toLowerCase())
    const isValid = /^[\w!#$%&'*+.^`|~-]+$/.test(header) && (typeof value !== 'string' || /^[\x20-\x7e]+$/.test(value))
    if (!isTaken && isValid) continue
    violations.push({
      rule: 'header-not-allowed',
      args: { header },
      path: ['targets', name, 'headers', header],
      at: 'key',
    })
  }
  return violations
}

/** Own hours that are none, or wider than those of the service, and hours in which no request could start. */
function hoursViolations(
  { service = defaultService, window = true, requestTimeoutMs }: Target,
  path: readonly string[],
): readonly ShapeViolation[] {
  if (window === false) return []
  const contract = contractNamed(service)
  const { restrictedFrom, restrictedUntil } = contract.hours
  const { from = restrictedUntil, until = restrictedFrom } = window === true ? {} : window
  const wrong = Object.entries({ from, until }).flatMap(([key, value]): ShapeViolation[] => {
    const at = { path: [...path, key], at: 'value' } as const
    if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)) return [{ rule: 'window-no-time', args: { key, value }, ...at }]
    return value < restrictedUntil || value > restrictedFrom
      ? [{ rule: 'window-wider', args: { key, value }, ...at }]
      : []
  })
  if (wrong.length > 0 || timeOfDayIn(until) - timeOfDayIn(from) > (requestTimeoutMs ?? contract.requestTimeoutMs))
    return wrong
  const at = window === true ? [...path.slice(0, -1), 'requestTimeoutMs'] : path
  return [{ rule: 'window-empty', args: { from, until }, path: at, at: 'value' }]
}

/** Names that no variable can have. */
function constantViolations(values: Constants): ShapeViolation[] {
  return Object.keys(values).flatMap((name): ShapeViolation[] => {
    if (isVariableName(name.normalize('NFC'))) return []
    const [suggestion] = namesMeant(name)
    const args = { name, ...(suggestion !== undefined && { suggestion }) }
    return [{ rule: 'variable-name-invalid', args, path: ['values', name], at: 'key' }]
  })
}

function ledgerViolations(ledger: UserConfig['ledger']): ShapeViolation[] {
  // As a path it would be no secret, and make a strange file.
  if (typeof ledger === 'string') {
    if (!/^postgres(?:ql)?:/i.test(ledger)) return []
    return [{ rule: 'secret-literal', args: { key: 'ledger.postgres' }, path: ['ledger'], at: 'value' }]
  }
  const name = ledger?.schema
  if (name === undefined || schemaForm.test(name)) return []
  return [{ rule: 'schema-name-invalid', args: { name }, path: ['ledger', 'schema'], at: 'value' }]
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

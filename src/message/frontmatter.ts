import { distance } from 'fastest-levenshtein'
import { once } from '../contract/once.ts'
import { failbackFields, failbackSendFields } from '../contract/payload.ts'
import { type Kind, kinds } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import type { JsonSchema } from '../contract/schema.ts'
import type { YamlKeys } from '../dialect/near-miss/yaml.ts'
import { checkYamlShape, filledPattern, plainOf, type Shape, shapeOf } from '../dialect/shape.ts'
import {
  type FailbackNode,
  idFromPath,
  idPattern,
  type MessageContext,
  type Settings,
  type VariableDeclaration,
} from './message.ts'
import { isSameName, normalizeName } from '../contract/text.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation, type Where } from '../violation.ts'
import type { Document } from '../dialect/document.ts'
import { plainly } from '../dialect/near-miss/characters.ts'
import { nearest, suggestionFor } from '../dialect/nearest.ts'
import { isVariableName, namesMeant } from '../dialect/pieces.ts'
import { parseYaml, type YamlMap, type YamlNode, type YamlScalar } from '../dialect/yaml.ts'
import { type Located, textOfScalar } from './located.ts'
import { keyMeant, otherNames } from './other-names.ts'

const described = (description: string): JsonSchema => ({ type: 'string', description })
const filledText = (description: string): JsonSchema => ({ ...described(description), pattern: filledPattern })

// Numbers are left out on purpose: YAML has lost the leading zero of `01012345678` before anyone can look.
const passedThrough: JsonSchema = {
  type: ['string', 'boolean', 'object', 'array'],
  additionalProperties: { $ref: '#/$defs/passedThrough' },
  items: { $ref: '#/$defs/passedThrough' },
}

/** The frontmatter of a message file: validates it here, completes it in editors. */
export const frontmatterSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk message frontmatter',
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: { type: 'string', enum: kinds, description: 'The message kind; becomes service_id.' },
    id: {
      type: 'string',
      pattern: idPattern.source,
      description: 'Identity of the message in plans and the ledger. Default: the path, with "." for "/".',
    },
    title: described('A name for people; not sent.'),
    sender: { ...filledText("A name in the configuration's senders."), default: 'default' },
    ad_flag: {
      type: 'string',
      enum: limits.adFlag.values,
      default: limits.adFlag.default,
      description: 'Whether the mandatory information of an advertisement is shown.',
    },
    echo_to_webhook: filledText('Returned with the webhook; may hold variables.'),
    failback_data: {
      type: 'object',
      description:
        'A fallback message through another service. The numbers and the secret key are added when it is sent.',
      required: Object.entries(failbackFields).flatMap(([name, presence]) => (presence === 'required' ? [name] : [])),
      properties: {
        msg: filledText('The text of the fallback message; may hold variables.'),
        api_unique_id: filledText('The unique id of the fallback service.'),
        origin_cid: filledText('A number, in quotes.'),
      },
      additionalProperties: { $ref: '#/$defs/passedThrough' },
      propertyNames: { not: { enum: failbackSendFields } },
    },
    vars: {
      type: 'object',
      description: 'The variables that the message uses, by name.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          max: { type: 'integer', minimum: 1, description: 'The most characters a value may have.' },
          example: described('A value for the preview; never sent.'),
          fallback: described('Stands in for a recipient without a value.'),
        },
      },
    },
    recipients: filledText('Path of a CSV or NDJSON file of recipients.'),
    meta: { type: 'object', description: "Room for the team's own data." },
  },
  $defs: { passedThrough },
} as const satisfies JsonSchema

/** The keys of the frontmatter, and of the mappings in it. */
export const frontmatterKeys: YamlKeys = {
  own: new Set(Object.keys(frontmatterSchema.properties)),
  inner: new Map<string, ReadonlySet<string> | 'any'>([
    ['vars', 'any'],
    ['meta', 'any'],
    ['failback_data', new Set(Object.keys(frontmatterSchema.properties.failback_data.properties))],
  ]),
  innermost: new Set(Object.keys(frontmatterSchema.properties.vars.additionalProperties.properties)),
}

export interface FrontmatterResult {
  readonly kind?: Located<Kind>
  readonly settings?: Settings
  readonly violations: readonly Violation[]
}

const failbackFieldNames = Object.keys(frontmatterSchema.properties.failback_data.properties)

/** Settings, and what is said of a variable, by what people call them. */
const otherSettings = otherNames({
  vars: ['변수', 'variables'],
  kind: ['종류'],
  title: ['제목'],
  ad_flag: ['광고', '광고여부', '광고표시', 'ad', 'ads', 'isad', 'adyn', 'advert', 'advertisement'],
})
const otherLimits = otherNames({
  max: 'maximum maxlength maxlen maxchars maxcharacters maxsize length len limit size 최대 최대길이 최대글자 최대글자수 최대값 길이 글자수'.split(
    ' ',
  ),
  example: ['sample', 'eg', 'ex', '예', '예시', '보기', '샘플'],
  fallback: ['default', 'defaultvalue', '기본', '기본값', '대체', '대체값', '대체어', '대체문구'],
})
const variableSettings = Object.keys(frontmatterSchema.properties.vars.additionalProperties.properties)

const shape: Shape = {
  ...shapeOf(frontmatterSchema, whereOf, { strictTypes: false }),
  keyMeant(key, value, where) {
    if (where === 'variable') return variableSettings.find((known) => known === keyMeant(key, otherLimits))
    if (where !== 'frontmatter') return undefined
    // No other setting has a kind or a flag.
    if (kinds.some((kind) => kind === value)) return 'kind'
    if (value === 'Y' || value === 'N') return 'ad_flag'
    const meant = keyMeant(key, otherSettings)
    return frontmatterKeys.own.has(meant) ? meant : undefined
  },
}

/** Reads the settings of a message. What is wrong is reported and left out. */
export function readFrontmatter(document: Document, context: MessageContext): FrontmatterResult {
  const { frontmatter, source } = document
  if (frontmatter === undefined) return { violations: [missingFrontmatter(source)] }
  const anchor = { start: frontmatter.span.start, end: frontmatter.span.start + '---'.length }
  const { root, violations } = parseYaml(source, frontmatter.content)
  if (root === undefined && violations.length > 0) return { violations }
  const map = root ?? { type: 'map', span: anchor, entries: [] }
  const wrong = checkYamlShape(map, anchor, shape)
  if (map.type !== 'map') return { violations: [...violations, ...wrong] }
  const slipped = slippedDeclarations(map, source)
  // Where it belongs nothing is wrong with its value.
  const isSlipped = ({ span }: Violation): boolean =>
    slipped.some(({ value }) => span.start >= value.span.start && span.end <= value.span.end)
  const found = [...violations, ...(slipped.length === 0 ? wrong : wrong.filter((one) => !isSlipped(one)))]
  const kind = locatedText(map, 'kind')
  const id = readId(map, anchor, context)
  const stated = locatedText(map, 'sender')
  const senderName = stated === undefined ? 'default' : normalizeName(stated.value)
  const sender = { span: stated?.span ?? anchor, value: senderName ?? stated?.value ?? '' }
  const { senders } = context
  const isHidden = senderName === undefined && sender.value.trim() !== ''
  if (isHidden || senders?.some((known) => isSameName(known, sender.value)) === false) {
    const args = { sender: sender.value, known: senders ?? [], ...suggestionFor(sender.value, senders ?? []) }
    found.push(violation('sender-unknown', sender.span, args))
  }
  const { variables, violations: variableViolations } = readVariables(map, slipped, source)
  const vars = map.entries.find(({ key }) => key === 'vars')
  const adFlag = locatedText(map, 'ad_flag')
  const echo = scalarAt(map, 'echo_to_webhook')
  const title = locatedText(map, 'title')
  const failback = readFailback(map)
  const recipients = locatedText(map, 'recipients')
  const settings: Settings = {
    id: id.id,
    sender,
    adFlag:
      adFlag?.value === 'Y' || adFlag?.value === 'N'
        ? { span: adFlag.span, value: adFlag.value }
        : { span: adFlag?.span ?? anchor, value: limits.adFlag.default },
    variables,
    ...(vars && { variablesSpan: { start: vars.keySpan.start, end: vars.value.span.end } }),
    ...(title && { title: title.value }),
    ...(echo && { echo: textOfScalar(echo) }),
    ...(failback && { failback }),
    ...(recipients && { recipients }),
  }
  const known = kinds.find((name) => name === kind?.value) ?? kindMeant(found)
  return {
    settings,
    violations: [...found, ...id.violations, ...variableViolations, ...misspeltFailbackFields(map, slipped)],
    ...(kind && known && { kind: { span: kind.span, value: known } }),
  }
}

/** The kind of which a misspelt one is near: the body is read as what it was likely written for. */
function kindMeant(violations: readonly Violation[]): Kind | undefined {
  const [meant] = violations.flatMap(({ rule, args }) =>
    rule === 'value-not-allowed' && args.key === 'kind' ? (args.suggestion ?? []) : [],
  )
  return kinds.find((name) => name === meant)
}

function missingFrontmatter(source: string): Violation {
  if (source.trim() === '') return violation('file-empty', { start: 0, end: 0 }, {})
  const opening = /^---[ \t]*(?=[\r\n]|$)/.exec(source)?.[0].length
  if (opening !== undefined) return violation('frontmatter-unclosed', { start: 0, end: opening }, {})
  return violation('frontmatter-missing', { start: 0, end: 0 }, {})
}

function readId(map: YamlMap, anchor: Span, context: MessageContext): { id: Located<string>; violations: Violation[] } {
  const stated = locatedText(map, 'id')
  if (stated !== undefined) return { id: stated, violations: [] }
  const id = idFromPath(context.path)
  const isStatedWrong = map.entries.some(({ key }) => key === 'id')
  const violations = idPattern.test(id) || isStatedWrong ? [] : [violation('id-from-path-invalid', anchor, { id })]
  return { id: { span: anchor, value: id }, violations }
}

function readVariables(
  map: YamlMap,
  slipped: YamlMap['entries'],
  source: string,
): { variables: VariableDeclaration[]; violations: Violation[] } {
  const violations: Violation[] = []
  const variables: VariableDeclaration[] = []
  const declared = map.entries.find(({ key }) => key === 'vars')?.value
  // Reported as a wrong value already; what it names is declared all the same.
  const isMaxWrong = true
  const listed =
    declared?.type === 'list'
      ? declared.items
      : declared?.type === 'scalar' && declared.value !== null
        ? [declared]
        : []
  for (const { type, span, ...item } of listed) {
    const names = type === 'scalar' && 'value' in item ? String(item.value).split(/[\s,]+/) : []
    for (const name of names) if (name !== '') variables.push({ name, span, entry: span, isMaxWrong })
  }
  const entries = [...entriesOf(map, 'vars'), ...slipped]
  const taken = new Set(entries.map(({ key }) => key))
  const used = once(() => new Set(Array.from(source.matchAll(/#\{([^{}|\r\n]{1,64})/g), ([, name]) => name)))
  for (const { key: typed, keySpan, value } of entries) {
    let key: string | undefined = typed
    if (!isVariableName(typed)) {
      const meant = namesMeant(typed)
      const isFree = !meant.some((name) => taken.has(name))
      key = isFree ? (meant.find((name) => used().has(name)) ?? meant[0]) : undefined
      const args = { name: typed, ...(key !== undefined && { suggestion: key }) }
      violations.push(violation('variable-name-invalid', keySpan, args))
      if (key !== undefined) taken.add(key)
    }
    if (typed === '') continue
    const entry = { start: keySpan.start, end: value.span.end }
    if (value.type !== 'map' || key === undefined) {
      // Reported as wrong already; the name is declared all the same.
      variables.push({ name: key ?? typed, span: keySpan, entry, isMaxWrong })
      continue
    }
    const max = scalarAt(value, 'max')?.value
    const example = locatedText(value, 'example')?.value
    const fallback = locatedText(value, 'fallback')?.value
    variables.push({
      name: key,
      span: keySpan,
      entry,
      ...(typeof max === 'number' && Number.isInteger(max) ? { max } : saysMax(value) && { isMaxWrong }),
      ...(example !== undefined && { example }),
      ...(fallback !== undefined && { fallback: fallback.normalize('NFC') }),
    })
  }
  return { variables, violations }
}

/** Declarations of variables that stand below the key of the fallback service: indented like its fields, they read as such. */
function slippedDeclarations(map: YamlMap, source: string): YamlMap['entries'] {
  const fields = entriesOf(map, 'failback_data')
  if (!fields.some(({ value }) => value.type === 'map')) return []
  const declared = new Set(entriesOf(map, 'vars').map(({ key }) => key))
  return fields.filter(
    ({ key, value }) =>
      value.type === 'map' &&
      value.entries.every((entry) => variableSettings.includes(entry.key)) &&
      typeof scalarAt(value, 'max')?.value === 'number' &&
      !declared.has(key) &&
      (source.includes(`#{${key}}`) || source.includes(`#{${key}|`)),
  )
}

function saysMax({ entries }: YamlMap): boolean {
  return entries.some(({ key }) => (nearest(key, variableSettings) ?? keyMeant(key, otherLimits)) === 'max')
}

function readFailback(map: YamlMap): FailbackNode | undefined {
  const node = map.entries.find(({ key }) => key === 'failback_data')?.value
  if (node?.type !== 'map') return undefined
  const msg = scalarAt(node, 'msg')
  const fields = node.entries
    .filter(({ key }) => key !== 'msg')
    .map(({ key, value }) => ({ name: key, value: { span: value.span, value: composed(plainOf(value)) } }))
  return { span: node.span, fields, ...(typeof msg?.value === 'string' && { msg: textOfScalar(msg) }) }
}

/** The fallback service's own fields are passed through, except one that is a known field mistyped. */
function misspeltFailbackFields(map: YamlMap, slipped: YamlMap['entries']): Violation[] {
  const entries = entriesOf(map, 'failback_data')
  const missing = failbackFieldNames.filter((known) => entries.every(({ key }) => key !== known))
  return entries.flatMap((entry) => {
    const { key, keySpan } = entry
    const meant = keyMeant(key, otherFailbackFields)
    const suggestion = missing.find(
      (known) =>
        squeezed(known) === squeezed(key) || distance(known, key) === 1 || isMixed(known, key) || known === meant,
    )
    const isKnown = suggestion === undefined || failbackFieldNames.some((known) => known === key)
    // Indented too far, these say nothing of the message, and are no fields of any fallback service.
    const isSetting = key === 'ad_flag' || key === 'echo_to_webhook' || slipped.includes(entry)
    if (isKnown && !isSetting) return []
    const args = { key, where: 'failback_data', allowed: failbackFieldNames } as const
    return [violation('key-unknown', keySpan, { ...args, ...(!isKnown && { suggestion }) })]
  })
}

const otherFailbackFields = otherNames({
  msg: ['message', 'mesage', 'massage', 'text', 'content', 'body', '메시지', '문구', '내용', '본문'],
})

/** Whether a word has the letters of another in another order. */
function isMixed(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((word) => Array.from(word).toSorted().join(''))
  return a === b
}

function squeezed(key: string): string {
  return plainly(key).replaceAll(/[^a-z]/g, '')
}

/** The same data with every text in Unicode NFC. */
function composed(data: unknown): unknown {
  if (typeof data === 'string') return data.normalize('NFC')
  if (Array.isArray(data)) return data.map(composed)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, composed(value)]))
}

function entriesOf(map: YamlMap, name: string): YamlMap['entries'] {
  const node = map.entries.find(({ key }) => key === name)?.value
  return node?.type === 'map' ? node.entries : []
}

function scalarAt(map: YamlMap, name: string): YamlScalar | undefined {
  const node: YamlNode | undefined = map.entries.find(({ key }) => key === name)?.value
  return node?.type === 'scalar' ? node : undefined
}

function locatedText(map: YamlMap, name: string): Located<string> | undefined {
  const scalar = scalarAt(map, name)
  return typeof scalar?.value === 'string' ? { span: scalar.span, value: scalar.value } : undefined
}

function whereOf([first, ...rest]: readonly string[]): Where {
  if (first === 'failback_data') return 'failback_data'
  if (first === 'vars') return rest.length === 0 ? 'vars' : 'variable'
  return 'frontmatter'
}

import type { Setting } from '../contract/contract.ts'
import { contractOf, contracts, type Kind, kinds } from '../contract/contracts.ts'
import { described, inKorean, type JsonSchema } from '../text/json-schema.ts'
import { filledPattern, isSameName, normalizeName } from '../text/text.ts'
import type { Span } from '../diagnostic.ts'
import type { Document } from '../language/document.ts'
import { suggestionFor } from '../language/nearest.ts'
import { isVariableName, namesMeant } from '../language/pieces.ts'
import { checkYamlShape, plainOf, shapeOf } from '../language/shape.ts'
import { parseYaml, type YamlMap, type YamlNode, type YamlScalar } from '../language/yaml.ts'
import { type Violation, violation } from '../violation.ts'
import type { Where } from '../finding-types.ts'
import { type Located, textOfScalar } from './located.ts'
import { idFromPath, idPattern, type SettingNode, type Settings, type VariableDeclaration } from './message.ts'
import type { Reading } from './reading.ts'

const string: JsonSchema = { type: 'string' }
const filledText: JsonSchema = { ...string, pattern: filledPattern }

// Numbers are left out on purpose: YAML has lost the leading zero of `01012345678` before anyone can look.
const passedThrough: JsonSchema = {
  type: ['string', 'boolean', 'object', 'array'],
  additionalProperties: { $ref: '#/$defs/passedThrough' },
  items: { $ref: '#/$defs/passedThrough' },
}

const settingSchemas = Object.fromEntries(
  contracts.flatMap(({ settings }) => Object.entries(settings).map(([key, setting]) => [key, schemaOf(setting)])),
)

/** Returns the schema of a setting, described in both languages. */
function schemaOf({ schema, description: { en, ko }, fields = {} }: Setting): JsonSchema {
  const { properties } = schema as { readonly properties?: { readonly [key: string]: JsonSchema } }
  const parts = Object.entries(properties ?? {}).map(([key, part]) => {
    const text = fields[key]?.description
    return [key, text === undefined ? part : described(part, text.en, text.ko)]
  })
  return described({ ...schema, ...(properties && { properties: Object.fromEntries(parts) }) }, en, ko)
}

/** The frontmatter of a message file: validates it here, completes it in editors. */
export const frontmatterSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'friendtalk message frontmatter',
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: described(
      { type: 'string', enum: kinds },
      'The message kind; becomes `service_id`.',
      '메시지 종류입니다. `service_id`가 됩니다.',
    ),
    id: described(
      { type: 'string', pattern: idPattern.source },
      'Identity of the message in plans and the ledger. Default: the path, with "." for "/".',
      '발송 계획과 발송 기록에서 메시지를 구별하는 이름입니다. 적지 않으면 경로의 "/"를 "."으로 바꾼 것입니다.',
    ),
    title: described(string, 'A name for people; not sent.', '사람이 알아보는 이름입니다. 전송되지 않습니다.'),
    sender: described(
      { ...filledText, default: 'default' },
      "A name in the configuration's `senders`. Default: `default`.",
      '설정의 `senders`에 있는 이름입니다. 적지 않으면 `default`입니다.',
    ),
    ...settingSchemas,
    vars: {
      type: ['object', 'array'],
      description: 'The variables that the message uses, by name.',
      [inKorean]: '메시지에서 쓰는 변수를 이름별로 선언합니다.',
      items: { type: 'string' },
      additionalProperties: {
        type: ['object', 'string'],
        description: 'What is known of the variable, or an example of a value.',
        [inKorean]: '변수의 속성 또는 예시 값입니다.',
        additionalProperties: false,
        properties: {
          max: described(
            { type: 'integer', minimum: 1 },
            'The most characters a value may have.',
            '값의 최대 글자 수입니다.',
          ),
          example: described(
            string,
            'A value for the preview; never sent.',
            '미리보기에 쓰는 값입니다. 전송되지 않습니다.',
          ),
          fallback: described(
            string,
            'Stands in for a recipient without a value.',
            '값이 없는 수신자에게 대신 쓰는 값입니다.',
          ),
        },
      },
    },
    recipients: described(
      filledText,
      'Path of a CSV or NDJSON file of recipients, relative to the message.',
      '수신자 목록(CSV 또는 NDJSON) 파일의 경로입니다. 메시지 파일을 기준으로 적습니다.',
    ),
    columns: described(
      { type: 'object', additionalProperties: filledText },
      'Names of columns by what the recipients file calls them: `{ 휴대폰번호: receiver_number }`.',
      '수신자 파일의 열 이름을 바꿔 읽습니다: `{ 휴대폰번호: receiver_number }`.',
    ),
    meta: described({ type: 'object' }, "Room for the team's own data.", '팀에서 자유롭게 쓰는 자료입니다.'),
  },
  $defs: { passedThrough },
} as const satisfies JsonSchema

export const frontmatterKeys: ReadonlySet<string> = new Set(Object.keys(frontmatterSchema.properties))

/** The most characters of a variable that is declared by its name alone. */
const assumedMax = 20

const shape = shapeOf(frontmatterSchema, whereOf, { strictTypes: false, keywords: [inKorean] })

/** Reads the settings of a message. What is wrong is reported and left out; undefined if the kind is not known. */
export function readFrontmatter({ frontmatter }: Document, reading: Reading): Settings | undefined {
  const { source, violations, report } = reading
  if (frontmatter === undefined) return reportMissing(reading)
  const anchor = { start: frontmatter.span.start, end: frontmatter.span.start + '---'.length }
  const yaml = parseYaml(source, frontmatter.content)
  violations.push(...yaml.violations)
  if (yaml.root === undefined && yaml.violations.length > 0) return undefined
  const map = yaml.root ?? { type: 'map', span: anchor, entries: [] }
  const ofShape = checkYamlShape(map, anchor, shape)
  if (map.type !== 'map') {
    violations.push(...ofShape)
    return undefined
  }
  const stated = locatedText(map, 'kind')
  const kind = kinds.find((name) => name === stated?.value) ?? kindMeant(ofShape)
  violations.push(...(kind === undefined ? ofShape : ofKind(ofShape, map, kind)))
  const id = readId(map, anchor, reading)
  const sender = readSender(map, anchor, reading)
  const vars = map.entries.find(({ key }) => key === 'vars')
  const variables = vars ? readVariables(vars.value, report) : []
  if (kind === undefined || stated === undefined) return undefined
  const columns = map.entries.find(({ key }) => key === 'columns')?.value
  return {
    kind,
    kindSpan: stated.span,
    id,
    sender,
    settings: settingsIn(map, anchor, contractOf(kind).settings),
    variables,
    variablesSpan: vars && { start: vars.keySpan.start, end: vars.value.span.end },
    title: locatedText(map, 'title')?.value,
    recipients: locatedText(map, 'recipients'),
    columns: columns?.type === 'map' ? textsIn(columns) : undefined,
  }
}

/** Reports settings of other services. */
function ofKind(found: readonly Violation[], map: YamlMap, kind: Kind): Violation[] {
  const { foreign } = contractOf(kind)
  const others = map.entries.filter(({ key }) => Object.hasOwn(foreign, key))
  const isOther = ({ span }: Violation): boolean =>
    others.some(({ keySpan, value }) => keySpan.start <= span.start && span.end <= value.span.end)
  const own = found.flatMap((wrong): readonly Violation[] => {
    if (isOther(wrong)) return []
    if (wrong.rule !== 'key-unknown' || wrong.args.where !== 'frontmatter') return [wrong]
    const { suggestion, ...args } = wrong.args
    const allowed = args.allowed.filter((key) => !Object.hasOwn(foreign, key))
    return [{ ...wrong, args: { ...args, allowed, ...(suggestion && suggestionFor(args.key, allowed)) } }]
  })
  return [...own, ...others.map(({ key, keySpan }) => violation('setting-not-allowed', keySpan, { key, kind }))]
}

/** The kind of which a misspelt one is near: the body is read as what it was likely written for. */
function kindMeant(violations: readonly Violation[]): Kind | undefined {
  const [meant] = violations.flatMap(({ rule, args }) =>
    rule === 'value-not-allowed' && args.key === 'kind' ? (args.suggestion ?? []) : [],
  )
  return kinds.find((name) => name === meant)
}

function reportMissing({ source, report }: Reading): undefined {
  const opening = /^---[ \t]*(?=[\r\n]|$)/.exec(source)?.[0].length
  if (source.trim() === '') report('file-empty', { start: 0, end: 0 }, {})
  else if (opening !== undefined) report('frontmatter-unclosed', { start: 0, end: opening }, {})
  else report('frontmatter-missing', { start: 0, end: 0 }, { ...(/^\+{3}\s/.test(source) && { isToml: true }) })
}

function readId(map: YamlMap, anchor: Span, { context, report }: Reading): Located<string> {
  const stated = locatedText(map, 'id')
  if (stated !== undefined) return { ...stated, value: stated.value.normalize('NFC') }
  const id = idFromPath(context.path)
  const isStatedWrong = map.entries.some(({ key }) => key === 'id')
  if (!idPattern.test(id) && !isStatedWrong) report('id-from-path-invalid', anchor, { id })
  return { span: anchor, value: id }
}

function readSender(map: YamlMap, anchor: Span, { context: { senders }, report }: Reading): Located<string> {
  const { span, value: typed } = locatedText(map, 'sender') ?? { span: anchor, value: 'default' }
  const name = normalizeName(typed)
  const sender = name ?? typed
  const isHidden = name === undefined && typed.trim() !== ''
  if (isHidden || senders?.some((known) => isSameName(known, sender)) === false)
    report('sender-unknown', span, { sender, known: senders ?? [], ...suggestionFor(sender, senders ?? []) })
  return { span, value: sender }
}

/** Reads `vars: { 이름: { max: 10 }, 쿠폰: 여름 }` or `vars: [이름, 쿠폰]`. */
function readVariables(declared: YamlNode, report: Reading['report']): VariableDeclaration[] {
  if (declared.type === 'list') {
    return declared.items.flatMap((item) => {
      if (item.type !== 'scalar' || typeof item.value !== 'string') return []
      const { span } = item
      const name = item.value.normalize('NFC')
      checkName(name, span, report)
      return [{ name, span, entry: span, max: assumedMax, isMaxAssumed: true }]
    })
  }
  return (declared.type === 'map' ? declared.entries : []).map(({ key, keySpan, value }): VariableDeclaration => {
    const name = checkName(key, keySpan, report) ?? key
    const own = { name, span: keySpan, entry: { start: keySpan.start, end: value.span.end } }
    if (value.type !== 'map') {
      const example = value.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined
      // Any other value is reported as wrong already; the name is declared all the same.
      return example === undefined
        ? { ...own, isMaxWrong: true }
        : { ...own, max: assumedMax, isMaxAssumed: true, example }
    }
    const max = scalarAt(value, 'max')?.value
    const saysMax = value.entries.some((entry) => suggestionFor(entry.key, ['max']).suggestion === 'max')
    return {
      ...own,
      ...(typeof max === 'number' && Number.isInteger(max) ? { max } : saysMax && { isMaxWrong: true }),
      example: locatedText(value, 'example')?.value,
      fallback: locatedText(value, 'fallback')?.value.normalize('NFC'),
    }
  })
}

/** Reports a name that no variable may have. @returns the one that was likely meant */
function checkName(name: string, span: Span, report: Reading['report']): string | undefined {
  if (isVariableName(name)) return undefined
  const [suggestion] = namesMeant(name)
  report('variable-name-invalid', span, { name, ...(suggestion !== undefined && { suggestion }) })
  return suggestion
}

type SettingField = Extract<SettingNode, { readonly fields: unknown }>['fields'][number]

/** Reads the settings of a service. One that is wrong is reported, and read as its default. */
function settingsIn(
  map: YamlMap,
  anchor: Span,
  settings: { readonly [key: string]: Setting },
): { readonly [key: string]: SettingNode } {
  const nodes = Object.entries(settings).flatMap(([key, setting]): readonly (readonly [string, SettingNode])[] => {
    const node = map.entries.find((entry) => entry.key === key)?.value
    if (setting.fields !== undefined) {
      if (node?.type !== 'map') return []
      const fields = node.entries.flatMap(({ key: name, value }): SettingField[] => {
        if (setting.fields?.[name]?.takesVariables !== true) {
          return [{ name, value: { span: value.span, value: composed(plainOf(value)) } }]
        }
        return value.type === 'scalar' && typeof value.value === 'string' ? [{ name, value: textOfScalar(value) }] : []
      })
      return [[key, { span: node.span, fields }]]
    }
    if (setting.takesVariables === true) return node?.type === 'scalar' ? [[key, textOfScalar(node)]] : []
    const allowed = setting.schema['enum'] as readonly unknown[] | undefined
    const value = node?.type === 'scalar' && allowed?.includes(node.value) !== false ? node.value : undefined
    const filled = value ?? setting.default
    return filled === undefined ? [] : [[key, { span: node?.span ?? anchor, value: filled }]]
  })
  return Object.fromEntries(nodes)
}

function composed(data: unknown): unknown {
  if (typeof data === 'string') return data.normalize('NFC')
  if (Array.isArray(data)) return data.map(composed)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, composed(value)]))
}

function textsIn(map: YamlMap): { readonly [name: string]: string } {
  return Object.fromEntries(map.entries.map(({ key }) => [key, locatedText(map, key)?.value ?? '']))
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
  if (first !== undefined && first in settingSchemas) return `setting ${first}`
  if (first === 'vars') return rest.length === 0 ? 'vars' : 'variable'
  return 'frontmatter'
}

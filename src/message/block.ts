import { filledPattern } from '../text/text.ts'
import type { ButtonAttribute, CouponField, Fields, PriceField } from '../contract/content.ts'
import type { Contract } from '../contract/contract.ts'
import { contractOf, contracts, type Kind } from '../contract/contracts.ts'
import type { JsonSchema } from '../text/json-schema.ts'
import type { Span } from '../diagnostic.ts'
import type { Block, ButtonLine } from '../language/document.ts'
import { nearest } from '../language/nearest.ts'
import { checkYamlShape, type Shape, shapeOf, wholeNumberIn } from '../language/shape.ts'
import { parseYaml, type YamlMap, type YamlNode } from '../language/yaml.ts'
import { type BlockName, blockNames, koreanBlockNames } from '../language/block-names.ts'
import { type Violation, violation } from '../violation.ts'
import { addressViolation, readTargets } from './link.ts'
import { isEmpty, type Located, type LocatedText, nameOfPart, templateOf, textOfPart, textOfScalar } from './located.ts'
import type { ButtonNode, CouponNode, PriceNode, TailNode } from './message.ts'

export interface NamedBlock {
  readonly name: BlockName
  readonly block: Block
  readonly nameSpan: Span
  readonly kind: Kind
}

export function nameBlock(
  block: Block,
  { source, kind }: { readonly source: string; readonly kind: Kind },
): { named?: NamedBlock; meant?: BlockName; violations: readonly Violation[] } {
  const { info: nameSpan, closed, span } = block
  const info = source.slice(nameSpan.start, nameSpan.end)
  const name = blockNames.find((known) => known === info)
  const violations: Violation[] = []
  if (!closed) violations.push(violation('block-unclosed', { start: span.start, end: nameSpan.end }, { name: info }))
  if (name !== undefined) return { named: { name, block, nameSpan, kind }, violations }
  const near = nearest(info, blockNames)
  const suggestion = blockNames.find((known) => known === near) ?? koreanBlockNames.get(info)
  const meant = suggestion && { suggestion }
  if (info !== '') violations.push(violation('block-unknown', nameSpan, { name: info, ...meant }))
  return { violations, ...(suggestion && { meant: suggestion }) }
}

/** Blank text is none to the service. */
const filledText: JsonSchema = { type: 'string', pattern: filledPattern }

function blockSchemasOf({ blocks, buttonTypes, names }: Contract): { readonly [B in BlockName]: JsonSchema } {
  const type: JsonSchema = { type: 'string', enum: Object.keys(buttonTypes) }
  const required = { button: ['name', 'type'], price: [names.regular], coupon: [], link: [], tail: [] }
  const schemas = blockNames.map((name) => {
    const field: JsonSchema = name === 'price' ? { type: 'integer' } : filledText
    const fields = (blocks[name] ?? []).map((key) => [key, key === 'type' ? type : field] as const)
    const properties = Object.fromEntries(fields)
    const needed = required[name].filter((key) => key !== undefined)
    return [name, { type: 'object', properties, required: needed, additionalProperties: false }]
  })
  return Object.fromEntries(schemas) as { readonly [B in BlockName]: JsonSchema }
}

/** The JSON Schemas of the YAML in the blocks of each service; a list of buttons is checked one by one. */
export const blockSchemas: { readonly [service: string]: { readonly [B in BlockName]: JsonSchema } } =
  Object.fromEntries(contracts.map((contract) => [contract.id, blockSchemasOf(contract)]))

const shapes: ReadonlyMap<JsonSchema, Shape> = new Map(
  contracts.flatMap((contract) => {
    const meant = (key: string): string | undefined => ownName(key, contract)
    return Object.entries(blockSchemas[contract.id] ?? {}).map(([name, schema]) => {
      return [schema, { ...shapeOf(schema, () => name as BlockName), meant }] as const
    })
  }),
)

/** The name that a service has for what another one calls so. */
function ownName(key: string, { names }: Contract): string | undefined {
  for (const other of contracts) {
    const attribute = attributeOf(key, other)
    if (attribute !== undefined && names[attribute] !== key) return names[attribute]
  }
  return undefined
}

function checkBlock(node: YamlNode, anchor: Span, { kind, name }: NamedBlock): Violation[] {
  const schema = blockSchemas[contractOf(kind).id]?.[name]
  const shape = schema && shapes.get(schema)
  if (shape === undefined) return []
  return checkYamlShape(node, anchor, shape).map((wrong) => {
    // The type of a button that another service has is not misspelt.
    if (wrong.rule !== 'value-not-allowed') return wrong
    const { suggestion: _, ...args } = wrong.args
    return contracts.some(({ buttonTypes }) => Object.hasOwn(buttonTypes, args.value)) ? { ...wrong, args } : wrong
  })
}

/** A mapping with the keys that were likely meant. */
function asMeant(map: YamlMap, wrong: readonly Violation[]): YamlMap {
  const stated = new Set(map.entries.map(({ key }) => key))
  const meant = new Map(
    wrong.flatMap(({ rule, args }) => (rule === 'key-unknown' ? [[args.key, args.suggestion] as const] : [])),
  )
  const named = (key: string): string => {
    const name = meant.get(key)
    return name === undefined || stated.has(name) ? key : name
  }
  return { ...map, entries: map.entries.map((entry) => ({ ...entry, key: named(entry.key) })) }
}

/** The buttons of a `button` block: one mapping or a list of them. */
export function readButtonBlock(
  named: NamedBlock,
  source: string,
): { buttons: readonly ButtonNode[]; violations: readonly Violation[] } {
  const { nameSpan } = named
  const contract = contractOf(named.kind)
  const { root, violations } = readRoot(named, source)
  if (root === undefined) return { buttons: [], violations }
  const nodes = root.type === 'list' ? root.items : [root]
  const found = [...violations, ...(nodes.length === 0 ? [violation('value-empty', nameSpan, { key: 'button' })] : [])]
  const buttons = nodes.flatMap((node) => {
    const anchor = firstKey(node) ?? nameSpan
    const wrong = checkBlock(node, anchor, named)
    found.push(...wrong)
    if (node.type !== 'map') return []
    const map = asMeant(node, wrong)
    const { type: _, ...attributes } = textsOf(map)
    const type = typeIn(map, contract)
    const stated = new Set(map.entries.map(({ key }) => key))
    const button = readButton({ span: node.span, anchor, attributes, stated, contract, ...(type && { type }) })
    found.push(...addressViolations(map, named.kind), ...button.violations)
    return [button.button]
  })
  return { buttons, violations: found }
}

export function readCouponBlock(
  named: NamedBlock,
  source: string,
): { coupon?: CouponNode; violations: readonly Violation[] } {
  const { map, violations } = readRecord(named, source)
  return map ? { coupon: { span: named.block.span, fields: attributesIn(map, named) }, violations } : { violations }
}

export function readTargetsBlock(
  named: NamedBlock,
  source: string,
): { tail?: TailNode; violations: readonly Violation[] } {
  const { map, violations } = readRecord(named, source)
  return map ? { tail: { span: named.block.span, targets: attributesIn(map, named) }, violations } : { violations }
}

export function readPriceBlock(
  named: NamedBlock,
  source: string,
): { price?: PriceNode; violations: readonly Violation[] } {
  const { map, violations } = readRecord(named, source)
  if (map === undefined) return { violations }
  const contract = contractOf(named.kind)
  const fields: { -readonly [F in PriceField]?: Located<unknown> } = {}
  for (const { key, value: node } of map.entries) {
    const attribute = attributeOf(key, contract)
    if (attribute === undefined || node.type !== 'scalar' || node.value === null) continue
    // The schema reports anything but a number.
    const meant = wholeNumberIn(node.source ?? String(node.value))
    fields[attribute as PriceField] = { span: node.span, value: meant === undefined ? node.value : Number(meant) }
  }
  return { price: { span: named.block.span, fields }, violations }
}

function attributesIn(map: YamlMap, { kind }: NamedBlock): Fields<LocatedText, CouponField> {
  return byAttribute(textsOf(map), contractOf(kind))
}

function readRecord(named: NamedBlock, source: string): { map?: YamlMap; violations: readonly Violation[] } {
  const { root, violations } = readRoot(named, source)
  if (root === undefined) return { violations }
  const isEmptyMap = root.type === 'map' && root.entries.length === 0
  const wrong = isEmptyMap
    ? [violation('value-empty', named.nameSpan, { key: named.name })]
    : checkBlock(root, named.nameSpan, named)
  if (root.type !== 'map') return { violations: [...violations, ...wrong] }
  const map = asMeant(root, wrong)
  return { map, violations: [...violations, ...wrong, ...addressViolations(map, named.kind)] }
}

function readRoot(
  { name, block, nameSpan }: NamedBlock,
  source: string,
): { root?: YamlNode; violations: readonly Violation[] } {
  // An open block has taken in lines that are not its content.
  if (!block.closed) return { violations: [] }
  const { root, violations } = parseYaml(source, block.content)
  if (root === undefined && violations.length === 0) {
    return { violations: [violation('value-empty', nameSpan, { key: name })] }
  }
  return root === undefined ? { violations } : { root, violations }
}

function textsOf(map: YamlMap): { [name: string]: LocatedText } {
  return Object.fromEntries(
    map.entries.flatMap(({ key, value }) =>
      value.type === 'scalar' && typeof value.value === 'string' ? [[key, textOfScalar(value)]] : [],
    ),
  )
}

type Attribute = keyof Contract['names']

function attributeOf(name: string, { names }: Contract): Attribute | undefined {
  return (Object.keys(names) as Attribute[]).find((attribute) => names[attribute] === name)
}

/** Texts by the attributes that their keys stand for; another key is reported as unknown. */
function byAttribute(
  texts: { readonly [name: string]: LocatedText },
  contract: Contract,
): Fields<LocatedText, ButtonAttribute | CouponField> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const attribute = attributeOf(name, contract)
      return attribute === undefined ? [] : [[attribute, text]]
    }),
  )
}

function addressViolations(map: YamlMap, kind: Kind): Violation[] {
  const { names } = contractOf(kind)
  return Object.entries(textsOf(map)).flatMap(([key, value]) =>
    key === names.mobile || key === names.pc ? (addressViolation(value, kind) ?? []) : [],
  )
}

function typeIn(map: YamlMap, { buttonTypes }: Contract): Located<string> | undefined {
  const node = map.entries.find(({ key }) => key === 'type')?.value
  const type = node?.type === 'scalar' ? Object.keys(buttonTypes).find((known) => known === node.value) : undefined
  return node && type ? { span: node.span, value: type } : undefined
}

function firstKey(node: YamlNode): Span | undefined {
  return node.type === 'map' ? node.entries[0]?.keySpan : node.span
}

interface ButtonParts {
  readonly span: Span
  /** Where what is missing would stand. */
  readonly anchor: Span
  readonly contract: Contract
  readonly type?: Located<string>
  /** By the service's names. */
  readonly attributes: { readonly [name: string]: LocatedText }
  /** Attributes that are there, rightly or wrongly. */
  readonly stated: ReadonlySet<string>
}

/** Checks a button's attributes against its type; one that the type has not is left out. */
function readButton({ span, anchor, type, attributes, stated, contract }: ButtonParts): {
  button: ButtonNode
  violations: readonly Violation[]
} {
  const facts = type && contract.buttonTypes[type.value]
  if (facts === undefined) return { button: { span, attributes: byAttribute(attributes, contract) }, violations: [] }
  const { names, blocks } = contract
  const fields = (Object.keys(facts.fields) as ButtonAttribute[]).map((attribute) => names[attribute])
  const violations: Violation[] = []
  const kept: { [name: string]: LocatedText } = {}
  for (const [name, text] of Object.entries(attributes)) {
    if (fields.includes(name)) kept[name] = text
    else if (blocks['button']?.includes(name)) {
      const args = { attribute: name, type: type?.value ?? '', allowed: fields }
      violations.push(violation('button-attribute-not-allowed', text.span, args))
    }
  }
  for (const [attribute, presence] of Object.entries(facts.fields) as [ButtonAttribute, string][]) {
    if (presence === 'required' && attribute !== 'name' && !stated.has(names[attribute])) {
      violations.push(violation('key-missing', anchor, { key: names[attribute], where: 'button' }))
    }
  }
  const { oneOf = [], atLeast = Math.min(1, oneOf.length) } = facts
  if (oneOf.filter((attribute) => stated.has(names[attribute])).length < atLeast) {
    const args = { type: type?.value ?? '', targets: oneOf.map((attribute) => names[attribute]), atLeast }
    violations.push(violation('app-link-target-missing', anchor, args))
  }
  return { button: { span, ...(type && { type }), attributes: byAttribute(kept, contract) }, violations }
}

/** Reads `- [name](link "second link")`. */
export function readButtonLine(
  { children: [label, link, second], span }: ButtonLine,
  kind: Kind,
): {
  button: ButtonNode
  violations: readonly Violation[]
} {
  const name = nameOfPart(label)
  const { type, targets, violations } = readTargets(link, second, kind)
  const typed = templateOf(name)
  const own = Object.entries(contractOf(kind).buttonTypes).find(([, { names }]) => names?.includes(typed))?.[0]
  const found = violations.map((one) =>
    one.rule === 'link-empty' && own !== undefined ? { ...one, args: { buttonType: own, name: typed } } : one,
  )
  if (isEmpty(name)) found.push(violation('value-empty', name.span, { key: 'name' }))
  const attributes = isEmpty(name) ? targets : { name, ...targets }
  if (type === 'none') return { button: { span, attributes }, violations: found }
  const value = contractOf(kind).lineTypes[type]
  return { button: { span, type: { span: textOfPart(link).span, value }, attributes }, violations: found }
}

import { filledPattern } from '../text/text.ts'
import type { ButtonAttribute, CouponField, Fields } from '../contract/content.ts'
import type { Contract } from '../contract/contract.ts'
import { contractOf, contracts, type Kind } from '../contract/contracts.ts'
import type { JsonSchema } from '../text/json-schema.ts'
import type { Span } from '../diagnostic.ts'
import type { Block, ButtonLine } from '../language/document.ts'
import { nearest } from '../language/nearest.ts'
import { checkYamlShape, type Shape, shapeOf } from '../language/shape.ts'
import { parseYaml, type YamlMap, type YamlNode } from '../language/yaml.ts'
import { type BlockName, blockNames, koreanBlockNames } from '../language/block-names.ts'
import { type Violation, violation } from '../violation.ts'
import { addressViolation, readTargets } from './link.ts'
import { isEmpty, type Located, type LocatedText, nameOfPart, textOfPart, textOfScalar } from './located.ts'
import type { ButtonNode, CouponNode, TailNode } from './message.ts'

export interface NamedBlock {
  readonly name: BlockName
  readonly block: Block
  readonly nameSpan: Span
  readonly kind: Kind
}

export function nameBlock(
  block: Block,
  { source, kind }: { readonly source: string; readonly kind: Kind },
): { named?: NamedBlock; violations: readonly Violation[] } {
  const { info: nameSpan, closed, span } = block
  const info = source.slice(nameSpan.start, nameSpan.end)
  const name = blockNames.find((known) => known === info)
  const violations: Violation[] = []
  if (!closed) violations.push(violation('block-unclosed', { start: span.start, end: nameSpan.end }, { name: info }))
  if (name !== undefined) return { named: { name, block, nameSpan, kind }, violations }
  const suggestion = nearest(info, blockNames) ?? koreanBlockNames.get(info)
  if (info !== '') {
    violations.push(violation('block-unknown', nameSpan, { name: info, ...(suggestion && { suggestion }) }))
  }
  return { violations }
}

/** Blank text is none to the service. */
const filledText: JsonSchema = { type: 'string', pattern: filledPattern }

function blockSchema(fields: readonly string[], special: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields.map((field) => [field, filledText])), ...special },
    required: Object.keys(special),
    additionalProperties: false,
  }
}

function blockSchemasOf({ blocks, buttonTypes }: Contract): { readonly [B in BlockName]: JsonSchema } {
  const schemas = blockNames.map((name) => {
    const special = { name: filledText, type: { type: 'string', enum: Object.keys(buttonTypes) } }
    return [name, blockSchema(blocks[name] ?? [], name === 'button' ? special : {})]
  })
  return Object.fromEntries(schemas) as { readonly [B in BlockName]: JsonSchema }
}

/** The JSON Schemas of the YAML in the blocks of each service; a list of buttons is checked one by one. */
export const blockSchemas: { readonly [service: string]: { readonly [B in BlockName]: JsonSchema } } =
  Object.fromEntries(contracts.map((contract) => [contract.id, blockSchemasOf(contract)]))

const shapes: ReadonlyMap<JsonSchema, Shape> = new Map(
  Object.values(blockSchemas).flatMap((schemas) =>
    blockNames.map((name) => [schemas[name], shapeOf(schemas[name], () => name)] as const),
  ),
)

function checkBlock(node: YamlNode, anchor: Span, { kind, name }: NamedBlock): Violation[] {
  const schema = blockSchemas[contractOf(kind).id]?.[name]
  const shape = schema && shapes.get(schema)
  return shape === undefined ? [] : checkYamlShape(node, anchor, shape)
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
    const { type: _, ...attributes } = textsOf(node)
    const type = typeIn(node, contract)
    const meant = wrong.flatMap(({ rule, args }) => (rule === 'key-unknown' ? (args.suggestion ?? []) : []))
    const stated = new Set([...node.entries.map(({ key }) => key), ...meant])
    const button = readButton({ span: node.span, anchor, attributes, stated, contract, ...(type && { type }) })
    found.push(...addressViolations(node, named.kind), ...button.violations)
    return [button.button]
  })
  return { buttons, violations: found }
}

export function readCouponBlock(
  named: NamedBlock,
  source: string,
): { coupon?: CouponNode; violations: readonly Violation[] } {
  const { fields, violations } = readRecord(named, source)
  return fields === undefined ? { violations } : { coupon: { span: named.block.span, fields }, violations }
}

export function readTargetsBlock(
  named: NamedBlock,
  source: string,
): { tail?: TailNode; violations: readonly Violation[] } {
  const { fields, violations } = readRecord(named, source)
  return fields === undefined ? { violations } : { tail: { span: named.block.span, targets: fields }, violations }
}

function readRecord(
  named: NamedBlock,
  source: string,
): { fields?: Fields<LocatedText, CouponField>; violations: readonly Violation[] } {
  const contract = contractOf(named.kind)
  const { root, violations } = readRoot(named, source)
  if (root === undefined) return { violations }
  const found = [...violations, ...checkBlock(root, named.nameSpan, named)]
  if (root.type !== 'map') return { violations: found }
  if (root.entries.length === 0) found.push(violation('value-empty', named.nameSpan, { key: named.name }))
  return {
    fields: byAttribute(textsOf(root), contract),
    violations: [...found, ...addressViolations(root, named.kind)],
  }
}

function readRoot(
  { name, block, nameSpan }: NamedBlock,
  source: string,
): { root?: YamlNode; violations: readonly Violation[] } {
  // What an open block swallowed is not its content.
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
  if (facts.oneOf?.some((attribute) => stated.has(names[attribute])) === false) {
    const args = { type: type?.value ?? '', targets: facts.oneOf.map((attribute) => names[attribute]) }
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
  const found = isEmpty(name) ? [violation('value-empty', name.span, { key: 'name' }), ...violations] : violations
  const attributes = isEmpty(name) ? targets : { name, ...targets }
  if (type === 'none') return { button: { span, attributes }, violations: found }
  const value = contractOf(kind).lineTypes[type]
  return { button: { span, type: { span: textOfPart(link).span, value }, attributes }, violations: found }
}

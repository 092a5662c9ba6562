import { filledPattern } from '../text/text.ts'
import type { ButtonAttribute, CouponField, Fields, PriceField } from '../contract/content.ts'
import type { Contract } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import type { JsonSchema } from '../text/json-schema.ts'
import type { Span } from '../diagnostic.ts'
import type { Block, ButtonLine } from '../language/document.ts'
import { nearest } from '../language/nearest.ts'
import { checkYamlShape, type Shape, shapeOf, wholeNumberIn } from '../language/shape.ts'
import { parseYaml, type YamlMap, type YamlNode } from '../language/yaml.ts'
import { type BlockName, blockNames, koreanBlockNames } from '../language/block-names.ts'
import type { Violation } from '../violation.ts'
import { checkAddress, readTargets } from './link.ts'
import { isEmpty, type Located, type LocatedText, nameOfPart, templateOf, textOfPart, textOfScalar } from './located.ts'
import type { ButtonNode } from './message.ts'
import type { BodyReading } from './reading.ts'

export interface NamedBlock {
  readonly name: BlockName
  readonly block: Block
  readonly nameSpan: Span
}

/** Tells which block of the language a fence is; `meant` is what a misspelt one was likely meant as. */
export function nameBlock(block: Block, { source, report }: BodyReading): { named?: NamedBlock; meant?: BlockName } {
  const { info: nameSpan, closed, span } = block
  const info = source.slice(nameSpan.start, nameSpan.end)
  const name = blockNames.find((known) => known === info)
  if (!closed) report('block-unclosed', { start: span.start, end: nameSpan.end }, { name: info })
  if (name !== undefined) return { named: { name, block, nameSpan } }
  const near = nearest(info, blockNames)
  const suggestion = blockNames.find((known) => known === near) ?? koreanBlockNames.get(info)
  if (info !== '') report('block-unknown', nameSpan, { name: info, ...(suggestion && { suggestion }) })
  return suggestion ? { meant: suggestion } : {}
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

/** Reports what is wrong with the shape of a block, and returns a mapping with the keys that were likely meant. */
function checked(node: YamlNode, anchor: Span, { name }: NamedBlock, reading: BodyReading): YamlMap | undefined {
  const schema = blockSchemas[reading.contract.id]?.[name]
  const shape = schema && shapes.get(schema)
  const wrong = shape === undefined ? [] : checkYamlShape(node, anchor, shape)
  for (const one of wrong) reading.violations.push(withoutWrongType(one))
  return node.type === 'map' ? asMeant(node, wrong) : undefined
}

/** The type of a button that another service has is not misspelt. */
function withoutWrongType(wrong: Violation): Violation {
  if (wrong.rule !== 'value-not-allowed') return wrong
  const { suggestion: _, ...args } = wrong.args
  return contracts.some(({ buttonTypes }) => Object.hasOwn(buttonTypes, args.value)) ? { ...wrong, args } : wrong
}

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

/** Reads the buttons of a `button` block: one mapping or a list of them. */
export function readButtonBlock(named: NamedBlock, reading: BodyReading): readonly ButtonNode[] {
  const { nameSpan } = named
  const root = readRoot(named, reading)
  if (root === undefined) return []
  const nodes = root.type === 'list' ? root.items : [root]
  if (nodes.length === 0) reading.report('value-empty', nameSpan, { key: 'button' })
  return nodes.flatMap((node) => {
    const anchor = (node.type === 'map' ? node.entries[0]?.keySpan : node.span) ?? nameSpan
    const map = checked(node, anchor, named, reading)
    if (map === undefined) return []
    checkAddresses(map, reading)
    return [readButton(map, anchor, reading)]
  })
}

/** Reads the texts of a `coupon`, `link` or `tail` block. */
export function readTextBlock(named: NamedBlock, reading: BodyReading): Fields<LocatedText, CouponField> | undefined {
  const map = readRecord(named, reading)
  return map && byAttribute(textsOf(map), reading.contract)
}

export function readPriceBlock(
  named: NamedBlock,
  reading: BodyReading,
): Fields<Located<unknown>, PriceField> | undefined {
  const map = readRecord(named, reading)
  const fields = map?.entries.flatMap(({ key, value: node }) => {
    const attribute = attributeOf(key, reading.contract)
    if (attribute === undefined || node.type !== 'scalar' || node.value === null) return []
    // The schema reports anything but a number.
    const meant = wholeNumberIn(node.source ?? String(node.value))
    return [[attribute, { span: node.span, value: meant === undefined ? node.value : Number(meant) }] as const]
  })
  return fields && Object.fromEntries(fields)
}

function readRecord(named: NamedBlock, reading: BodyReading): YamlMap | undefined {
  const root = readRoot(named, reading)
  if (root?.type === 'map' && root.entries.length === 0) {
    reading.report('value-empty', named.nameSpan, { key: named.name })
    return root
  }
  const map = root && checked(root, named.nameSpan, named, reading)
  if (map) checkAddresses(map, reading)
  return map
}

function readRoot({ name, block, nameSpan }: NamedBlock, reading: BodyReading): YamlNode | undefined {
  // An open block has taken in lines that are not its content.
  if (!block.closed) return undefined
  const { root, violations } = parseYaml(reading.source, block.content)
  reading.violations.push(...violations)
  if (root === undefined && violations.length === 0) reading.report('value-empty', nameSpan, { key: name })
  return root
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

function checkAddresses(map: YamlMap, reading: BodyReading): void {
  const { mobile, pc } = reading.contract.names
  for (const [key, text] of Object.entries(textsOf(map))) if (key === mobile || key === pc) checkAddress(text, reading)
}

/**
 * Checks a button's attributes against its type; one that the type has not is left out.
 *
 * @param anchor where what is missing would stand
 */
function readButton(map: YamlMap, anchor: Span, { contract, report }: BodyReading): ButtonNode {
  const { span, entries } = map
  const { names, blocks, buttonTypes } = contract
  const { type: _, ...texts } = textsOf(map)
  const typeNode = entries.find(({ key }) => key === 'type')?.value
  const typed =
    typeNode?.type === 'scalar' ? Object.keys(buttonTypes).find((known) => known === typeNode.value) : undefined
  const facts = typed === undefined ? undefined : buttonTypes[typed]
  if (typeNode === undefined || typed === undefined || facts === undefined)
    return { span, attributes: byAttribute(texts, contract) }
  // Attributes that are there, rightly or wrongly.
  const stated = new Set(entries.map(({ key }) => key))
  const allowed = (Object.keys(facts.fields) as ButtonAttribute[]).map((attribute) => names[attribute])
  for (const [name, text] of Object.entries(texts)) {
    if (allowed.includes(name)) continue
    delete texts[name]
    if (blocks['button']?.includes(name))
      report('button-attribute-not-allowed', text.span, { attribute: name, type: typed, allowed })
  }
  for (const [attribute, presence] of Object.entries(facts.fields) as [ButtonAttribute, string][]) {
    if (presence === 'required' && attribute !== 'name' && !stated.has(names[attribute]))
      report('key-missing', anchor, { key: names[attribute], where: 'button' })
  }
  const { oneOf = [], atLeast = Math.min(1, oneOf.length) } = facts
  const targets = oneOf.map((attribute) => names[attribute])
  if (targets.filter((name) => stated.has(name)).length < atLeast)
    report('app-link-target-missing', anchor, { type: typed, targets, atLeast })
  return { span, type: { span: typeNode.span, value: typed }, attributes: byAttribute(texts, contract) }
}

/** Reads `- [name](link "second link")`. */
export function readButtonLine(
  { children: [label, link, second], span }: ButtonLine,
  reading: BodyReading,
): ButtonNode {
  const { contract, report } = reading
  const name = nameOfPart(label)
  const typed = templateOf(name)
  const own = Object.entries(contract.buttonTypes).find(([, { names }]) => names?.includes(typed))?.[0]
  const { type, targets } = readTargets(
    link,
    second,
    reading,
    own === undefined ? {} : { buttonType: own, name: typed },
  )
  if (isEmpty(name)) report('value-empty', name.span, { key: 'name' })
  const attributes = isEmpty(name) ? targets : { name, ...targets }
  if (type === 'none') return { span, attributes }
  return { span, type: { span: textOfPart(link).span, value: contract.lineTypes[type] }, attributes }
}

import { buttonAttributes, couponFields, linkTargetFields } from '../contract/fields.ts'
import { type ButtonType, buttonTypes } from '../contract/kinds.ts'
import type { JsonSchema } from '../contract/schema.ts'
import type { Span } from '../diagnostic.ts'
import { type BlockName, blockNames, type Violation, violation } from '../violation.ts'
import { type Block, spanOf } from '../dialect/document.ts'
import { blockMeant } from '../dialect/near-miss/fences.ts'
import type { YamlKeys } from '../dialect/near-miss/yaml.ts'
import { checkYamlShape, filledPattern, type Shape, shapeOf } from '../dialect/shape.ts'
import { parseYaml, type YamlMap, type YamlNode } from '../dialect/yaml.ts'
import { readButton } from './button.ts'
import { addressFault, appFault } from './link.ts'
import type { ButtonNode, CouponNode, TailNode } from './message.ts'
import { type LocatedText, textOfScalar } from './located.ts'

/** A block whose info string the language knows. */
export interface NamedBlock {
  readonly name: BlockName
  readonly block: Block
  /** The info string. */
  readonly nameSpan: Span
}

/** Finds out which block it is. */
export function nameBlock(block: Block, source: string): { named?: NamedBlock; faults: readonly Violation[] } {
  const info = source.slice(block.info.start, block.info.end).trimEnd()
  const nameSpan = { start: block.info.start, end: block.info.start + info.length }
  const name = blockNames.find((known) => known === info)
  const faults: Violation[] = []
  if (name === undefined) {
    const suggestion = blockMeant(info)
    faults.push(violation('block-unknown', nameSpan, { name: info, ...(suggestion && { suggestion }) }))
  }
  if (!block.closed)
    faults.push(violation('block-unclosed', { start: spanOf(block).start, end: nameSpan.end }, { name: info }))
  return name === undefined ? { faults } : { named: { name, block, nameSpan }, faults }
}

/** Blank text is none to the service. */
const text: JsonSchema = { type: 'string', pattern: filledPattern }

/** The keys of every block. */
export const blockKeys: YamlKeys = {
  own: new Set([...buttonAttributes, ...Object.keys(couponFields), ...Object.keys(linkTargetFields)]),
  inner: new Map(),
  innermost: new Set(),
}

function blockShape(where: BlockName, fields: readonly string[], special: Readonly<Record<string, JsonSchema>>): Shape {
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(fields.map((field) => [field, text])), ...special },
    required: Object.keys(special),
    additionalProperties: false,
  }
  return shapeOf(schema, () => where)
}

const shapes = {
  button: blockShape('button', buttonAttributes, { name: text, type: { type: 'string', enum: buttonTypes } }),
  coupon: blockShape('coupon', Object.keys(couponFields), {}),
  link: blockShape('link', Object.keys(linkTargetFields), {}),
  tail: blockShape('tail', Object.keys(linkTargetFields), {}),
} as const satisfies Record<BlockName, Shape>

/** The buttons of a `button` block: one mapping or a list of them. */
export function readButtonBlock(
  { block, nameSpan }: NamedBlock,
  source: string,
): {
  buttons: readonly ButtonNode[]
  faults: readonly Violation[]
} {
  const { root, faults } = readRoot({ name: 'button', block, nameSpan }, source)
  if (root === undefined) return { buttons: [], faults }
  const found = [...faults]
  const buttons = (root.type === 'list' ? root.items : [root]).flatMap((node) => {
    const anchor = firstKey(node) ?? nameSpan
    for (const one of checkYamlShape(node, anchor, shapes.button)) found.push(one)
    if (node.type !== 'map') return []
    for (const one of addressFaults(node)) found.push(one)
    const { type: typeText, ...attributes } = textsOf(node)
    const type = typeIn(node)
    const button = readButton({ span: node.span, anchor, attributes, ...(type && { type }) })
    for (const one of button.faults) found.push(one)
    return typeText === undefined ? [{ span: node.span, attributes }] : [button.button]
  })
  return { buttons, faults: found }
}

/** The coupon of a `coupon` block. */
export function readCouponBlock(
  named: NamedBlock,
  source: string,
): { coupon?: CouponNode; faults: readonly Violation[] } {
  const { fields, span, faults } = readRecord(named, source)
  return fields === undefined ? { faults } : { coupon: { span, fields }, faults }
}

/** The targets of a `link` or `tail` block. */
export function readTargetsBlock(named: NamedBlock, source: string): { tail?: TailNode; faults: readonly Violation[] } {
  const { fields, span, faults } = readRecord(named, source)
  return fields === undefined ? { faults } : { tail: { span, targets: fields }, faults }
}

function readRecord(
  named: NamedBlock,
  source: string,
): {
  fields?: { readonly [name: string]: LocatedText }
  span: Span
  faults: readonly Violation[]
} {
  const span = spanOf(named.block)
  const { root, faults } = readRoot(named, source)
  if (root === undefined) return { span, faults }
  const found = [...faults, ...checkYamlShape(root, named.nameSpan, shapes[named.name])]
  if (root.type === 'map' && root.entries.length === 0) {
    found.push(violation('value-empty', named.nameSpan, { key: named.name }))
  }
  if (root.type === 'map') for (const one of addressFaults(root)) found.push(one)
  return root.type === 'map' ? { fields: textsOf(root), span, faults: found } : { span, faults: found }
}

function readRoot(
  { name, block, nameSpan }: NamedBlock,
  source: string,
): {
  root?: YamlNode
  faults: readonly Violation[]
} {
  // What an open block swallowed is not its content.
  if (!block.closed) return { faults: [] }
  const { root, faults } = parseYaml(source, block.content)
  if (root === undefined)
    return { faults: faults.length > 0 ? faults : [violation('value-empty', nameSpan, { key: name })] }
  return { root, faults }
}

function textsOf(map: YamlMap): { [name: string]: LocatedText } {
  const texts: { [name: string]: LocatedText } = {}
  for (const { key, value } of map.entries) {
    if (value.type === 'scalar' && typeof value.value === 'string') texts[key] = textOfScalar(value)
  }
  return texts
}

function addressFaults(map: YamlMap): Violation[] {
  return Object.entries(textsOf(map)).flatMap(([key, value]) =>
    key.startsWith('url_') ? (addressFault(value) ?? []) : key.startsWith('scheme_') ? (appFault(value) ?? []) : [],
  )
}

function typeIn(map: YamlMap): { span: Span; value: ButtonType } | undefined {
  const node = map.entries.find(({ key }) => key === 'type')?.value
  const type = node?.type === 'scalar' ? buttonTypes.find((known) => known === node.value) : undefined
  return node && type && { span: node.span, value: type }
}

function firstKey(node: YamlNode): Span | undefined {
  return node.type === 'map' ? node.entries[0]?.keySpan : node.span
}

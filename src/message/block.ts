import { filledPattern } from '../text/text.ts'
import type { ButtonAttribute } from '../contract/friend-talk/build.ts'
import { appLinkTargets, buttonAttributes, buttonFields, couponFields, linkTargetFields } from '../contract/friend-talk/payload.ts'
import { type ButtonType, buttonTypes, type Presence } from '../contract/friend-talk/kinds.ts'
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

/** A block whose info string the language knows. */
export interface NamedBlock {
  readonly name: BlockName
  readonly block: Block
  /** The info string. */
  readonly nameSpan: Span
}

/** Finds out which block it is. */
export function nameBlock(block: Block, source: string): { named?: NamedBlock; violations: readonly Violation[] } {
  const { info: nameSpan, closed, span } = block
  const info = source.slice(nameSpan.start, nameSpan.end)
  const name = blockNames.find((known) => known === info)
  const violations: Violation[] = []
  if (!closed) violations.push(violation('block-unclosed', { start: span.start, end: nameSpan.end }, { name: info }))
  if (name !== undefined) return { named: { name, block, nameSpan }, violations }
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

/** The JSON Schema of the YAML in each block; a list of buttons is checked one by one. */
export const blockSchemas: { readonly [B in BlockName]: JsonSchema } = {
  button: blockSchema(buttonAttributes, { name: filledText, type: { type: 'string', enum: buttonTypes } }),
  coupon: blockSchema(Object.keys(couponFields)),
  link: blockSchema(Object.keys(linkTargetFields)),
  tail: blockSchema(Object.keys(linkTargetFields)),
}

const shapes: { readonly [B in BlockName]: Shape } = {
  button: shapeOf(blockSchemas.button, () => 'button'),
  coupon: shapeOf(blockSchemas.coupon, () => 'coupon'),
  link: shapeOf(blockSchemas.link, () => 'link'),
  tail: shapeOf(blockSchemas.tail, () => 'tail'),
}

/** The buttons of a `button` block: one mapping or a list of them. */
export function readButtonBlock(
  { block, nameSpan }: NamedBlock,
  source: string,
): { buttons: readonly ButtonNode[]; violations: readonly Violation[] } {
  const { root, violations } = readRoot({ name: 'button', block, nameSpan }, source)
  if (root === undefined) return { buttons: [], violations }
  const nodes = root.type === 'list' ? root.items : [root]
  const found = [...violations, ...(nodes.length === 0 ? [violation('value-empty', nameSpan, { key: 'button' })] : [])]
  const buttons = nodes.flatMap((node) => {
    const anchor = firstKey(node) ?? nameSpan
    const wrong = checkYamlShape(node, anchor, shapes.button)
    found.push(...wrong)
    if (node.type !== 'map') return []
    const { type: _, ...attributes } = textsOf(node)
    const type = typeIn(node)
    const meant = wrong.flatMap(({ rule, args }) => (rule === 'key-unknown' ? (args.suggestion ?? []) : []))
    const stated = new Set([...node.entries.map(({ key }) => key), ...meant])
    const button = readButton({ span: node.span, anchor, attributes, stated, ...(type && { type }) })
    found.push(...addressViolations(node), ...button.violations)
    return [button.button]
  })
  return { buttons, violations: found }
}

/** The coupon of a `coupon` block. */
export function readCouponBlock(
  named: NamedBlock,
  source: string,
): { coupon?: CouponNode; violations: readonly Violation[] } {
  const { fields, violations } = readRecord(named, source)
  return fields === undefined ? { violations } : { coupon: { span: named.block.span, fields }, violations }
}

/** The targets of a `link` or `tail` block. */
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
): { fields?: { readonly [name: string]: LocatedText }; violations: readonly Violation[] } {
  const { root, violations } = readRoot(named, source)
  if (root === undefined) return { violations }
  const found = [...violations, ...checkYamlShape(root, named.nameSpan, shapes[named.name])]
  if (root.type !== 'map') return { violations: found }
  if (root.entries.length === 0) found.push(violation('value-empty', named.nameSpan, { key: named.name }))
  return { fields: textsOf(root), violations: [...found, ...addressViolations(root)] }
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

function addressViolations(map: YamlMap): Violation[] {
  return Object.entries(textsOf(map)).flatMap(([key, value]) =>
    key.startsWith('url_') ? (addressViolation(value) ?? []) : [],
  )
}

function typeIn(map: YamlMap): Located<ButtonType> | undefined {
  const node = map.entries.find(({ key }) => key === 'type')?.value
  const type = node?.type === 'scalar' ? buttonTypes.find((known) => known === node.value) : undefined
  return node && type && { span: node.span, value: type }
}

function firstKey(node: YamlNode): Span | undefined {
  return node.type === 'map' ? node.entries[0]?.keySpan : node.span
}

interface ButtonParts {
  readonly span: Span
  /** Where what is missing would stand. */
  readonly anchor: Span
  readonly type?: Located<ButtonType>
  readonly attributes: { readonly [name: string]: LocatedText }
  /** Attributes that are there, rightly or wrongly. */
  readonly stated: ReadonlySet<string>
}

/** Checks a button's attributes against its type; one that the type has not is left out. */
function readButton({ span, anchor, type, attributes, stated }: ButtonParts): {
  button: ButtonNode
  violations: readonly Violation[]
} {
  if (type === undefined) return { button: { span, attributes }, violations: [] }
  const fields: { readonly [name: string]: Presence } = buttonFields[type.value]
  const allowed = Object.keys(fields).filter((name) => name !== 'type')
  const violations: Violation[] = []
  const kept: { [K in ButtonAttribute]?: LocatedText } = {}
  for (const [attribute, text] of Object.entries(attributes)) {
    if (attribute in fields) kept[attribute as ButtonAttribute] = text
    else if (isButtonAttribute(attribute)) {
      violations.push(violation('button-attribute-not-allowed', text.span, { attribute, type: type.value, allowed }))
    }
  }
  for (const [name, presence] of Object.entries(fields)) {
    if (presence === 'required' && name !== 'type' && name !== 'name' && !stated.has(name)) {
      violations.push(violation('key-missing', anchor, { key: name, where: 'button' }))
    }
  }
  if (type.value === 'AL' && !appLinkTargets.some((target) => stated.has(target))) {
    violations.push(violation('app-link-target-missing', anchor, {}))
  }
  return { button: { span, type, attributes: kept }, violations }
}

function isButtonAttribute(name: string): boolean {
  return Object.values(buttonFields).some((fields) => name in fields)
}

/** Reads `- [name](link "second link")`. */
export function readButtonLine({ children: [label, link, second], span }: ButtonLine): {
  button: ButtonNode
  violations: readonly Violation[]
} {
  const name = nameOfPart(label)
  const { type, targets, violations } = readTargets(link, second)
  const found = isEmpty(name) ? [violation('value-empty', name.span, { key: 'name' }), ...violations] : violations
  const attributes = isEmpty(name) ? targets : { name, ...targets }
  if (type === 'none') return { button: { span, attributes }, violations: found }
  const value = type === 'web' ? 'WL' : 'AL'
  return { button: { span, type: { span: textOfPart(link).span, value }, attributes }, violations: found }
}

import { appLinkTargets, buttonAttributes, buttonFields, couponFields, linkTargetFields } from '../contract/payload.ts'
import { type ButtonType, buttonTypes, type Presence } from '../contract/kinds.ts'
import type { JsonSchema } from '../contract/schema.ts'
import type { Span } from '../diagnostic.ts'
import { type BlockName, blockNames, type Violation, violation } from '../violation.ts'
import { type Block, type ButtonLine, spanOf } from '../dialect/document.ts'
import { blockMeant } from '../dialect/near-miss/fences.ts'
import type { YamlKeys } from '../dialect/near-miss/yaml.ts'
import { checkYamlShape, filledPattern, type Shape, shapeOf } from '../dialect/shape.ts'
import { parseYaml, type YamlMap, type YamlNode } from '../dialect/yaml.ts'
import { addressViolation, appViolation, readTargets } from './link.ts'
import type { ButtonAttribute, ButtonNode, CouponNode, TailNode } from './message.ts'
import { keyMeant, otherNames } from './other-names.ts'
import { isEmpty, type Located, type LocatedText, nameOfPart, textOfPart, textOfScalar } from './located.ts'

/** A block whose info string the language knows. */
export interface NamedBlock {
  readonly name: BlockName
  readonly block: Block
  /** The info string. */
  readonly nameSpan: Span
}

/** Finds out which block it is. */
export function nameBlock(block: Block, source: string): { named?: NamedBlock; violations: readonly Violation[] } {
  const info = source.slice(block.info.start, block.info.end).trimEnd()
  const nameSpan = { start: block.info.start, end: block.info.start + info.length }
  const name = blockNames.find((known) => known === info)
  const violations: Violation[] = []
  if (name === undefined) {
    const suggestion = blockMeant(info)
    violations.push(violation('block-unknown', nameSpan, { name: info, ...(suggestion && { suggestion }) }))
  }
  if (!block.closed)
    violations.push(violation('block-unclosed', { start: spanOf(block).start, end: nameSpan.end }, { name: info }))
  return name === undefined ? { violations } : { named: { name, block, nameSpan }, violations }
}

/** Blank text is none to the service. */
const filledText: JsonSchema = { type: 'string', pattern: filledPattern }

/** The keys of every block. */
export const blockKeys: YamlKeys = {
  own: new Set([...buttonAttributes, ...Object.keys(couponFields), ...Object.keys(linkTargetFields)]),
  inner: new Map(),
  innermost: new Set(),
}

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

const otherKeys = otherNames({
  url_mobile: ['url', 'link', 'href', 'mobile', 'mobileurl', 'linkmo', 'linkmobile', '링크', '주소'],
  url_pc: ['pc', 'pcurl', 'linkpc'],
  scheme_android: ['android', 'androidscheme', 'linkand', 'linkandroid'],
  scheme_ios: ['ios', 'iosscheme', 'linkios'],
  name: ['label', 'text', 'buttonname', 'btnname', '이름', '버튼명'],
  type: ['kind', 'buttontype', 'btntype', '종류', '유형'],
  title: ['제목', '쿠폰명'],
  description: ['설명'],
})

function shapeOfBlock(block: BlockName): Shape {
  const schema = blockSchemas[block]
  const isKey = (key: string): boolean => Object.hasOwn(schema.properties ?? {}, key)
  return {
    ...shapeOf(schema, () => block),
    keyMeant(key, value) {
      const meant = keyMeant(key, otherKeys)
      // An app's link is that of one platform or of two.
      const isApp = typeof value === 'string' && /^(?!https?:)[a-z][\w+.-]*:/i.test(value)
      return isKey(meant) && !(isApp && meant.startsWith('url_')) ? meant : undefined
    },
  }
}

const shapes: { readonly [B in BlockName]: Shape } = {
  button: shapeOfBlock('button'),
  coupon: shapeOfBlock('coupon'),
  link: shapeOfBlock('link'),
  tail: shapeOfBlock('tail'),
}

/** The buttons of a `button` block: one mapping or a list of them. */
export function readButtonBlock(
  { block, nameSpan }: NamedBlock,
  source: string,
): {
  buttons: readonly ButtonNode[]
  violations: readonly Violation[]
} {
  const { root, violations } = readRoot({ name: 'button', block, nameSpan }, source)
  if (root === undefined) return { buttons: [], violations }
  const found = [...violations]
  const nodes = root.type === 'list' ? root.items : [root]
  if (nodes.length === 0) found.push(violation('value-empty', nameSpan, { key: 'button' }))
  const buttons = nodes.flatMap((node) => {
    const anchor = firstKey(node) ?? nameSpan
    const wrong = checkYamlShape(node, anchor, shapes.button)
    for (const one of wrong) found.push(one)
    if (node.type !== 'map') return []
    for (const one of addressViolations(node)) found.push(one)
    const { type: typeText, ...attributes } = textsOf(node)
    const type = typeIn(node)
    const keys = node.entries.map(({ key }) => key)
    const stated = new Set([...keys, ...(node.unread ?? []), ...wrong.flatMap(keyMeantBy)])
    const button = readButton({ span: node.span, anchor, attributes, stated, ...(type && { type }) })
    for (const one of button.violations) found.push(one)
    return typeText === undefined ? [{ span: node.span, attributes }] : [button.button]
  })
  return { buttons, violations: found }
}

/** The key that another one was likely meant as, or one of several. */
function keyMeantBy({ rule, args }: Violation): readonly string[] {
  return rule === 'key-unknown' ? [args.suggestion ?? keyMeant(args.key, otherKeys)] : []
}

/** The coupon of a `coupon` block. */
export function readCouponBlock(
  named: NamedBlock,
  source: string,
): { coupon?: CouponNode; violations: readonly Violation[] } {
  const { fields, span, violations } = readRecord(named, source)
  return fields === undefined ? { violations } : { coupon: { span, fields }, violations }
}

/** The targets of a `link` or `tail` block. */
export function readTargetsBlock(
  named: NamedBlock,
  source: string,
): { tail?: TailNode; violations: readonly Violation[] } {
  const { fields, span, violations } = readRecord(named, source)
  return fields === undefined ? { violations } : { tail: { span, targets: fields }, violations }
}

function readRecord(
  named: NamedBlock,
  source: string,
): {
  fields?: { readonly [name: string]: LocatedText }
  span: Span
  violations: readonly Violation[]
} {
  const span = spanOf(named.block)
  const { root, violations } = readRoot(named, source)
  if (root === undefined) return { span, violations }
  const found = [...violations, ...checkYamlShape(root, named.nameSpan, shapes[named.name])]
  if (root.type === 'map' && root.entries.length === 0 && root.unread === undefined) {
    found.push(violation('value-empty', named.nameSpan, { key: named.name }))
  }
  if (root.type === 'map') for (const one of addressViolations(root)) found.push(one)
  return root.type === 'map' ? { fields: textsOf(root), span, violations: found } : { span, violations: found }
}

function readRoot(
  { name, block, nameSpan }: NamedBlock,
  source: string,
): {
  root?: YamlNode
  violations: readonly Violation[]
} {
  // What an open block swallowed is not its content.
  if (!block.closed) return { violations: [] }
  const { root, violations } = parseYaml(source, block.content)
  if (root === undefined)
    return { violations: violations.length > 0 ? violations : [violation('value-empty', nameSpan, { key: name })] }
  return { root, violations }
}

function textsOf(map: YamlMap): { [name: string]: LocatedText } {
  const texts: { [name: string]: LocatedText } = {}
  for (const { key, value } of map.entries) {
    if (value.type === 'scalar' && typeof value.value === 'string') texts[key] = textOfScalar(value)
  }
  return texts
}

function addressViolations(map: YamlMap): Violation[] {
  return Object.entries(textsOf(map)).flatMap(([key, value]) =>
    key.startsWith('url_')
      ? (addressViolation(value) ?? [])
      : key.startsWith('scheme_')
        ? (appViolation(value) ?? [])
        : [],
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
export function readButtonLine(line: ButtonLine): { button: ButtonNode; violations: readonly Violation[] } {
  const [label, link, second] = line.children
  const name = nameOfPart(label, spanOf(label))
  const { type, targets, violations } = readTargets(link, second)
  const found = isEmpty(name) ? [violation('value-empty', name.span, { key: 'name' }), ...violations] : [...violations]
  const attributes = isEmpty(name) ? targets : { name, ...targets }
  const span = spanOf(line)
  if (type === 'none') return { button: { span, attributes }, violations: found }
  const value = type === 'web' ? 'WL' : 'AL'
  return { button: { span, type: { span: textOfPart(link, spanOf(link)).span, value }, attributes }, violations: found }
}

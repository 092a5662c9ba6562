import { appLinkTargets, buttonFields } from '../contract/fields.ts'
import type { ButtonType, Presence } from '../contract/kinds.ts'
import type { Span } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import { type ButtonLine, spanOf } from '../dialect/document.ts'
import { readTargets } from './link.ts'
import type { ButtonAttribute, ButtonNode } from './message.ts'
import { isEmpty, type Located, type LocatedText, textOfPart } from './located.ts'

interface ButtonParts {
  readonly span: Span
  /** Where what is missing would stand. */
  readonly anchor: Span
  readonly type?: Located<ButtonType>
  readonly attributes: { readonly [name: string]: LocatedText }
}

/** Checks a button's attributes against its type; one that the type has not is left out. */
export function readButton({ span, anchor, type, attributes }: ButtonParts): {
  button: ButtonNode
  faults: readonly Violation[]
} {
  if (type === undefined) return { button: { span, attributes }, faults: [] }
  const fields: { readonly [name: string]: Presence } = buttonFields[type.value]
  const allowed = Object.keys(fields).filter((name) => name !== 'type')
  const faults: Violation[] = []
  const kept: { [K in ButtonAttribute]?: LocatedText } = {}
  for (const [attribute, text] of Object.entries(attributes)) {
    if (attribute in fields) kept[attribute as ButtonAttribute] = text
    else if (isButtonAttribute(attribute)) {
      faults.push(violation('button-attribute-not-allowed', text.span, { attribute, type: type.value, allowed }))
    }
  }
  for (const [name, presence] of Object.entries(fields)) {
    if (presence === 'required' && name !== 'type' && name !== 'name' && !(name in attributes)) {
      faults.push(violation('key-missing', anchor, { key: name, where: 'button' }))
    }
  }
  if (type.value === 'AL' && appLinkTargets.every((target) => !(target in attributes))) {
    faults.push(violation('app-link-target-missing', anchor, {}))
  }
  return { button: { span, type, attributes: kept }, faults }
}

function isButtonAttribute(name: string): boolean {
  return Object.values(buttonFields).some((fields) => name in fields)
}

/** Reads `- [name](link "second link")`. */
export function readButtonLine(line: ButtonLine): { button: ButtonNode; faults: readonly Violation[] } {
  const [label, link, second] = line.children
  const name = textOfPart(label, spanOf(label))
  const { type, targets, faults } = readTargets(link, second)
  const found = isEmpty(name) ? [violation('value-empty', name.span, { key: 'name' }), ...faults] : [...faults]
  const attributes = isEmpty(name) ? targets : { name, ...targets }
  const span = spanOf(line)
  if (type === 'none') return { button: { span, attributes }, faults: found }
  const value = type === 'web' ? 'WL' : 'AL'
  return { button: { span, type: { span: textOfPart(link, spanOf(link)).span, value }, attributes }, faults: found }
}

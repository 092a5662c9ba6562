import type { FieldRole } from '../contract/contract.ts'
import { contractOf, type Kind } from '../contract/contracts.ts'
import { escapePointer } from '../text/json-text.ts'
import type { TemplateVariable } from './variables.ts'

/** The values of one recipient, by variable name. */
export interface VariableValues {
  readonly [name: string]: string | undefined
}

/** A payload with every variable replaced, or why there is none. */
export interface RenderResult<P> {
  /** Absent when a value is missing or a link came out wrong. */
  readonly payload?: P
  /** Variables without value and fallback, in order of use. */
  readonly missing: readonly string[]
  /** JSON Pointers of links that are no valid URL with these values. */
  readonly invalidLinks: readonly string[]
}

/** The parts of a compiled template that rendering needs. */
export interface Renderable<P extends object = object> {
  readonly service_id: Kind
  /** With its variables as `#{name}` or `#{name|fallback}`. */
  readonly payload: P
  /** The names that are variables; any other `#{…}` is text. */
  readonly variables: readonly TemplateVariable[]
}

interface Rendering {
  readonly values: VariableValues
  readonly missing: Set<string>
  readonly invalidLinks: string[]
}

/** A value of the payload, ready to be made for each recipient. */
type Prepared = (rendering: Rendering) => unknown

/** A variable in a text; without a fallback it needs a value. */
export interface Slot {
  readonly name: string
  readonly fallback?: string
}

const placeholder = /#\{([^{}|]*)(?:\|([^{}]*))?\}/g
/** A link that starts with a variable must match this when rendered: parsers forgive more than phones. */
const webLink = /^https?:\/\/[^\s\p{Cc}\\]+$/u

/**
 * Prepares a template once for many recipients.
 *
 * In a text a value stands as it is, in Unicode NFC, and is never read as markup or as another variable. In a link
 * it is percent-encoded, except at the link's start, where it is the start of a URL. An empty value counts as none.
 *
 * @returns a function from one recipient's values to the payload; it never throws
 */
export function prepareTemplate<T extends Renderable>(
  template: T,
): (values: VariableValues) => RenderResult<T['payload']> {
  const trial = prepareTrial(template)
  return (values) => {
    const { payload, missing, invalidLinks } = trial(values)
    return missing.length > 0 || invalidLinks.length > 0
      ? { missing, invalidLinks }
      : { payload, missing, invalidLinks }
  }
}

/**
 * Prepares a template for showing: as `prepareTemplate`, but what comes out is there whatever is wrong with it, with
 * nothing where a value is missing. It may not be sent.
 */
export function prepareTrial<T extends Renderable>(
  template: T,
): (values: VariableValues) => Required<RenderResult<T['payload']>> {
  const fallbacks = new Map(template.variables.map(({ name, fallback }) => [name, fallback]))
  const { roleOf } = contractOf(template.service_id)
  const prepared = prepare(template.payload, { pointer: '', roleOf }, fallbacks)
  return (values) => {
    const rendering: Rendering = { values, missing: new Set(), invalidLinks: [] }
    const payload = prepared(rendering) as T['payload']
    return { payload, missing: [...rendering.missing], invalidLinks: rendering.invalidLinks }
  }
}

type Fallbacks = ReadonlyMap<string, string | undefined>

/** A text of a payload as rendering takes it: text and variables in turn. */
export function textParts(text: string, { variables }: Pick<Renderable, 'variables'>): readonly (string | Slot)[] {
  return partsOf(text, new Map(variables.map(({ name, fallback }) => [name, fallback])))
}

/** A place in the payload, and what the fields of its service are. */
interface At {
  readonly pointer: string
  readonly roleOf: (pointer: string) => FieldRole
}

function prepare(value: unknown, at: At, fallbacks: Fallbacks): Prepared {
  const child = (key: string): At => ({ ...at, pointer: `${at.pointer}/${escapePointer(key)}` })
  if (typeof value === 'string')
    return at.roleOf(at.pointer) === 'image' ? () => value : prepareText(value, at, fallbacks)
  if (Array.isArray(value)) {
    const items = value.map((item, index) => prepare(item, child(String(index)), fallbacks))
    return (rendering) => items.map((item) => item(rendering))
  }
  if (typeof value !== 'object' || value === null) return () => value
  const entries = Object.entries(value).map(([key, item]) => [key, prepare(item, child(key), fallbacks)] as const)
  return (rendering) => Object.fromEntries(entries.map(([key, item]) => [key, item(rendering)]))
}

function prepareText(text: string, { pointer, roleOf }: At, fallbacks: Fallbacks): Prepared {
  const parts = partsOf(text, fallbacks)
  if (parts.every((part) => typeof part === 'string')) return () => text
  const isLink = roleOf(pointer) === 'link'
  return (rendering) => {
    const rendered = parts
      .map((part, index) => {
        if (typeof part === 'string') return part
        const value = valueOf(part, rendering)
        return isLink && index > 0 ? encodeURIComponent(value) : value
      })
      .join('')
      .normalize('NFC')
    if (isLink && rendering.missing.size === 0) {
      const isValid = URL.canParse(rendered) && (typeof parts[0] === 'string' || webLink.test(rendered))
      if (!isValid) rendering.invalidLinks.push(pointer)
    }
    return rendered
  }
}

/** Text and variables in turn; `#{…}` whose name is no variable of the template is text. */
function partsOf(text: string, fallbacks: Fallbacks): (string | Slot)[] {
  const parts: (string | Slot)[] = []
  let done = 0
  for (const match of text.matchAll(placeholder)) {
    const [all, name = '', spot] = match
    if (!fallbacks.has(name)) continue
    if (match.index > done) parts.push(text.slice(done, match.index))
    const fallback = spot ?? fallbacks.get(name)
    parts.push({ name, ...(fallback !== undefined && { fallback }) })
    done = match.index + all.length
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}

function valueOf({ name, fallback }: Slot, { values, missing }: Rendering): string {
  const value: unknown = Object.hasOwn(values, name) ? values[name] : undefined
  if (typeof value === 'string' && value !== '') return value.toWellFormed().normalize('NFC')
  if (fallback === undefined) missing.add(name)
  return fallback ?? ''
}

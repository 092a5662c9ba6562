import { buttonAttributes, buttonFields, couponFields, linkTargetFields } from '../contract/payload.ts'
import { buttonTypes, kinds } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import type { Span } from '../diagnostic.ts'
import { type BlockName, blockNames } from '../language/block-names.ts'
import { frontmatterSchema } from '../message/frontmatter.ts'
import { lineEndOf, lineStartOf } from '../rules/lines.ts'
import { rules } from '../rules/rules.ts'
import { directives } from '../rules/suppressions.ts'
import { editorWords, keyDescription } from './editor-words.ts'
import { customSummary, type EditorContext, type MessageText } from './message-text.ts'
import { regionAt, type YamlPlace, yamlPlaceAt } from './yaml-place.ts'

/** One thing that may be typed. */
export interface MessageCompletion {
  /** The bare name. */
  readonly label: string
  readonly kind: 'key' | 'value' | 'variable' | 'file' | 'folder' | 'block' | 'rule'
  readonly span: Span
  /** What takes the place of `span`. */
  readonly text: string
  /** In Markdown. */
  readonly documentation?: string
  readonly detail?: string
}

type Entry = Omit<MessageCompletion, 'span' | 'text'> & { readonly text?: string }

/** What may be typed at an offset. */
export function completionsAt(text: MessageText, offset: number, context: EditorContext): readonly MessageCompletion[] {
  const { source } = text
  const start = lineStartOf(source, offset)
  const before = source.slice(start, offset)
  return (
    variablesAt(text, { before, offset }, context) ??
    directivesAt({ before, offset }, context) ??
    yamlAt(text, offset, context) ??
    pathsAt(source, { before, offset }, context) ??
    blocksAt(text, { before, offset }, context) ??
    []
  )
}

interface Typed {
  /** The line up to the offset. */
  readonly before: string
  readonly offset: number
}

function placed(entries: readonly Entry[], span: Span): readonly MessageCompletion[] {
  return entries.map(({ text, ...entry }) => ({ ...entry, span, text: text ?? entry.label }))
}

function variablesAt(
  text: MessageText,
  { before, offset }: Typed,
  { lang, values = {} }: EditorContext,
): readonly MessageCompletion[] | undefined {
  const typed = /#\{([^{}|\r\n]*)$/.exec(before)?.[1]
  if (typed === undefined || before.at(before.length - typed.length - 3) === '\\') return undefined
  const { source, sketch } = text
  const behind = /^[\p{L}\p{M}\p{N}_]*/u.exec(source.slice(offset, offset + 64))?.[0] ?? ''
  const next = source[offset + behind.length]
  const hasFallback = next === '|'
  const facts = new Map(sketch?.message.variables.map((variable) => [variable.name, variable]))
  const words = editorWords[lang].variable
  const declared = text.declared.map(({ name }) => name)
  const constants = Object.keys(values).filter((name) => !declared.includes(name))
  const entries = [...declared, ...constants].map((name): Entry => {
    const known = facts.get(name)
    const constant = declared.includes(name) ? undefined : values[name]
    const documentation = known ? words.facts(known) : constant && words.constant(constant)
    return {
      label: name,
      kind: 'variable',
      text: hasFallback ? name : `${name}}`,
      ...(documentation !== undefined && { documentation }),
    }
  })
  // A brace that an editor has closed is replaced too: the cursor then stands behind it.
  const end = offset + behind.length + (next === '}' ? 1 : 0)
  return placed(entries, { start: offset - typed.length, end })
}

function directivesAt({ before, offset }: Typed, context: EditorContext): readonly MessageCompletion[] | undefined {
  const { lang, rule, plugins } = context
  const [, opening, rest = ''] = /^[ \t]*(<!--|#)[ \t]*(friendtalk-.*|f[a-z-]*)?$/.exec(before) ?? []
  if (opening === undefined) return undefined
  const name = /^\S*$/.exec(rest)?.[0]
  if (name !== undefined) {
    // A heading has the same sign as a comment of YAML.
    if (opening === '#' && name === '') return undefined
    const texts: { readonly [name: string]: string } = editorWords[lang].directives
    const entries = [...directives.keys()].map((label): Entry => ({
      label,
      kind: 'value',
      text: `${label} `,
      documentation: texts[label] ?? '',
    }))
    return placed(entries, { start: offset - name.length, end: offset })
  }
  if (rest.includes('--')) return []
  const typed = /[^\s,]*$/.exec(rest)?.[0] ?? ''
  const entries = [...rules, ...plugins].map(({ id, severity }): Entry => {
    const page = customSummary(id, context) ?? rule(id)
    return { label: id, kind: 'rule', detail: severity, ...(page && { documentation: page.summary }) }
  })
  return placed(entries, { start: offset - typed.length, end: offset })
}

function yamlAt(text: MessageText, offset: number, context: EditorContext): readonly MessageCompletion[] | undefined {
  const { document, source } = text
  const region = regionAt(document, offset)
  if (region === undefined) return undefined
  const place = yamlPlaceAt(source, region, offset)
  if (place === undefined) return []
  const isFrontmatter = place.where === 'frontmatter'
  if (place.key !== undefined) {
    const entries = isFrontmatter ? valuesOf(place, context) : blockValues(place, context)
    const closed = { start: place.span.start, end: Math.min(place.span.end, lineEndOf(source, offset)) }
    return placed(entries, closed)
  }
  const names = isFrontmatter ? frontmatterNames(place, text) : blockKeys(place, source)
  const taken = new Set(place.siblings.map(({ key }) => key))
  const entries = names
    .filter((name) => !taken.has(name))
    .map((label): Entry => {
      const documentation = keyDescription([...place.parents, label], place.where, context.lang)
      const isMapping = isFrontmatter && place.parents.length === 0 && ['vars', 'failback_data', 'meta'].includes(label)
      const colon = isMapping ? ':' : ': '
      return {
        label,
        kind: 'key',
        text: place.hasColon ? label : `${label}${colon}`,
        ...(documentation !== undefined && { documentation }),
      }
    })
  return placed(entries, place.span)
}

function frontmatterNames({ parents }: YamlPlace, text: Pick<MessageText, 'uses'>): readonly string[] {
  const { properties } = frontmatterSchema
  const [first, ...rest] = parents
  if (first === undefined) return Object.keys(properties)
  if (first === 'failback_data' && rest.length === 0) return Object.keys(properties.failback_data.properties)
  if (first !== 'vars') return []
  if (rest.length === 0) return [...new Set(text.uses.map(({ name }) => name))]
  return rest.length === 1 ? Object.keys(properties.vars.additionalProperties.properties) : []
}

function blockKeys({ where, siblings }: YamlPlace, source: string): readonly string[] {
  switch (where as BlockName) {
    case 'button': {
      const type = siblings.find(({ key }) => key === 'type')
      const known = type && buttonTypes.find((name) => name === source.slice(type.value.start, type.value.end))
      return known === undefined ? buttonAttributes : Object.keys(buttonFields[known])
    }
    case 'coupon':
      return Object.keys(couponFields)
    case 'link':
    case 'tail':
      return Object.keys(linkTargetFields)
  }
}

function valuesOf(place: YamlPlace, context: EditorContext): readonly Entry[] {
  const { lang, senders } = context
  const words = editorWords[lang]
  if (place.parents.length > 0) return []
  switch (place.key) {
    case 'kind':
      return kinds.map((label) => ({ label, kind: 'value', documentation: words.kinds[label] }))
    case 'ad_flag':
      return limits.adFlag.values.map((label) => ({ label, kind: 'value', documentation: words.keys.ad_flag }))
    case 'sender':
      return senders.map((label) => ({ label, kind: 'value', documentation: words.sender }))
    case 'recipients':
      return pathEntries(place.typed.replace(/^["']/, ''), /\.(?:csv|ndjson|jsonl)$/i, context)
    case undefined:
    default:
      return []
  }
}

function blockValues({ where, key }: YamlPlace, { lang }: EditorContext): readonly Entry[] {
  if (where !== 'button' || key !== 'type') return []
  const words = editorWords[lang]
  return buttonTypes.map((label) => {
    const fields = Object.entries<'required' | 'optional'>(buttonFields[label]).filter(([name]) => name !== 'type')
    const named = (presence: string): string[] => fields.flatMap(([name, is]) => (is === presence ? [name] : []))
    const documentation = `${words.buttonTypes[label]} ${words.attributes(named('required'), named('optional'))}`
    return { label, kind: 'value', documentation, detail: fields.map(([name]) => name).join(', ') }
  })
}

function pathsAt(
  source: string,
  { before, offset }: Typed,
  context: EditorContext,
): readonly MessageCompletion[] | undefined {
  const typed = /!\[[^\]]*\]\(<?([^()<>]*)$/.exec(before)?.[1]
  if (typed === undefined) return undefined
  const behind = /^[^()<>\s]*/.exec(source.slice(offset, lineEndOf(source, offset)))?.[0] ?? ''
  return placed(pathEntries(typed, /\.(?:png|jpe?g)$/i, context), {
    start: offset - typed.length,
    end: offset + behind.length,
  })
}

function pathEntries(typed: string, name: RegExp, { list }: EditorContext): readonly Entry[] {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1)
  return list(folder).flatMap((entry): Entry[] => {
    if (!entry.isFolder)
      return name.test(entry.name) ? [{ label: entry.name, kind: 'file', text: `${folder}${entry.name}` }] : []
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return []
    return [{ label: entry.name, kind: 'folder', text: `${folder}${entry.name}/` }]
  })
}

function blocksAt(
  { source, sketch }: MessageText,
  { before, offset }: Typed,
  { lang }: EditorContext,
): readonly MessageCompletion[] | undefined {
  const typed = /^`{3,}([a-z]*)$/.exec(before)?.[1]
  if (typed === undefined) return undefined
  const kind = sketch?.kind
  const places: { readonly [B in BlockName]: boolean } = {
    button: true,
    coupon: kind === undefined || kind === 'ft-carousel-feed',
    link: kind === undefined || kind === 'ft-wide-item-list',
    tail: kind === undefined || kind === 'ft-carousel-feed',
  }
  const { blocks } = editorWords[lang]
  const entries = blockNames
    .filter((name) => places[name])
    .map((label): Entry => ({ label, kind: 'block', documentation: blocks[label] }))
  const behind = /^[a-z]*/.exec(source.slice(offset, offset + 32))?.[0] ?? ''
  return placed(entries, { start: offset - typed.length, end: offset + behind.length })
}

import type { ButtonAttribute } from '../contract/content.ts'
import type { ButtonTypeFacts, Contract } from '../contract/contract.ts'
import { contractOf, contracts, factsOf, kinds } from '../contract/contracts.ts'
import type { JsonSchema } from '../text/json-schema.ts'
import type { Span } from '../diagnostic.ts'
import { blockNames } from '../language/block-names.ts'
import { frontmatterSchema } from '../message/frontmatter.ts'
import { lineEndOf, lineStartOf } from '../rules/lines.ts'
import { rules } from '../rules/rules.ts'
import { directives } from '../rules/suppressions.ts'
import { blockDescriptions, keyDescription } from './descriptions.ts'
import { sayIn, type Text } from '../words/language.ts'
import { variableFacts } from '../words/phrases.ts'
import { customSummary, type EditorContext, type MessageText } from './message-text.ts'
import { constantText } from './variables.ts'
import { outlineOf, regionAt, type YamlPlace, yamlPlaceAt } from './yaml-place.ts'

export interface MessageCompletion {
  readonly label: string
  readonly kind: 'key' | 'value' | 'variable' | 'file' | 'folder' | 'block' | 'rule'
  readonly span: Span
  /** Replaces `span`. */
  readonly text: string
  /** In Markdown. */
  readonly documentation?: string | undefined
  readonly detail?: string
}

type Entry = Omit<MessageCompletion, 'span' | 'text'> & { readonly text?: string }

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
  const say = sayIn(lang)
  const declared = text.declared.map(({ name }) => name)
  const constants = Object.keys(values).filter((name) => !declared.includes(name))
  const entries = [...declared, ...constants].map((name): Entry => {
    const known = facts.get(name)
    const constant = declared.includes(name) ? undefined : values[name]
    const documentation = known ? variableFacts(known, say) : constant && constantText(constant, say)
    return { label: name, kind: 'variable', text: hasFallback ? name : `${name}}`, documentation }
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
    const say = sayIn(lang)
    const entries = [...directives.keys()].map((label): Entry => {
      const [where, place] = label.endsWith('next-line')
        ? ['on the next line', '다음 줄']
        : ['in the rest of the file', '파일의 나머지']
      const documentation = say(
        `Suppresses rules ${where}. The reason behind "--" is required.`,
        `${place}에서 규칙을 끕니다. "--" 뒤에 이유를 꼭 적어야 합니다.`,
      )
      return { label, kind: 'value', text: `${label} `, documentation }
    })
    return placed(entries, { start: offset - name.length, end: offset })
  }
  if (rest.includes('--')) return []
  const typed = /[^\s,]*$/.exec(rest)?.[0] ?? ''
  const entries = [...rules, ...plugins].map(({ id, severity }): Entry => {
    const page = customSummary(id, context) ?? rule(id)
    return { label: id, kind: 'rule', detail: severity, documentation: page?.summary }
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
  const kind = text.sketch?.kind
  const contract = contractIn(text)
  if (place.key !== undefined) {
    const entries = isFrontmatter
      ? valuesOf(place, context, contract)
      : blockValues(place, { ...context, source }, contract)
    const closed = { start: place.span.start, end: Math.min(place.span.end, lineEndOf(source, offset)) }
    return placed(entries, closed)
  }
  const names = isFrontmatter ? frontmatterNames(place, text) : blockKeys(place, source, contract)
  const taken = new Set(place.siblings.map(({ key }) => key))
  const entries = names
    .filter((name) => !taken.has(name))
    .map((label): Entry => {
      const documentation = keyDescription([...place.parents, label], place.where, { lang: context.lang, kind })
      const isMapping = isFrontmatter && place.parents.length === 0 && isMappingKey(label)
      const colon = isMapping ? ':' : ': '
      return { label, kind: 'key', text: place.hasColon ? label : `${label}${colon}`, documentation }
    })
  return placed(entries, place.span)
}

/** The contract of the kind that the file states, also while the rest of it cannot be read yet. */
function contractIn({ sketch, source, regions }: MessageText): Contract | undefined {
  if (sketch) return contractOf(sketch.kind)
  const entries = regions.flatMap((region) => (region.where === 'frontmatter' ? outlineOf(source, region) : []))
  const stated = entries.find(({ path }) => path.length === 1 && path[0] === 'kind')?.value
  const kind = stated && kinds.find((known) => known === source.slice(stated.start, stated.end))
  return kind && contractOf(kind)
}

function isMappingKey(key: string): boolean {
  return key === 'vars' || key === 'meta' || contracts.some(({ settings }) => settings[key]?.fields !== undefined)
}

function frontmatterNames({ parents }: YamlPlace, text: MessageText): readonly string[] {
  const { properties } = frontmatterSchema
  const [first, ...rest] = parents
  const contract = contractIn(text)
  const isOther = (key: string): boolean => contract !== undefined && Object.hasOwn(contract.foreign, key)
  if (first === undefined) return Object.keys(properties).filter((key) => !isOther(key))
  const fields = contract?.settings[first]?.fields
  if (fields !== undefined && rest.length === 0) return Object.keys(fields)
  if (first !== 'vars') return []
  if (rest.length === 0) return [...new Set(text.uses.map(({ name }) => name))]
  return rest.length === 1 ? Object.keys(properties.vars.additionalProperties.properties) : []
}

function blockKeys({ where, siblings }: YamlPlace, source: string, contract: Contract | undefined): readonly string[] {
  if (contract === undefined) return []
  const facts = where === 'button' ? typeAmong(siblings, source, contract) : undefined
  if (facts === undefined) return contract.blocks[where] ?? []
  const names = new Set(fieldsOf(facts, contract).map(([name]) => name))
  return (contract.blocks[where] ?? []).filter((name) => name === 'type' || names.has(name))
}

/** Returns the facts of the type that is among the keys of a button. */
function typeAmong(
  keys: YamlPlace['siblings'],
  source: string,
  { buttonTypes }: Contract,
): ButtonTypeFacts | undefined {
  const type = keys.find(({ key }) => key === 'type')
  return type && buttonTypes[source.slice(type.value.start, type.value.end)]
}

/** The attributes of a button of a type by their names in the service, and whether it needs them. */
function fieldsOf(facts: ButtonTypeFacts, { names }: Contract): readonly (readonly [string, string])[] {
  return Object.entries(facts.fields).map(([attribute, presence]) => [names[attribute as ButtonAttribute], presence])
}

const senderWords: Text = {
  en: "A sender of the project's configuration.",
  ko: '프로젝트 설정에 있는 발신 프로필입니다.',
}

function valuesOf(place: YamlPlace, context: EditorContext, contract: Contract | undefined): readonly Entry[] {
  const { lang, senders } = context
  const [parent, ...others] = place.parents
  if (parent !== undefined) {
    const setting = others.length === 0 ? contract?.settings[parent] : undefined
    const key = place.key ?? ''
    const schemas = setting?.schema['properties'] as { readonly [name: string]: JsonSchema } | undefined
    return settingValues(schemas?.[key], setting?.fields?.[key]?.description[lang])
  }
  switch (place.key) {
    case 'kind':
      return kinds.map((label) => ({ label, kind: 'value', documentation: factsOf(label).description[lang] }))
    case 'sender':
      return senders.map((label) => ({ label, kind: 'value', documentation: senderWords[lang] }))
    case 'recipients':
      return pathEntries(place.typed.replace(/^["']/, ''), /\.(?:csv|ndjson|jsonl)$/i, context)
    case undefined:
    default: {
      const { schema, description } = contract?.settings[place.key ?? ''] ?? {}
      return settingValues(schema, description?.[lang])
    }
  }
}

function settingValues(schema: JsonSchema | undefined, documentation: string | undefined): readonly Entry[] {
  const values =
    schema?.['type'] === 'boolean' ? ['true', 'false'] : (schema?.['enum'] as readonly string[] | undefined)
  return (values ?? []).map((label) => ({ label, kind: 'value', documentation }))
}

function blockValues(
  { where, key, siblings }: YamlPlace,
  { lang, source }: EditorContext & { readonly source: string },
  contract: Contract | undefined,
): readonly Entry[] {
  if (where !== 'button' || contract === undefined) return []
  if (key === contract.names.name) {
    const names = typeAmong(siblings, source, contract)?.names ?? []
    return names.map((label) => ({ label, kind: 'value' }))
  }
  if (key !== 'type') return []
  const say = sayIn(lang)
  return Object.entries(contract.buttonTypes).map(([label, facts]) => {
    const fields = fieldsOf(facts, contract)
    const named = (presence: string): string =>
      fields.flatMap(([name, is]) => (is === presence ? [name] : [])).join(', ')
    const [required, optional] = [named('required'), named('optional')]
    const documentation = [
      facts.description[lang],
      ...(required === '' ? [] : [say(`Needs ${required}.`, `필수: ${required}.`)]),
      ...(optional === '' ? [] : [say(`May have ${optional}.`, `선택: ${optional}.`)]),
    ].join(' ')
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
  const sections = sketch && Object.values(factsOf(sketch.kind).sections)
  const entries = blockNames
    .filter((name) => name === 'button' || sections?.some((parts) => name in parts) !== false)
    .map((label): Entry => ({ label, kind: 'block', documentation: blockDescriptions[label][lang] }))
  const behind = /^[a-z]*/.exec(source.slice(offset, offset + 32))?.[0] ?? ''
  return placed(entries, { start: offset - typed.length, end: offset + behind.length })
}

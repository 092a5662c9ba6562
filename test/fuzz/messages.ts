import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { compile, type CompileContext, type CompileResult } from '../../src/compile.ts'
import { kinds } from '../../src/contract/friend-talk/kinds.ts'
import { type Converted, convertRecord, recordsIn } from '../../src/convert/convert.ts'
import { type Diagnostic, withoutByteOrderMark } from '../../src/diagnostic.ts'
import { canonicalJson } from '../../src/text/json-text.ts'
import { prepareTemplate } from '../../src/message/render.ts'
import { applyFixes, type FixSafety, fixAll } from '../../src/rules/apply-fixes.ts'
import { sketch } from '../../src/sketch.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { anyImage } from '../compile-source.ts'
import { payloadOf } from '../convert/payloads.ts'
import { message } from '../rules/messages.ts'
import { type Target, targetOf } from './target.ts'
import { damaged, hostileText } from './texts.ts'

const tests = fileURLToPath(new URL('../', import.meta.url))
const path = 'messages/sale.md'
const context: CompileContext = {
  path,
  image: anyImage,
  senders: ['default', 'marketing'],
  terms: [{ avoid: '카톡', use: '카카오톡' }, { avoid: '무지' }],
  require: [{ pattern: '고객센터*-*' }],
}

/** Messages of the fixtures and of the examples: each shows something that a rule looks at. */
function shownMessages(): readonly string[] {
  return ['fixtures', 'vectors/examples'].flatMap((folder) =>
    readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => readFileSync(join(tests, folder, name), 'utf8'))
      .filter((source) => source.length < 8_000),
  )
}

/** Message files: right ones of all kinds, those with mistakes, soup, and all of them damaged. */
function sources(): fc.Arbitrary<string> {
  const written = fc
    .constantFrom(...kinds)
    .chain((kind) => payloadOf(kind).map((record) => convertRecord({ pointer: '', record, kind }, conversion)))
    .map((converted) => (converted.type === 'message' ? converted.source : ''))
  const soup = fc
    .tuple(fc.constantFrom(...kinds), fc.array(hostileText, { maxLength: 5 }))
    .map(([kind, parts]) => `---\nkind: ${kind}\n---\n${parts.join('\n')}`)
  const right = fc.oneof(
    { weight: 4, arbitrary: message.map(({ source }) => source) },
    { weight: 3, arbitrary: written },
    { weight: 4, arbitrary: fc.constantFrom(...shownMessages()) },
    { weight: 1, arbitrary: soup },
    { weight: 1, arbitrary: hostileText },
  )
  return damaged(right)
}

const conversion = { path, id: 'sale', lang: 'en' } as const

/** Message files: whatever they say, `compile` and what is made of its result keep their promises. */
export function messageFiles(): Target {
  return targetOf(sources(), checkMessage)
}

/** @throws for a promise that is broken */
function checkMessage(source: string): void {
  const result = compile(source, context)
  checkDiagnostics(source, result)
  sketch(source, context)
  for (const safety of ['safe', 'unsafe'] as const) checkFixes(source, result, safety)
  const { template } = result
  if (template === undefined) return
  checkRendering(template)
  checkConversion(template)
}

function checkDiagnostics(given: string, { diagnostics, suppressed, template }: CompileResult): void {
  const source = withoutByteOrderMark(given)
  for (const { rule, message: words, start, end } of [...diagnostics, ...suppressed]) {
    const isInside = start.offset >= 0 && start.offset <= end.offset && end.offset <= source.length
    if (!isInside) throw new Error(`${rule}: range ${start.offset}-${end.offset} of ${source.length}`)
    for (const { offset, line, column } of [start, end]) {
      const before = source.slice(0, offset).split(/\r\n|\n|\r/)
      // Between CR and LF it is still the line that they end.
      const isInBreak = source.slice(offset - 1, offset + 1) === '\r\n'
      if (!isInBreak && (before.length !== line || (before.at(-1)?.length ?? 0) + 1 !== column)) {
        throw new Error(`${rule}: ${line}:${column} is not offset ${offset}`)
      }
    }
    if (/\bundefined\b|\[object|\bNaN\b/.test(words.replace(/"[^]*"|`[^]*`/, ''))) {
      throw new Error(`${rule} is worded with a hole: ${words}`)
    }
  }
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (template !== undefined && errors.length > 0) throw new Error(`a template beside ${errors[0]?.rule}`)
  if (template === undefined && errors.length === 0) throw new Error('no template, and no error that says why')
}

function checkFixes(source: string, { diagnostics, template }: CompileResult, safety: FixSafety): void {
  const lint = (text: string): readonly Diagnostic[] => compile(text, { ...context, template: 'left out' }).diagnostics
  if (!diagnostics.some(({ fix }) => fix)) return
  const once = fixAll(source, lint, safety)
  if (fixAll(once, lint, safety) !== once) throw new Error(`${safety} fixes change what they have fixed`)
  const unsafe = safety === 'unsafe'
  const { applied } = applyFixes(once, lint(once), { unsafe })
  if (applied > 0) throw new Error(`${safety} fixes never come to rest`)
  if (template === undefined || unsafe) return
  const after = compile(once, context).template
  const isSame = sentBy(after) === sentBy(template)
  if (!isSame) throw new Error('a safe fix changes what is sent')
}

/** What of a template somebody may see. */
function sentBy(template: CompiledTemplate | undefined): string {
  if (template === undefined) return 'nothing'
  const { service_id, sender, payload, variables } = template
  return canonicalJson({
    service_id,
    sender,
    payload,
    variables: variables.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  })
}

function checkRendering(template: CompiledTemplate): void {
  const render = prepareTemplate(template)
  const names = template.variables.map(({ name }) => name)
  for (const value of ['https://a.example.com', '#{이름}', '<b>\n']) {
    const { payload, missing, invalidLinks } = render(Object.fromEntries(names.map((name) => [name, value])))
    if (missing.length > 0) throw new Error(`given and missing: ${missing.join(', ')}`)
    if (payload === undefined && invalidLinks.length === 0) throw new Error('nothing is rendered, and nothing says why')
    if (payload !== undefined && value !== '#{이름}') refuseVariables(payload, names, '')
  }
  const { payload, missing } = render({})
  const needed = template.variables.filter(({ name }) => !missing.includes(name))
  if (payload !== undefined)
    refuseVariables(
      payload,
      needed.map(({ name }) => name),
      '',
    )
}

/** @throws for a variable that nothing has taken the place of */
function refuseVariables(value: unknown, names: readonly string[], field: string): void {
  if (typeof value === 'string' && field !== 'img_url') {
    const found = new Set(
      Array.from(value.matchAll(/#\{([^{}|]*)(?:\|[^{}]*)?\}/g), ([, name = '']) => name.normalize('NFC')),
    )
    const left = names.find((name) => found.has(name))
    if (left !== undefined) throw new Error(`#{${left}} is left in ${field}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) refuseVariables(one, names, Array.isArray(value) ? field : key)
  }
}

function checkConversion(template: CompiledTemplate): void {
  const converted = converting(template)
  if (converted.type === 'refused') throw new Error(`not converted: ${JSON.stringify(converted.problems)}`)
  const again = compile(converted.source, { ...context, senders: [template.sender] }).template
  if (again === undefined || sentBy(again) !== sentBy(template)) throw new Error('converted to something else')
  const twice = converting(again)
  if (twice.type === 'refused' || twice.source !== converted.source)
    throw new Error('converted otherwise a second time')
}

function converting(template: CompiledTemplate): Converted {
  const [found] = recordsIn(JSON.parse(canonicalJson(template)))
  if (found === undefined) throw new Error('no record in a template')
  return convertRecord(found, { ...conversion, id: template.id })
}

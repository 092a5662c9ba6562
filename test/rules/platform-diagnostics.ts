import { expect } from 'vitest'
import { type CompileContext } from '../../src/compile.ts'
import type { Diagnostic, Fix } from '../../src/diagnostic.ts'
import { rules } from '../../src/rules/rules.ts'
import { anyImage, compileSource } from '../compile-source.ts'

/** The rules of the platform tier. */
export const platformRules = rules.filter(({ tier }) => tier === 'platform')
const platformIds = new Set(platformRules.map(({ id }) => id))

export interface Row {
  readonly rule: string
  /** `«` and `»` stand around the places of the diagnostics; without them nothing is found. */
  readonly source: string
  /** What else the rules of the platform find. */
  readonly also?: readonly string[]
  /** Of the first diagnostic. */
  readonly pointer?: string
  readonly measure?: readonly [actual: number, limit: number, unit: string]
  /** The source once the first diagnostic is fixed; `undefined` where it must have no fix. */
  readonly fixed?: string | undefined
  readonly context?: Partial<CompileContext>
}

/** What the rules of the platform tier find in a source, its markers left out. */
export function platformDiagnostics(marked: string, context: Partial<CompileContext> = {}): readonly Diagnostic[] {
  const { diagnostics } = compileSource(withoutMarkers(marked), { image: anyImage, ...context })
  return diagnostics.filter(({ rule }) => platformIds.has(rule))
}

/** Expects the diagnostics of a row, each at its place. */
export function expectRow({ rule, source, also = [], context, ...row }: Row): void {
  const found = platformDiagnostics(source, context)
  const own = found.filter((diagnostic) => diagnostic.rule === rule)
  expect(own.map(({ start, end }) => [start.offset, end.offset])).toEqual(markedSpans(source))
  const others = found.filter((diagnostic) => diagnostic.rule !== rule).map((diagnostic) => diagnostic.rule)
  expect([...new Set(others)]).toEqual(also)
  for (const { severity } of own) expect(severity).toBe('warning')
  const [first] = own
  if (row.pointer !== undefined) expect(first?.pointer).toBe(row.pointer)
  if (row.measure !== undefined) expect([first?.actual, first?.limit, first?.unit]).toEqual(row.measure)
  if ('fixed' in row) expect(first?.fix && applied(withoutMarkers(source), first.fix)).toBe(row.fixed)
}

/** Offsets of the markers in the source without them. */
function markedSpans(marked: string): [number, number][] {
  const offsets = [...marked.matchAll(/[«»]/g)].map(({ index }, before) => index - before)
  return offsets.flatMap((start, index) => {
    const end = offsets[index + 1]
    return index % 2 === 0 && end !== undefined ? [[start, end] as [number, number]] : []
  })
}

function withoutMarkers(marked: string): string {
  return marked.replaceAll(/[«»]/g, '')
}

function applied(source: string, { edits }: Fix): string {
  let [result, done] = ['', 0]
  for (const { start, end, text } of edits) {
    result += source.slice(done, start) + text
    done = end
  }
  return result + source.slice(done)
}

export const decomposed = (text: string): string => text.normalize('NFD')
/** Several code points and eleven UTF-16 units that readers take for one character. */
export const family = '👨‍👩‍👧‍👦'

export const text = (body: string, settings = ''): string => `---\nkind: ft-text\n${settings}---\n${body}\n`
export const image = (body: string, settings = ''): string =>
  `---\nkind: ft-image\n${settings}---\n![a](b.png)\n${body}\n`
export const wide = (body: string, settings = ''): string =>
  `---\nkind: ft-wide\n${settings}---\n![a](b.png)\n${body}\n`
const item = (index: number): string => `## b\n[![a](b.png)](https://a.kr/${index})\n`
export const list = ({ header = 'a', msg = 'x', settings = '', after = '' }): string =>
  `---\nkind: ft-wide-item-list\n${settings}---\n# ${header}\n${msg}\n${[1, 2, 3].map(item).join('')}${after}`
export const card = (body = 'x', title = 'b'): string => `## ${title}\n![a](b.png)\n${body}\n`
export const carousel = ({ msg = 'x', settings = '', cards = card(), after = '' }): string =>
  `---\nkind: ft-carousel-feed\n${settings}---\n${msg}\n${cards}${card()}${after}`
export const block = (name: string, yaml: string): string => `\`\`\`${name}\n${yaml}\n\`\`\``
/** A variable of so many characters at most. */
export const variable = (max: number): string => `vars: { a: { max: ${max} } }\n`

import type { Fix } from '../../diagnostic.ts'
import type { Document } from '../../dialect/document.ts'
import { suggester } from '../../dialect/nearest.ts'
import { isVariableName } from '../../dialect/pieces.ts'
import type { VariableDeclaration } from '../../message/message.ts'
import { usedNames } from '../../message/variables.ts'
import { foreignVariables } from '../../message/foreign-variables.ts'
import { lineEndOf, lineStartOf, nextLineStartOf } from '../lines.ts'
import { defineRule, type Subject } from '../rule.ts'

export const variableUnused = defineRule<{ name: string }>()({
  id: 'variable-unused',
  tier: 'style',
  severity: 'warning',
  check(subject, report) {
    const { message, draft } = subject
    if (message.variables.length === 0) return
    const declared = message.variables.map(({ name }) => name)
    const sent = usedNames(draft)
    if (declared.every((name) => sent.has(name))) return
    // What is written as in another tool was meant to be used, and so was what is likely meant by a misspelt name.
    const isDeclared = new Set(declared)
    const suggest = suggester(declared)
    const names = new Set([
      ...sent,
      ...foreignVariables(draft, subject.document.source, new Set(declared)).map(({ name }) => name),
    ])
    const meant = [...names].flatMap((name) => (isDeclared.has(name) ? [] : (suggest(name).suggestion ?? [])))
    const used = new Set([...names, ...meant, ...namesUsedWrongly(subject.reported)])
    // One that is declared wrongly may be none: that is reported already.
    const unused = message.variables.filter(({ name, isMaxWrong }) => !used.has(name) && !isMaxWrong)
    if (unused.length === 0) return
    const mentioned = mentionedNames(unused, subject.document)
    const hasOthers = [...sent].some((name) => !isDeclared.has(name)) || namesNothing(subject.reported)
    const isAll = unused.length === message.variables.length && mentioned.size === 0
    for (const [index, variable] of unused.entries()) {
      // Nothing may stay of "vars" when nothing is left in it: the first of the violations takes it away as a whole.
      const entry = isAll ? (index === 0 ? message.variablesSpan : undefined) : variable.entry
      // Beside a variable that nothing declares, this may be the declaration that was meant for it.
      const fix = entry && !mentioned.has(variable.name) && !hasOthers ? removal(entry, subject) : undefined
      report({ span: variable.span, args: { name: variable.name }, ...(fix && { fix }) })
    }
  },
  words: {
    en: ({ name }) => ({ message: `The variable "${name}" is used nowhere; remove its declaration.` }),
    ko: ({ name }) => ({ message: `"${name}" 변수를 쓰는 곳이 없습니다. 선언을 지우세요.` }),
  },
})

/** The words of variables that are used where, or as, none is allowed: removing a declaration would not make that right. */
function namesUsedWrongly({ source, spans }: Subject['reported']): ReadonlySet<string> {
  const names = new Set<string>()
  // Places may hold each other: what is behind the end of one is looked at once.
  let from = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    for (const [use] of source.slice(Math.max(from, start), end).matchAll(/#\{[^{}\r\n]{1,80}/g)) {
      for (const [word] of use.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) names.add(word.normalize('NFC'))
    }
    from = Math.max(from, end)
  }
  return names
}

/** Whether a variable without a name, or with a name that none has, is reported. */
function namesNothing({ source, spans }: Subject['reported']): boolean {
  return spans.some(({ start, end }) => end - start < 100 && source.slice(start, end).startsWith('#{'))
}

/**
 * Those of some variables that stand behind a `#{` anywhere, below the frontmatter or twice in it: a name in a path, in other
 * brackets, or behind a "#" that YAML reads as a comment, was meant to be used, and removing it fixes nothing.
 */
function mentionedNames(
  variables: readonly VariableDeclaration[],
  { source, frontmatter }: Document,
): ReadonlySet<string> {
  const names = new Set(variables.map(({ name }) => name))
  // A name that is too long for a variable is another violation: what was meant by it is not looked for.
  const [valid, tooLong] = [[...names].filter(isVariableName), [...names].filter((name) => !isVariableName(name))]
  const lengths = new Set(valid.map((name) => name.length))
  const mentioned = new Set(tooLong)
  const body = source.slice(frontmatter?.span.end).normalize('NFC')
  for (const [word] of body.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) if (names.has(word)) mentioned.add(word)
  // Words of a name are also written apart, or as one, and others stand beside it without a blank.
  const joined = body.replaceAll(/[\s_]+/g, '')
  for (const name of valid)
    if (/_|[^\0-\x7f]/.test(name) && joined.includes(name.replaceAll('_', ''))) mentioned.add(name)
  const seen = new Set<string>()
  for (const [word] of source.slice(0, frontmatter?.span.end).matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const name = word.normalize('NFC')
    if (names.has(name) && seen.has(name)) mentioned.add(name)
    seen.add(name)
  }
  for (let at = source.indexOf('#{'); at >= 0 && mentioned.size < names.size; at = source.indexOf('#{', at + 1)) {
    for (const length of lengths) {
      const name = source.slice(at + 2, at + 2 + length)
      if (names.has(name)) mentioned.add(name)
    }
  }
  return mentioned
}

/** Takes an entry away that has its lines to itself, comments behind it included. */
function removal(
  { start, end: last }: VariableDeclaration['entry'],
  { document: { source } }: Subject,
): Fix | undefined {
  // A mapping over several lines ends where the next key starts.
  const end = start + source.slice(start, last).trimEnd().length
  const lineStart = lineStartOf(source, start)
  const behind = source.slice(end, lineEndOf(source, end))
  const isAlone = source.slice(lineStart, start).trim() === '' && /^\s*(?:#.*)?$/.test(behind)
  if (!isAlone) return undefined
  return { safe: true, edits: [{ start: lineStart, end: nextLineStartOf(source, end), text: '' }] }
}

import type { Span, TextEdit } from '../../diagnostic.ts'
import { type MeantForm, type Slip, type Violation, violation, type ViolationArgs } from '../../violation.ts'
import { classOf, type Delimiter, standsFor } from './characters.ts'

/** One change that makes what is typed the form that was meant. */
export interface Change extends TextEdit {
  readonly slip: Slip
  /** Whether there is no other meaning, and no character of a name, a text or a link changes. */
  readonly safe: boolean
  /** What is wrong, where that is more or less than what changes. */
  readonly span?: Span
  /** The form that it is part of, where that is another one than the rest. */
  readonly form?: MeantForm
}

/**
 * The one violation for a mistyped form, with all changes as its fix.
 *
 * @param changes at least one; the first says what is wrong, and where
 * @param escapable the mark in front of which a backslash makes text of the line; none where no backslash does
 */
export function nearMiss(whole: MeantForm, changes: readonly Change[], escapable?: string): Violation {
  const [first] = changes
  if (first === undefined) throw new Error('a near miss without a change')
  const { slip, form = whole } = first
  const span = first.span ?? placeOf(first)
  const edits = changes
    .map(({ start, end, text }) => ({ start, end, text }))
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    // Two readings of a place may have come to the same change.
    .filter(({ start }, index, all) => start >= (all[index - 1]?.end ?? 0))
  const fix = { edits, safe: changes.every(({ safe }) => safe) }
  const escape = escapable !== undefined && { escapable }
  return slip.type === 'look-alike'
    ? {
        ...violation('look-alike-character', span, { found: slip.found, expected: slip.expected, form, ...escape }),
        fix,
      }
    : { ...violation('form-mistyped', span, { form, slip, ...escape }), fix }
}

/** What is missing is reported at the character in front of it. */
function placeOf({ start, end }: TextEdit): Span {
  return start === end && start > 0 ? { start: start - 1, end } : { start, end }
}

export function lookAlike(found: string, expected: string): Slip {
  return { type: 'look-alike', found, expected }
}

/** What was typed in the place of a delimiter: a character that looks like it, or another one. */
export function insteadOf(expected: Delimiter, found: string): Slip {
  return standsFor(found, expected) ? lookAlike(found, expected) : { type: 'instead', found, expected }
}

/**
 * What is wrong with a line that was meant as `---`.
 *
 * @param typed without what stands around it
 * @param isRight whether the characters themselves are what they should be
 */
export function dashesSlip(typed: string, isRight: boolean): Slip {
  const odd = dashesAlone.test(typed) ? /[^-]/u.exec(typed)?.[0] : undefined
  if (odd !== undefined) return lookAlike(odd, '-')
  return isRight ? { type: 'indented' } : { type: 'instead', found: typed, expected: '---' }
}

const dashesAlone = new RegExp(`^${classOf('-')}+$`, 'u')

/** Takes away what stands in front of a line: spaces, or the mark of a quote. */
export function leading(offset: number, typed: string): Change {
  const slip = { type: /[>＞]/u.test(typed) ? 'quoted' : 'indented' } as const
  return { start: offset, end: offset + typed.length, text: '', slip, safe: true }
}

/** The violation for what nothing closes, with the change that does. */
export function unclosed<R extends 'block-unclosed' | 'comment-unclosed' | 'frontmatter-unclosed'>(
  rule: R,
  { start, end, text, span = { start, end } }: Change,
  args: ViolationArgs[R],
): Violation {
  return { ...violation(rule, span, args), fix: { edits: [{ start, end, text }], safe: false } }
}

import { describe, expect, it } from 'vitest'
import type { CompileResult } from '../../src/compile.ts'
import type { ImageLookup } from '../../src/message/message.ts'
import { fixAll } from '../../src/rules/apply-fixes.ts'
import { compileSource } from '../compile-source.ts'
import { type Slip, slips } from './corpus.ts'

function image(path: string): ImageLookup {
  if (path !== 'images/a.png') return { type: 'not-found', suggestion: 'images/a.png' }
  return {
    type: 'found',
    facts: { sha256: 'a'.repeat(64), bytes: 1000, format: 'png', width: 800, height: 400 },
  }
}

const results = new Map<string, CompileResult>()

function compiled(source: string): CompileResult {
  const result = results.get(source) ?? compileSource(source, { image })
  results.set(source, result)
  return result
}

const sourceOf = ({ message }: Slip, line: string): string => message.replace('…', () => line)

/** The text and buttons that a message sends; a limit of an image has nothing to do with slips. */
function sent(source: string): string | undefined {
  return JSON.stringify(compiled(source).template?.payload)
}

/** Whether something is said about the lines of a slip. */
function isTold(slip: Slip): boolean {
  const source = sourceOf(slip, slip.typed)
  const first = slip.message.slice(0, slip.message.indexOf('…')).split('\n').length
  // What is forgotten shows on the line below.
  const last = first + slip.typed.split('\n').length + 1
  return compiled(source).diagnostics.some(({ start, rule }) => {
    return rule !== 'image-ratio-not-allowed' && start.line >= first && start.line <= last
  })
}

/** Whether the fixes make of a slip what was meant. */
function isDone(slip: Slip, safety: 'safe' | 'unsafe'): boolean {
  const fixed = fixAll(sourceOf(slip, slip.typed), (source) => compiled(source).diagnostics, safety)
  return sent(fixed) === sent(sourceOf(slip, slip.meant))
}

const ids = (rows: readonly Slip[]): readonly string[] => rows.map(({ typed, why }) => `${typed} (${why})`)
const mistyped = slips.filter((slip) => sent(sourceOf(slip, slip.typed)) !== sent(sourceOf(slip, slip.meant)))

describe('a line that is mistyped as people do', () => {
  it('is told where it stands, and is sent by none in silence', () => {
    expect(mistyped).toHaveLength(180)
    expect(ids(mistyped.filter((slip) => !isTold(slip)))).toEqual([])
  })

  it('is made what was meant by its fix, where one meaning is evident', () => {
    const undone = mistyped.filter((slip) => !isDone(slip, 'unsafe'))
    expect(ids(undone.filter(({ isEvident }) => isEvident))).toEqual([])
    const others = mistyped.filter((slip) => !slip.isEvident && !undone.includes(slip))
    expect(others.map(({ why }) => why)).toEqual([
      'loses a backtick',
      'forgets the mark',
      'puts a space',
      'mistypes the name',
    ])
  })

  it('is left to its author: only small and capital letters are safe to change', () => {
    const safe = mistyped.filter((slip) => isDone(slip, 'safe'))
    expect(safe.filter(({ why }) => !/(?:capitals?|small letters?)$/.test(why))).toEqual([])
    expect(safe).toHaveLength(7)
  })

  it('is one error alone', () => {
    const severals = mistyped.filter((slip) => {
      const errors = compiled(sourceOf(slip, slip.typed)).diagnostics.filter(({ severity }) => severity === 'error')
      return errors.length > 1
    })
    expect(severals.map(({ why }) => why)).toEqual([
      'knows the other fence of Markdown',
      'loses a backtick',
      'indents it as in a document',
      'a word processor makes a dash of hyphens',
      'loses a hyphen',
      'takes it for the first heading',
    ])
  })
})

describe('the lines that are meant', () => {
  it.each([...new Map(slips.map((slip) => [sourceOf(slip, slip.meant), slip])).keys()])(
    'have no error in %j',
    (source) => {
      expect(compiled(source).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    },
  )
})

it('has no fix where the line is right and one above it is not', () => {
  const source = '---\nkind: ft-text\n---\n안녕하세요\n```\n```button\nname: 보기\ntype: MD\n```\n\n끝\n'
  const [found, ...others] = compiled(source).diagnostics
  expect(found).toMatchObject({ rule: 'form-mistyped', start: { line: 6, column: 1 } })
  expect(found?.message).toMatch(/^This would be sent as text: a block stands between/)
  expect([found?.fix, others]).toEqual([undefined, []])
})

it('takes a hash before a variable for text where cards start with `## `', () => {
  const { message = '', meant = '' } = slips.find((slip) => slip.message.includes('이번 달 추천입니다.')) ?? {}
  const source = message.replace('이번 달 추천입니다.', '##{이름}').replace('…', () => meant)
  expect(source).toContain('##{이름}')
  expect(compiled(source).diagnostics.map(({ rule }) => rule)).not.toContain('form-mistyped')
})

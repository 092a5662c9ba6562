import { describe, expect, it } from 'vitest'
import type { ByteReading, CharacterReading } from '../../src/text/text.ts'
import {
  errorsOf,
  type Expected,
  expectOneError,
  type Field,
  fields,
  type Script,
  scripts,
  text,
} from './limits-fields.ts'

/** What stands before the characters that are counted. */
interface Prefix {
  readonly name: string
  /** As typed in the body and in YAML, and how much of a text that is: the same in every reading. */
  readonly body: { readonly typed: string; readonly size: number }
  readonly yaml: { readonly typed: string; readonly size: number }
  readonly settings: string
}

const declared = 'vars: { 이름: {} }\n'
const plain = { typed: '', size: 0 }
const variable = { typed: 'a#{이름}', size: 1 }

const prefixes: readonly [Prefix, ...Prefix[]] = [
  { name: 'nothing', body: plain, yaml: plain, settings: '' },
  { name: 'an escape', body: { typed: 'a\\[', size: 2 }, yaml: { typed: 'a\\#{', size: 3 }, settings: '' },
  { name: 'a variable', body: variable, yaml: variable, settings: declared },
  {
    name: 'variables and an escape',
    body: { typed: 'a#{이름}\\]#{이름}', size: 2 },
    yaml: { typed: 'a#{이름}\\#{#{이름}', size: 3 },
    settings: declared,
  },
]

const [nothing] = prefixes

interface Case {
  readonly field: Field
  readonly script: Script
  readonly reading: ByteReading | CharacterReading
  readonly prefix: Prefix
}

/** A text of exactly `total`, or of a little more where it cannot be less, that ends with a character of the script. */
function filled({ field, script, reading, prefix }: Case, total: number): { marked: string; size: number } {
  const { typed, size } = field.isYaml ? prefix.yaml : prefix.body
  const unit = script.sizes[reading]
  const count = Math.max(1, Math.floor((total - size) / unit))
  const padding = Math.max(0, total - size - count * unit)
  const before = typed + 'a'.repeat(padding) + script.character.repeat(count - 1)
  return { marked: `${before}«${script.character}»`, size: size + padding + count * unit }
}

const unmarked = (marked: string): string => marked.replaceAll(/[«»]/g, '')

function contextOf(field: Field, reading: Case['reading']): object {
  const strict = { bytes: 'utf-8', characters: 'utf-16' }
  return { readings: field.unit === 'bytes' ? { ...strict, bytes: reading } : { ...strict, characters: reading } }
}

function expectLimit(one: Case): void {
  const { field, script, reading, prefix } = one
  const { rule, pointer, max: limit, message } = field
  const unit = reading === 'characters' ? 'characters' : field.unit
  const context = contextOf(field, reading)
  const fits = filled(one, limit)
  const source = message(unmarked(fits.marked), prefix.settings)
  // One character of some scripts is more than some fields take.
  if (fits.size === limit) expect(errorsOf(source, context)).toEqual([])
  else expect(script.sizes[reading]).toBeGreaterThan(limit - 4)
  const tooMuch = filled(one, limit + 1)
  const expected: Expected = { rule, pointer, limit, unit, actual: tooMuch.size }
  const found = expectOneError(message(tooMuch.marked, prefix.settings), expected, context)
  expect(found.message).toContain(`has ${tooMuch.size} ${unit}; at most ${limit} are allowed.`)
}

const inForce = (field: Field): 'utf-8' | 'utf-16' => (field.unit === 'bytes' ? 'utf-8' : 'utf-16')
const cases = fields.flatMap((field) =>
  scripts.flatMap((script) =>
    prefixes
      .filter(({ settings }) => settings === '' || !field.takesNoVariables)
      // What stands before them is read alike before every script, and the text of one kind as that of another.
      .filter(
        (prefix) =>
          prefix === nothing || (script.name === 'Hangul' && (field.rule !== 'msg-too-long' || field === fields[0])),
      )
      .map((prefix): Case => ({ field, script, prefix, reading: inForce(field) })),
  ),
)
const label = ({ field, script, prefix, reading }: Case): string =>
  `${field.name} in ${script.name} counted in ${reading} after ${prefix.name}`

describe('at its limit a text has no diagnostic, and one over exactly one', () => {
  it.each(cases.map((one) => ({ name: label(one), one })))('$name', ({ one }) => {
    expectLimit(one)
  })
})

const readings = { bytes: ['euc-kr', 'characters'], characters: ['code-points', 'graphemes'] } as const
const otherReadings = fields.flatMap((field) =>
  scripts
    .slice(1)
    .flatMap((script) => readings[field.unit].map((reading): Case => ({ field, script, reading, prefix: nothing }))),
)
/** So many emoji have more bytes than any button's name may have, however characters are counted. */
const isTooHeavy = ({ field, script, reading }: Case): boolean =>
  field.rule === 'button-name-too-long' && reading === 'graphemes' && script.sizes.graphemes < script.sizes['utf-16']

describe('in another reading of the units the limit stands elsewhere', () => {
  it.each(otherReadings.filter((one) => !isTooHeavy(one)).map((one) => ({ name: label(one), one })))(
    '$name',
    ({ one }) => {
      expectLimit(one)
    },
  )
})

describe('the lines of a text', () => {
  const expected = { rule: 'msg-too-long', pointer: '/msg', limit: 1000, unit: 'characters' }
  const half = '가'.repeat(499)

  it.each(['\n', '\r\n', '\r'])('count one character for each line break: %j', (ending) => {
    const changed = (source: string): string => source.replaceAll('\n', ending)
    expect(errorsOf(changed(text(`${half}\n\n${half}`)))).toEqual([])
    expectOneError(changed(text(`${half}\n\n${half}«b»`)), { ...expected, actual: 1001 })
    expectOneError(changed(text(`${half}\n\n${half}«b\n\ncd»\n`)), { ...expected, actual: 1005 })
    expectOneError(changed(text(`${'가'.repeat(1000)}«\n나»`)), { ...expected, actual: 1002 })
  })

  it('count without what is not sent', () => {
    expect(errorsOf(text(`\n\n${half}  \n<!-- a comment\n${half} -->\n${half}\t \n\n`))).toEqual([])
    const button = '- [b](https://example.com)'
    expectOneError(text(`${half}\n${button}\n\n${half}«ab  \n${button}\nc»\n${button}`), { ...expected, actual: 1004 })
  })

  it('count spaces', () => {
    const spaces = ' '.repeat(998)
    expect(errorsOf(text(`a${spaces}b`))).toEqual([])
    expectOneError(text(`a${spaces} «b»`), { ...expected, actual: 1001 })
  })
})

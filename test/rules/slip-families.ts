import type { Line, LineKind, Sheet } from './slip-lines.ts'

/** Whether the mistake can only mean one thing, which a fix then builds, or whether a report is all that can be asked for. */
export type Meaning = 'one' | 'several'

/** What is typed instead of the lines `from` up to, but without, `to`. */
export interface Typed {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Chooses some of a list, always the same ones. */
export type Choose = <T>(list: readonly T[], count: number) => readonly T[]

/** One way to mistype, at whatever places of a message it can be made. */
export interface Mistake {
  readonly family: string
  readonly name: string
  readonly meaning: Meaning
  readonly make: (sheet: Sheet, choose: Choose) => Iterable<Typed>
}

type Maybe = string | undefined
/** What a line may come to, for each place in it where the mistake can be made. */
export type LineMaker = (text: string, line: Line & { sheet: Sheet; choose: Choose }) => Maybe | readonly Maybe[]

/** A mistake in one line. */
function inLines(kinds: readonly LineKind[], make: LineMaker): Mistake['make'] {
  return function* typed(sheet, choose) {
    for (const line of sheet.lines) {
      if (!kinds.includes(line.kind)) continue
      const made = make(line.text, { ...line, sheet, choose })
      const texts = new Set(typeof made === 'object' ? made : [made])
      for (const text of texts) {
        if (text === undefined || text === line.text) continue
        yield { from: line.index, to: line.index + 1, text }
      }
    }
  }
}

/** What a text comes to when each match of a pattern is replaced alone. */
export function each(text: string, pattern: RegExp, by: string | ((...found: string[]) => string)): string[] {
  return [...text.matchAll(pattern)].map((match) => {
    const instead = typeof by === 'string' ? by : by(...match)
    return text.slice(0, match.index) + instead + text.slice(match.index + match[0].length)
  })
}

/** A family of mistakes in lines of the same kinds, by name. */
export function lineFamily(
  family: string,
  meaning: Meaning,
  kinds: readonly LineKind[],
  makers: { readonly [name: string]: LineMaker },
): Mistake[] {
  return Object.entries(makers).map(([name, make]) => ({ family, name, meaning, make: inLines(kinds, make) }))
}

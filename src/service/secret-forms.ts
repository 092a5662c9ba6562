import { fold, lettersAndDigits, type PlainReading, type TextRange } from './plain-reading.ts'

/** Where secrets stand in a text. */
export interface FoundSecrets {
  /** As they are, or so that their own letters and digits come in their order. */
  readonly plain: readonly TextRange[]
  /** Encoded. The characters around it may hold a part of one too. */
  readonly encoded: readonly TextRange[]
}

/** Finds secrets in a reading of a text. */
export type FindSecrets = (reading: PlainReading) => FoundSecrets

/**
 * A form is known by each of its parts of some length: a service may have cut it, or turned its parts around. Half of a
 * secret is enough as it is written; what is left of it without its other characters may be made of words.
 */
const partLengths = {
  exact: ({ length }: string) => Math.min(length, 12, Math.max(8, Math.floor(length / 2))),
  loose: ({ length }: string) => Math.min(length, 12),
  encoded: ({ length }: string) => Math.min(length, 10),
} as const

/** A shorter form would be found in what only looks like it. */
const minLooseLength = 6
/** The parts of longer secrets are found without it. */
const maxShortBase64Length = 12

/** Prepares to look for secrets, in the encodings that a service may have put what it quotes into. */
export function secretFinder(secrets: readonly string[]): FindSecrets {
  const exact = new Parts(partLengths.exact)
  const loose = new Parts(partLengths.loose)
  const encoded = new Parts(partLengths.encoded)
  for (const secret of secrets) {
    if (secret === '') continue
    exact.add(fold(secret))
    const base64 = Buffer.from(secret).toString('base64')
    if (base64.length < maxShortBase64Length) exact.add(fold(base64))
    for (const written of withReversed(secret)) {
      loose.add(bare(written), minLooseLength)
      for (const spelt of [written, written.toLowerCase(), written.toUpperCase()]) {
        for (const form of encodedForms(Buffer.from(spelt))) {
          for (const turned of withReversed(bare(form))) encoded.add(turned, minLooseLength)
        }
      }
    }
  }
  return (reading) => {
    const letters = lettersAndDigits(reading)
    return { plain: [...exact.in(reading), ...loose.in(letters)], encoded: encoded.in(letters) }
  }
}

function withReversed(text: string): readonly [string, string] {
  return [text, Array.from(text).toReversed().join('')]
}

function bare(text: string): string {
  return fold(text).replace(/[^a-z0-9]+/g, '')
}

/** The bytes in hexadecimal, in decimal, and in base64 behind any others. */
function encodedForms(bytes: Buffer): readonly string[] {
  return [bytes.toString('hex'), [...bytes].join(''), ...[0, 1, 2].map((before) => base64Core(bytes, before))]
}

/** The characters of base64 that hold these bytes alone, when so many others (modulo 3) come before them. */
function base64Core(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const isLastShared = (before + bytes.length) % 3 > 0
  return all.slice(Math.ceil((before * 8) / 6), isLastShared ? -1 : undefined)
}

/** Parts of texts, looked for all at once. */
class Parts {
  readonly #byLength = new Map<number, Set<string>>()
  /** Whether a part starts with units of this hash: nearly every place of a text is passed over by it. */
  readonly #starts = new Uint8Array(startHashes)
  readonly #lengthOf: (form: string) => number

  constructor(lengthOf: (form: string) => number) {
    this.#lengthOf = lengthOf
  }

  add(form: string, minLength = 1): void {
    if (form.length < minLength) return
    const length = this.#lengthOf(form)
    const parts = this.#byLength.get(length) ?? new Set()
    this.#byLength.set(length, parts)
    for (let at = 0; at + length <= form.length; at++) {
      const part = form.slice(at, at + length)
      parts.add(part)
      if (length >= hashedUnits) this.#starts[startHash(part, 0)] = 1
    }
  }

  in({ text, rangeOf }: PlainReading): readonly TextRange[] {
    const found: TextRange[] = []
    const lengths = [...this.#byLength]
    const isShort = lengths.some(([length]) => length < hashedUnits)
    for (let at = 0; at < text.length; at++) {
      if (!isShort && this.#starts[startHash(text, at)] === 0) continue
      for (const [length, parts] of lengths) {
        if (at + length > text.length || !parts.has(text.slice(at, at + length))) continue
        found.push(rangeOf(at, length))
      }
    }
    return found
  }
}

const hashedUnits = 4
const startHashes = 2 ** 18

function startHash(text: string, at: number): number {
  let hash = 0
  for (let unit = at; unit < at + hashedUnits; unit++) hash = Math.imul(hash, 37) + text.charCodeAt(unit)
  return hash & (startHashes - 1)
}

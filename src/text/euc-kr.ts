import { once } from './once.ts'

/** The range of both bytes of a double-byte character. */
const range = { from: 0xa1, to: 0xfe } as const

// Node's decoder has KS X 1001 as it was in 1987: code page 949 adds two symbols and every Hangul syllable that was
// missing. It also has bytes that users may give a meaning of their own, which no phone knows.
const addedSymbols: ReadonlySet<string> = new Set(['€', '®'])
const isSyllable = /^[가-힣]$/
const isPrivate = /^\p{Co}$/u

/** Decoded the first time that it is asked for: most messages have no fallback. */
const standardCharacters = once((): ReadonlySet<string> => {
  const bytes: number[] = []
  for (let lead: number = range.from; lead <= range.to; lead++) {
    for (let trail: number = range.from; trail <= range.to; trail++) bytes.push(lead, trail, 0x0a)
  }
  const decoded = new TextDecoder('euc-kr').decode(new Uint8Array(bytes)).split('\n')
  // Bytes of no character decode to U+FFFD, alone or before the trail byte.
  return new Set(decoded.filter((text) => text.length === 1 && text !== '\ufffd' && !isPrivate.test(text)))
})

/**
 * Returns whether a character, one code point in Unicode NFC, can be written in what Korean systems mean by EUC-KR: code page
 * 949, which is ASCII, KS X 1001 and every Hangul syllable.
 */
export function encodableInEucKr(character: string): boolean {
  if (character < '\u0080' || isSyllable.test(character) || addedSymbols.has(character)) return true
  return standardCharacters().has(character)
}

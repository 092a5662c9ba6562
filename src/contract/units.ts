import { graphemesOf } from './graphemes.ts'

/** How `bytes` is read. The interface is UTF-8 throughout, so `utf-8` is its literal reading. */
export const byteReadings = ['utf-8', 'euc-kr', 'characters'] as const
export type ByteReading = (typeof byteReadings)[number]

/** How `characters` is read. */
export const characterReadings = ['utf-16', 'code-points', 'graphemes'] as const
export type CharacterReading = (typeof characterReadings)[number]

/** The number of characters in `text`. Never throws. */
export function countCharacters(text: string, reading: CharacterReading): number {
  switch (reading) {
    case 'utf-16':
      return text.length
    case 'code-points': {
      let pairs = 0
      for (let i = 0; i < text.length - 1; i++) {
        if (isSurrogatePair(text, i)) {
          pairs++
          i++
        }
      }
      return text.length - pairs
    }
    case 'graphemes': {
      let count = 0
      for (const _ of graphemesOf(text)) count++
      return count
    }
  }
}

/**
 * The number of bytes of `text`. Never throws; a lone surrogate counts as the three bytes of U+FFFD in UTF-8.
 *
 * `euc-kr` is code page 949, what Korean systems mean by the name: one byte for ASCII, two for any other
 * character it has. A character it lacks has no size there and counts two bytes for each UTF-16 unit, never too
 * few. `characters` counts UTF-16 units.
 */
export function countBytes(text: string, reading: ByteReading): number {
  switch (reading) {
    case 'utf-8': {
      let bytes = text.length
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i)
        if (unit < 0x80) continue
        if (unit < 0x800) bytes += 1
        else if (isSurrogatePair(text, i)) {
          bytes += 2
          i++
        } else bytes += 2
      }
      return bytes
    }
    case 'euc-kr': {
      let bytes = text.length
      for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) bytes++
      return bytes
    }
    case 'characters':
      return text.length
  }
}

function isSurrogatePair(text: string, index: number): boolean {
  const high = text.charCodeAt(index)
  const low = text.charCodeAt(index + 1)
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000
}

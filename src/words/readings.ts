import type { ByteReading, CharacterReading } from '../contract/text.ts'
import type { Language } from './language.ts'
import type { Wording } from './wording.ts'

/** What another way of counting a text comes to. */
export interface OtherReading {
  readonly reading: ByteReading | CharacterReading
  readonly count: number
}

type Unit = 'bytes' | 'characters'

const names: { readonly [L in Language]: { readonly [R in OtherReading['reading']]: string } } = {
  en: {
    'utf-8': '{} bytes in UTF-8',
    'euc-kr': '{} bytes in EUC-KR',
    characters: '{} characters',
    'utf-16': '{} UTF-16 units',
    'code-points': '{} code points',
    graphemes: '{} graphemes',
  },
  ko: {
    'utf-8': 'UTF-8로 {}바이트',
    'euc-kr': 'EUC-KR로 {}바이트',
    characters: '글자 수로 {}자',
    'utf-16': 'UTF-16 단위로 {}자',
    'code-points': '코드 포인트로 {}자',
    graphemes: '눈에 보이는 글자로 {}자',
  },
}

const settings: { readonly [U in Unit]: string } = { bytes: 'limits.bytes', characters: 'limits.characters' }

/** A unit as it stands behind a number. */
export const unitIn: { readonly [L in Language]: { readonly [U in Unit]: string } } = {
  en: { bytes: ' bytes', characters: ' characters' },
  ko: { bytes: '바이트', characters: '자' },
}

/**
 * Adds to a sentence about a length what it is in other readings, and who decides which holds; nothing where no
 * reading disagrees.
 */
export function withReadings(
  { message, help }: Wording,
  { unit, others }: { readonly unit: Unit; readonly others: readonly OtherReading[] },
  language: Language,
): Wording {
  if (others.length === 0) return { message, ...(help !== undefined && { help }) }
  const counts = others.map(({ reading, count }) => names[language][reading].replace('{}', String(count)))
  return language === 'ko'
    ? {
        message: `${message} 다르게 세면 ${counts.join(', ')}입니다.`,
        help: `${help === undefined ? '' : `${help}\n`}세는 방법은 설정의 "${settings[unit]}"에서 정합니다.`,
      }
    : {
        message: `${message} Counted otherwise it is ${counts.join(' or ')}.`,
        help: `${help === undefined ? '' : `${help}\n`}"${settings[unit]}" in the configuration says how ${unit} are counted.`,
      }
}

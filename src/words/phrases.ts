import type { Language, Lines, Say, Wording } from './language.ts'
import { type ByteReading, byteReadings } from '../text/text.ts'
import type { OtherReading } from '../text/text.ts'

/** The sentence that follows a violation where something similar is known; empty where nothing is. */
export const suggestionIn: { readonly [L in Language]: (suggestion: string | undefined) => string } = {
  en: (suggestion) => (suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`),
  ko: (suggestion) => (suggestion === undefined ? '' : ` "${suggestion}"의 오타인지 확인하세요.`),
}

/** The lines that end a result: the commands to type next. */
export function nextLines(commands: readonly string[]): Lines {
  const [only, ...others] = commands
  const [one, below] = others.length === 0 ? [` ${only}`, []] : ['', commands.map((command) => `  ${command}`)]
  return { en: [`Next:${one}`, ...below], ko: [`다음 명령:${one}`, ...below] }
}

const maxListed = 20

/** Names, the last of them where there are too many: they are in the order of time. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return '–'
  return names.length > maxListed ? `… ${names.slice(-maxListed).join(', ')}` : names.join(', ')
}

interface VariableFacts {
  readonly max?: number | undefined
  readonly example?: string | undefined
  readonly fallback?: string | undefined
}

/** Says what is known of a variable. */
export function variableFacts({ max, example, fallback }: VariableFacts, say: Say): string {
  return [
    max === undefined ? say('no max', 'max 없음') : say(`at most ${max} characters`, `최대 ${max}자`),
    ...(example === undefined ? [] : [say(`example: ${example}`, `예시: ${example}`)]),
    ...(fallback === undefined ? [] : [say(`fallback: ${fallback}`, `대체 값: ${fallback}`)]),
  ].join(', ')
}

/** Names a way to count a text. */
export function readingName(reading: OtherReading['reading'], say: Say): string {
  switch (reading) {
    case 'utf-8':
    case 'euc-kr':
    case 'utf-16':
      return reading.toUpperCase()
    case 'characters':
      return say('as characters', '글자 수')
    case 'code-points':
      return say('code points', '코드 포인트')
    case 'graphemes':
      return say('graphemes', '보이는 글자')
  }
}

type Unit = 'bytes' | 'characters'

const readingNames: { readonly [L in Language]: { readonly [R in OtherReading['reading']]: string } } = {
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
  message: string,
  { others }: { readonly others: readonly OtherReading[] },
  language: Language,
): Wording {
  if (others.length === 0) return { message }
  // The unit in force does not tell: a limit of bytes may be counted in characters.
  const unit = others.some(({ reading }) => isByteReading(reading)) ? 'bytes' : 'characters'
  const counts = others.map(({ reading, count }) => readingNames[language][reading].replace('{}', String(count)))
  return {
    en: {
      message: `${message} Counted otherwise it is ${counts.join(' or ')}.`,
      help: `"limits.${unit}" in the configuration says how ${unit} are counted.`,
    },
    ko: {
      message: `${message} 다르게 세면 ${counts.join(', ')}입니다.`,
      help: `세는 방법은 설정의 "limits.${unit}"에서 정합니다.`,
    },
  }[language]
}

function isByteReading(reading: OtherReading['reading']): reading is ByteReading {
  return byteReadings.some((name) => name === reading)
}

const sizeUnits = ['B', 'KB', 'MB', 'GB'] as const

/**
 * The size of a file, with as many digits as it takes to differ from its limit: "1.3 MB", "500.001 KB".
 *
 * A limit is always a round number. The messaging service's are in thousands of bytes, so a KB has 1000 bytes beside
 * them; those of friendtalk itself are in powers of two, and a KB has 1024.
 */
export function fileSize(bytes: number, maxBytes = bytes): string {
  const step = maxBytes % 1000 === 0 ? 1000 : 1024
  const limit = sizeIn(step, maxBytes, 1)
  for (let digits = 1; ; digits++) {
    const size = sizeIn(step, bytes, digits)
    if (bytes === maxBytes || size !== limit) return size
  }
}

/** In the largest unit of which there is one, also after rounding. */
function sizeIn(step: number, bytes: number, digits: number): string {
  let power = 0
  while (power < sizeUnits.length - 1 && rounded(bytes / step ** power, digits) >= step) power++
  return `${rounded(bytes / step ** power, digits)} ${sizeUnits[power]}`
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

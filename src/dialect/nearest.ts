import { distance } from 'fastest-levenshtein'

/** No candidate is longer. */
const maxPlainUnits = 256

/** The candidate that was most likely meant, or undefined where none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  return allNearest(word, candidates)[0]
}

/** The candidates that were most likely meant, all equally near. */
export function allNearest(word: string, candidates: Iterable<string>): readonly string[] {
  let best: string[] = []
  // Full-width letters and capitals are the same word.
  const plain = word.length > maxPlainUnits ? word : word.normalize('NFKC').toLowerCase()
  // Of a single letter every other letter is one edit away.
  let bestDistance = word.length < 2 ? 0 : Math.max(1, Math.floor(word.length / 3))
  for (const candidate of candidates) {
    // So many letters are too much or too few whatever the others are.
    if (Math.abs(candidate.length - plain.length) > bestDistance && !isStart(plain, candidate)) continue
    const isSame = candidate.toLowerCase() === plain
    const edits = isSame
      ? 0
      : isStart(plain, candidate) || isSwap(plain, candidate)
        ? 1
        : distance(plain, candidate.toLowerCase())
    if (edits > bestDistance) continue
    if (edits < bestDistance) best = []
    best.push(candidate)
    bestDistance = edits
  }
  return best
}

/** Whether a word is a candidate that was not written to its end. */
function isStart(word: string, candidate: string): boolean {
  return word.length >= 4 && candidate.startsWith(word)
}

/** Whether two neighbouring letters of a candidate changed places. */
function isSwap(word: string, candidate: string): boolean {
  if (word.length !== candidate.length) return false
  let at = 0
  while (word[at] === candidate[at] && at < word.length) at++
  const swapped = `${candidate[at + 1] ?? ''}${candidate[at] ?? ''}`
  return word === candidate.slice(0, at) + swapped + candidate.slice(at + 2)
}

/** `{ suggestion }` where there is one, for the arguments of a violation. */
export function suggestionFor(word: string, candidates: Iterable<string>): { suggestion?: string } {
  const suggestion = nearest(word, candidates)
  return suggestion === undefined ? {} : { suggestion }
}

/** Every word is compared with every candidate: nobody reads the suggestions for more different words. */
const maxJudgedWords = 1000

/** Suggestions for the words of one text, which may have very many, and one of them very often. */
export function suggester(candidates: readonly string[]): (word: string) => { suggestion?: string } {
  const known = new Map<string, { suggestion?: string }>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    if (known.size >= maxJudgedWords) return {}
    const found = suggestionFor(word, candidates)
    known.set(word, found)
    return found
  }
}

const initials = 'r R s e E f a q Q t T d w W c z x v g'.split(' ')
const vowels = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const finals = ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')]
const consonants = 'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' ')

const firstSyllable = 0xac00
const firstConsonant = 0x3131
const firstVowel = 0x314f

/** What a word in Hangul is when the same keys are pressed with the keyboard in Latin letters, as in `ㅍㅁㄱㄴ` for `vars`. */
export function typedInHangul(word: string): string {
  return Array.from(word.normalize('NFC'), (character) => {
    const code = character.codePointAt(0) ?? 0
    if (/[가-힣]/.test(character)) {
      const at = code - firstSyllable
      const perInitial = vowels.length * finals.length
      const vowel = Math.floor((at % perInitial) / finals.length)
      return `${initials[Math.floor(at / perInitial)]}${vowels[vowel]}${finals[at % finals.length]}`
    }
    if (/[ㄱ-ㅎ]/.test(character)) return consonants[code - firstConsonant] ?? ''
    return /[ㅏ-ㅣ]/.test(character) ? (vowels[code - firstVowel] ?? '') : character
  }).join('')
}

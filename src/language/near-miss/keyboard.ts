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

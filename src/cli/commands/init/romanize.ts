// The Revised Romanization of Korean (Ministry of Culture and Tourism, Notice 2000-8). The packages that there are for it
// misspell everyday words of shops: one has "hallin" for 할인, another "gapt" for 값.

const firstSyllable = 0xac00
const vowelCount = 21
const finalCount = 28

const initials = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ')
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
/** Final consonants before a pause or another consonant. */
const closed = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')
/** Final consonants before a vowel, to which the last of them goes over. */
const open = '- g kk ks n nj n d r lg lm lb ls lt lp r m b ps s ss ng j ch k t p -'.split(' ')

/** What a final consonant becomes before ㄴ and ㅁ. */
const nasal: { readonly [final: string]: string } = { k: 'ng', t: 'n', p: 'm' }
/** What ㅎ at the end makes of the consonant after it, and what is left of the two or more at the end. */
const aspirated: { readonly [initial: string]: string } = { g: 'k', d: 't', j: 'ch' }
const withH: { readonly [final: number]: string } = { 6: 'n', 15: 'l', 27: '' }

interface Syllable {
  readonly initial: string
  readonly vowel: string
  /** Its place in the order of Unicode. */
  readonly final: number
}

/** Returns a text with its Hangul syllables, composed or not, in Latin letters as they are spoken. */
export function romanize(text: string): string {
  return text.normalize('NFC').replaceAll(/[가-힣]+/g, (word) => {
    const syllables = Array.from(word, syllableOf)
    let latin = ''
    let [initial = ''] = syllables.map((syllable) => syllable.initial)
    for (const [index, { vowel, final }] of syllables.entries()) {
      const joined = joinedWith(final, syllables[index + 1]?.initial)
      latin += initial + vowel + joined.final
      initial = joined.initial
    }
    return latin
  })
}

function syllableOf(character: string): Syllable {
  const code = (character.codePointAt(0) ?? firstSyllable) - firstSyllable
  const letter = (letters: readonly string[], at: number): string => (letters[at] ?? '').replace('-', '')
  return {
    initial: letter(initials, Math.floor(code / (vowelCount * finalCount))),
    vowel: letter(vowels, Math.floor(code / finalCount) % vowelCount),
    final: code % finalCount,
  }
}

interface Joined {
  readonly final: string
  readonly initial: string
}

/** Spells a final consonant and the initial one after it; none where the word ends. */
function joinedWith(at: number, initial: string | undefined): Joined {
  const final = (closed[at] ?? '').replace('-', '')
  if (initial === undefined || at === 0) return { final, initial: initial ?? '' }
  if (initial === '') return { final: (open[at] ?? '').replace('-', ''), initial }
  const left = withH[at]
  const strong = aspirated[initial]
  if (left !== undefined && strong !== undefined) return { final: left, initial: strong }
  if (left !== undefined && initial === 's') return { final: left, initial }
  if (initial === 'r') {
    if (final === 'l' || final === 'n') return { final: 'l', initial: 'l' }
    return { final: nasal[final] ?? final, initial: 'n' }
  }
  if (initial === 'n' && final === 'l') return { final, initial: 'l' }
  return { final: initial === 'n' || initial === 'm' ? (nasal[final] ?? final) : final, initial }
}

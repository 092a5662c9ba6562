/**
 * How the search takes texts apart. Both functions go to the browser as their source text, so that they use nothing
 * outside of themselves.
 */

/**
 * Returns the terms of a text to find. Korean writes particles and endings to its words, and compounds in one word, so
 * that what is looked for may stand anywhere in a word: terms are pairs of syllables. The last syllable stands for itself,
 * so that one syllable alone is found wherever it is.
 */
export function termsOfText(text: string): string[] {
  return (
    (
      text
        .toLowerCase()
        .normalize('NFC')
        // Blanks between words vary: 두 번, 두번.
        .replace(/(?<=[가-힣]) +(?=[가-힣])/g, '')
        .match(/[가-힣]+|[^\s가-힣\p{P}\p{S}]+/gu) ?? []
    ).flatMap((word) => (/^[가-힣]/.test(word) ? Array.from(word, (_, index) => word.slice(index, index + 2)) : [word]))
  )
}

/** Returns the terms of a query: pairs of syllables too, without a particle at the end of a word. */
export function termsOfQuery(query: string): string[] {
  const words =
    query
      .toLowerCase()
      .normalize('NFC')
      .match(/[가-힣]+|[^\s가-힣\p{P}\p{S}]+/gu) ?? []
  return words.flatMap((word) => {
    if (!/^[가-힣]/.test(word)) return [word]
    const stem = word.length > 2 ? word.replace(/(?<=..)[은는이가을를의에로와과도]$/, '') : word
    return stem.length === 1 ? [stem] : Array.from(stem.slice(1), (_, index) => stem.slice(index, index + 2))
  })
}

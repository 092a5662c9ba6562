/** The contents of the code blocks of a language, in their order, each with its last line break. */
export function blocksOf(page: string, language: string): string[] {
  return Array.from(page.matchAll(new RegExp('^```' + language + '\\n([^]*?)^```$', 'gm')), ([, block = '']) => block)
}

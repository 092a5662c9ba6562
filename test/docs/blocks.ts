/** The contents of the code blocks of a language, in their order, each with its last line break. */
export function blocksOf(page: string, language: string): string[] {
  const fence = new RegExp('^(`{3,})' + language + '\\n([^]*?)^\\1$', 'gm')
  return Array.from(page.matchAll(fence), ([, , block = '']) => block)
}

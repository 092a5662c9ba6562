import { addressOf, untranslated } from '../../.vitepress/pages.ts'
import { siteWords } from '../../.vitepress/words.ts'

/** The pages in Korean that lead to those in English alone. */
export default {
  paths: () =>
    untranslated().map(({ page, title }) => ({
      params: { untranslated: page.replace(/\.md$/, '') },
      content: `# ${title}\n\n${siteWords.ko.untranslated(title, addressOf(page))}\n`,
    })),
}

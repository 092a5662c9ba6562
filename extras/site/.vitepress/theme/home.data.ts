import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHtml } from 'hast-util-to-html'
import { createMarkdownRenderer } from 'vitepress'
import { compile } from '../../../../src/compile.ts'
import { prepareTrial } from '../../../../src/message/render.ts'
import type { ImageFacts } from '../../../../src/message/message.ts'
import { sketch } from '../../../../src/sketch.ts'
import { phone } from '../../../../src/web/phone/phone.ts'
import type { Language } from '../../../../src/words/language.ts'
import { root } from '../pages.ts'
import { homeWords } from './home-words.ts'

/** The message of the home page in all its forms; the engine makes them when the site is built. */
export type HomeData = { readonly [lang in Language]: ReturnType<typeof shownIn> }
declare const data: HomeData
export { data }

const path = 'messages/members-day.md'
const facts: ImageFacts = { sha256: '0'.repeat(64), bytes: 82_201, width: 800, height: 600, format: 'png' }
const button = '혜택 받기'
const longButton = '두 배 혜택 받으러 가기'

/** @param code highlights a text */
function shownIn(lang: Language, source: string, code: (text: string) => string) {
  const words = homeWords[lang]
  const context = { path, lang, image: () => ({ type: 'found', facts }) as const }
  const mistaken = source.replace(button, longButton)
  const drawn = sketch(source, context)
  const [diagnostic] = compile(mistaken, context).diagnostics
  if (drawn === undefined || diagnostic === undefined) throw new Error('home-message.txt is no longer what it was.')
  const { start, severity, message, rule } = diagnostic
  const values = drawn.message.variables.map(({ name, example = '' }) => [name, example])
  const drawing = phone({
    kind: drawn.kind,
    record: prepareTrial(drawn.template)(Object.fromEntries(values)).payload,
    time: words.time,
    date: words.date,
    channel: { name: words.channel },
    lang,
    id: 'home',
    links: 'inert',
    image: () => 'homeImage',
  })
  const place = `${path}:${start.line}:${start.column}`
  return {
    /** The file, highlighted. */
    source: code(source),
    /** The phone, with `homeImage` as the address of its image. */
    phone: toHtml(drawing),
    /** The mistyped line, and what `lint` says of it. */
    mistake: mistaken.split('\n')[start.line - 1] ?? '',
    diagnostic: { place, severity: words.severities[severity], message, rule },
  }
}

export default {
  watch: ['./home-message.txt'],
  async load(): Promise<HomeData> {
    const source = readFileSync(join(root, 'extras/site/.vitepress/theme/home-message.txt'), 'utf8')
    const md = await createMarkdownRenderer(root)
    const code = (text: string): string => md.render(`\`\`\`markdown\n${text}\`\`\`\n`, { path: root })
    return { en: shownIn('en', source, code), ko: shownIn('ko', source, code) }
  },
}

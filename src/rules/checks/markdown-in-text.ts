import { defineRule } from '../rule.ts'
import { shortened } from '../../text/text.ts'

/**
 * Marks of Markdown and HTML that readers see as they stand. A mark counts at the edge of a word alone: people write stars
 * for hidden digits (`010-****-1234`), footnotes (`*1인 1회`) and faces (`*^^*`).
 */
const patterns: readonly RegExp[] = [
  /(?<![\p{L}\p{N}*])\*\*(?=[\p{L}\p{N}\uE000"'“‘([])[^*]{1,100}\*\*(?!\*)/u,
  /(?<![\p{L}\p{N}_])__(?=[\p{L}\p{N}\uE000])[^_]{1,100}__(?![\p{L}\p{N}_])/u,
  /(?<![\p{L}\p{N}~])~~(?=[\p{L}\p{N}\uE000])[^~]{1,100}~~(?!~)/u,
  /`[^`\s][^`]{0,100}`/,
  /^#{3,6} +\S/,
  /^\|.*\|.*\|\s*$/,
  /<\/?(?:b|i|u|br|em|strong|span|div|p|font|center|h[1-6]|table|tr|td)(?:\s[^<>]*)?\/?>/i,
  /&(?:nbsp|amp|quot|lt|gt|middot|hellip|[lr][sd]quo|[mn]dash|copy|#\d{2,7});/i,
  /(?<=[\p{L}\p{N}.!?])\\n/u,
]
const hint = /[*_~`#|<&\\]/

export const markdownInText = defineRule<{ text: string; more: number }>({
  id: 'markdown-in-text',
  check({ lines, document: { source } }, report) {
    const found = lines.flatMap(({ start, text }) => {
      const match = hint.test(text)
        ? patterns.map((pattern) => pattern.exec(text)).find((one) => one !== null)
        : undefined
      return match ? [{ start: start + match.index, end: start + match.index + match[0].length }] : []
    })
    const [first, ...others] = found
    if (first === undefined) return
    report({ span: first, args: { text: source.slice(first.start, first.end), more: others.length } })
  },
  en: ({ text, more }) =>
    `Readers see "${shortened(text, 40)}" as it stands: a message has no Markdown and no HTML${more > 0 ? `, also in ${more} more ${more === 1 ? 'line' : 'lines'}` : ''}.`,
  ko: ({ text, more }) =>
    `"${shortened(text, 40)}" 부분은 기호까지 그대로 보입니다. 메시지에는 마크다운과 HTML을 쓸 수 없습니다.${more > 0 ? ` 다른 ${more}줄에도 있습니다.` : ''}`,
})

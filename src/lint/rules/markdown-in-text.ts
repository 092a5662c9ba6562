import { defineRule } from '../rule.ts'

// No pattern looks past a second delimiter of its kind: the cost stays linear. People also write stars and tildes for
// hidden digits ("010-****-1234", "김**님"), footnotes ("(*)"), faces ("*^^*") and a drawn-out sound ("네~~"): a
// delimiter counts only at the edge of a word, and only around a letter or a digit.
const constructs = [
  {
    name: 'strong',
    pattern: /(?<![\p{L}\p{N}*])\*\*(?=[^\s*])(?=[^*\p{L}\p{N}]*[\p{L}\p{N}])[^*]*(?<!\s)\*\*(?!\*)/gu,
  },
  {
    name: 'strong',
    pattern: /(?<![\p{L}\p{N}_])__(?=[^\s_])(?=[^_\p{L}\p{N}]*[\p{L}\p{N}])[^_]*(?<!\s)__(?![\w])/gu,
  },
  {
    name: 'emphasis',
    pattern: /(?<![\p{L}\p{N}*])\*(?=[^\s*)\]])(?=[^*\p{L}\p{N}]*[\p{L}\p{N}])[^*]*(?<![\s([])\*(?![\p{L}\p{N}*])/gu,
  },
  {
    name: 'strikethrough',
    pattern: /(?<![\p{L}\p{N}~])~~(?=[^\s~])(?=[^~\p{L}\p{N}]*[\p{L}\p{N}])[^~]*(?<!\s)~~(?!~)/gu,
  },
  { name: 'code', pattern: /`[^`]+`/g },
  { name: 'quote', pattern: /^>+ /g },
  { name: 'heading', pattern: /^#{3,6}(?= )/g },
  {
    name: 'html',
    pattern: /<\/?(?:[biu]|br|em|strong|span|div|p|a|img|font|h[1-6]|ul|ol|li|table|tr|td)(?:\s[^<>]*)?\/?>/gi,
  },
  { name: 'table', pattern: /^\|.*\|\s*$/g },
] as const

/** Most lines hold none of the characters that a construct starts with. */
const hint = /[*_~`<>#|]/

type Construct = (typeof constructs)[number]['name']

const english: { readonly [C in Construct]: string } = {
  strong: 'Markdown for strong text',
  emphasis: 'Markdown for emphasis',
  strikethrough: 'Markdown for struck-out text',
  code: 'Markdown for code',
  quote: 'Markdown for a quote',
  heading: 'Markdown for a heading',
  html: 'an HTML tag',
  table: 'Markdown for a table',
}

const korean: { readonly [C in Construct]: string } = {
  strong: '굵은 글씨',
  emphasis: '기울임꼴',
  strikethrough: '취소선',
  code: '코드',
  quote: '인용문',
  heading: '제목',
  html: 'HTML 태그',
  table: '표',
}

export const markdownInText = defineRule<{ construct: Construct; text: string }>({
  id: 'markdown-in-text',
  tier: 'craft',
  severity: 'warning',
  summary: {
    en: 'Text holds Markdown that is sent as it stands.',
    ko: '본문의 마크다운 기호가 그대로 발송됩니다.',
  },
  why: {
    en: 'KakaoTalk shows plain text: readers see the stars and tags themselves. Take them out, or escape them ("\\*") where they are meant.',
    ko: '카카오톡은 일반 텍스트만 보여 주므로 수신자에게 별표나 태그가 그대로 보입니다. 지우거나, 일부러 쓴 것이라면 "\\*"처럼 이스케이프하세요.',
  },
  bad: { source: '---\nkind: ft-text\n---\n오늘 하루 **전 품목 할인**합니다.\n' },
  good: { source: '---\nkind: ft-text\n---\n오늘 하루 전 품목 할인합니다.\n' },
  check({ lines }, report) {
    for (const { start, text } of lines) {
      if (!hint.test(text)) continue
      for (const { name: construct, pattern } of constructs) {
        for (const { index, 0: found } of text.matchAll(pattern)) {
          const span = { start: start + index, end: start + index + found.length }
          report({ span, args: { construct, text: found } })
        }
      }
    }
  },
  words: {
    en: ({ construct, text }) => ({
      message: `"${shortened(text)}" is ${english[construct]}, which readers see as it stands; remove it or escape it.`,
    }),
    ko: ({ construct, text }) => ({
      message: `"${shortened(text)}" 부분은 ${korean[construct]} 표시로 바뀌지 않고 기호까지 그대로 보입니다. 지우거나 이스케이프하세요.`,
    }),
  },
})

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : text
}

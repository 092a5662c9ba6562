import { type FoundMarkdown, type MarkdownConstruct, markdownFixes } from '../markdown-fixes.ts'
import { defineRule } from '../rule.ts'
import type { WrittenLine } from '../source-text.ts'

/** What a link leads to; a variable may be its start. */
const address = String.raw`(?:[a-z][a-z0-9+.-]{0,20}:\/\/|\uE000)[^\s()（）<>[\]]{1,500}`

// No pattern looks past a second delimiter of its kind: the cost stays linear. People also write stars and tildes for
// hidden digits ("010-****-1234", "김**님"), footnotes ("(*)"), faces ("*^^*") and a drawn-out sound ("네~~"): a
// delimiter counts only at the edge of a word, and only around a letter or a digit. In code they are parts of names and
// paths ("__init__", "src/**", "*.jpg").
const constructs: readonly {
  readonly name: MarkdownConstruct
  /** What every text of the construct holds: nearly all patterns need not be tried. */
  readonly sign: string
  readonly pattern: RegExp
}[] = [
  {
    name: 'strong',
    sign: '**',
    pattern: /(?<![\p{L}\p{N}*/])\*\*(?=[^\s*/])(?=[^*\p{L}\p{N}]*[\p{L}\p{N}])[^*]*(?<!\s)\*\*(?!\*)/gu,
  },
  {
    name: 'strong',
    sign: '__',
    pattern:
      /(?<![\p{L}\p{N}_])__(?=[^\s_])(?![a-z\d]+__|[^_]*__\.\w)(?=[^_\p{L}\p{N}]*[\p{L}\p{N}])[^_]*(?<!\s)__(?![\w])/gu,
  },
  {
    name: 'emphasis',
    sign: '*',
    pattern:
      /(?<![\p{L}\p{N}*])\*(?=[^\s*)\]])(?!\.[a-z])(?=[^*\p{L}\p{N}]*[\p{L}\p{N}])[^*]*(?<![\s([])\*(?![\p{L}\p{N}*])/gu,
  },
  {
    name: 'strikethrough',
    sign: '~~',
    pattern: /(?<![\p{L}\p{N}~])~~(?=[^\s~])(?=[^~\p{L}\p{N}]*[\p{L}\p{N}])[^~]*(?<!\s)~~(?!~)/gu,
  },
  { name: 'code', sign: '`', pattern: /`[^`]+`/g },
  { name: 'quote', sign: '>', pattern: /^>+ (?!.*<\s*$)/g },
  { name: 'heading', sign: '###', pattern: /^#{3,6}(?= )/g },
  {
    name: 'html',
    sign: '<',
    pattern:
      /<\/?(?:[biu]|br|em|strong|span|div|p|a|img|font|center|button|big|small|mark|del|ins|sub|sup|pre|code|h[1-6r]|ul|ol|li|table|tr|td)(?:\s+[a-z-]+\s*=[^<>]*)?\s*\/?>/gi,
  },
  { name: 'reference', sign: '&', pattern: /&(?:nbsp|amp|quot|apos|lt|gt|middot|hellip|#\d{2,5}|#x[\da-f]{2,5});/gi },
  { name: 'comment', sign: '//', pattern: /^\/\/(?![/\s]*$)[^/]*(?<!\/)$/g },
  { name: 'comment', sign: '-->', pattern: /^[^<\uE000]*-->[ \t]*$/g },
  { name: 'link', sign: '- ', pattern: new RegExp(`^- (?:<${address}>|\\[${address}\\])$`, 'gi') },
  {
    name: 'link',
    sign: '- [',
    pattern: new RegExp(`^- \\[[^[\\]]{1,40}\\](?:\\[\\w{0,20}\\]|[ \\t]{0,3}(?::|→|->)?[ \\t]{0,3}${address})$`, 'gi'),
  },
  { name: 'link', sign: '- ', pattern: new RegExp(`^- [^[\\](){}<>（）]{1,40}[(（<]${address}[)）>]$`, 'gi') },
  { name: 'link', sign: '[', pattern: new RegExp(`^- (?:link:)?${address}\\[[^[\\]]{1,40}\\]$`, 'gi') },
  { name: 'link', sign: ']:', pattern: new RegExp(`^\\[\\w{1,20}\\]:[ \\t]{0,3}${address}$`, 'gi') },
  { name: 'table', sign: '|', pattern: /^\|.*\|\s*$/g },
]

/** A tag that is none of the labels in the same brackets ("<B>", "<Small>"), closed or not. */
const standsAlone = /^<(?:\/|[^<>]*[=/]|(?:br|BR|img|IMG|hr|HR)[\s>]|(?:p|li|td|tr)>)/
const tagName = /[a-z]+\d?/i

const inline: ReadonlySet<MarkdownConstruct> = new Set(['strong', 'emphasis', 'strikethrough', 'code'])

/** Most lines hold none of the characters that a construct starts with. */
const hint = /[*_~`<>#|&]|:\/\/|^\/\/|^- \[/

const english: { readonly [C in MarkdownConstruct]: string } = {
  strong: 'Markdown for strong text',
  emphasis: 'Markdown for emphasis',
  strikethrough: 'Markdown for struck-out text',
  code: 'Markdown for code',
  quote: 'Markdown for a quote',
  heading: 'Markdown for a heading',
  html: 'an HTML tag',
  reference: 'a character of HTML',
  comment: 'the mark of a comment',
  link: 'a link',
  table: 'Markdown for a table',
}

const korean: { readonly [C in MarkdownConstruct]: string } = {
  strong: '굵은 글씨',
  emphasis: '기울임꼴',
  strikethrough: '취소선',
  code: '코드',
  quote: '인용문',
  heading: '제목',
  html: 'HTML 태그',
  reference: 'HTML 문자',
  comment: '주석',
  link: '링크',
  table: '표',
}

export const markdownInText = defineRule<{ construct: MarkdownConstruct; text: string }>()({
  id: 'markdown-in-text',
  tier: 'style',
  severity: 'warning',
  check({ lines, message: { kind }, document: { source }, draft }, report) {
    // The name of a button is no line of its own.
    for (const { field, text } of draft.texts) {
      if (field !== 'name') continue
      const { start, end } = text.span
      const typed = source.slice(start, end)
      // What is escaped is meant.
      if (!/[*_~`]/.test(typed) || typed.includes('\\')) continue
      for (const { construct, ...found } of markdownIn(typed)) {
        if (!inline.has(construct)) continue
        const args = { construct, text: typed.slice(found.start, found.end) }
        report({ span: { start: start + found.start, end: start + found.end }, args })
      }
    }
    let closed: ReadonlyMap<string, number> | undefined
    const isMarkup = (tag: string, offset: number): boolean => {
      if (standsAlone.test(tag)) return true
      closed ??= lastClosingTags(lines)
      return (closed.get(nameOfTag(tag)) ?? -1) > offset
    }
    const lineBreak = /\r\n?|\n/.exec(source)?.[0] ?? '\n'
    for (const line of lines) {
      if (!hint.test(line.text)) continue
      const found = markdownIn(line.text).filter(
        ({ construct, start, end }) =>
          construct !== 'html' || isMarkup(line.text.slice(start, end), line.start + start),
      )
      if (found.length === 0) continue
      const fixes = markdownFixes({ line, kind, lineBreak }, found)
      for (const [index, { construct, start, end }] of found.entries()) {
        const span = { start: line.start + start, end: line.start + end }
        const fix = fixes[index]
        report({ span, args: { construct, text: line.text.slice(start, end) }, ...(fix && { fix }) })
      }
    }
  },
  words: {
    en: ({ construct, text }) => ({
      message:
        construct === 'link'
          ? `"${shortened(text)}" is sent as text; for a button write "- [name](https://…)".`
          : `"${shortened(text)}" is ${english[construct]}, which readers see as it stands; remove it or escape it.`,
    }),
    ko: ({ construct, text }) => ({
      message:
        construct === 'link'
          ? `"${shortened(text)}" 부분은 글자로 발송됩니다. 버튼이라면 "- [이름](https://…)"처럼 쓰세요.`
          : `"${shortened(text)}" 부분은 ${korean[construct]} 표시로 바뀌지 않고 기호까지 그대로 보입니다. 지우거나 이스케이프하세요.`,
    }),
  },
})

/** Where each tag is closed last, by its name. */
function lastClosingTags(lines: readonly WrittenLine[]): ReadonlyMap<string, number> {
  return new Map(
    lines.flatMap(({ start, text }) =>
      Array.from(
        text.matchAll(/<\/[a-z]+\d?(?=[\s>])/gi),
        ({ index, 0: tag }) => [nameOfTag(tag), start + index] as const,
      ),
    ),
  )
}

function nameOfTag(tag: string): string {
  return tagName.exec(tag)?.[0].toLowerCase() ?? ''
}

function markdownIn(text: string): FoundMarkdown[] {
  return constructs.flatMap(({ name: construct, sign, pattern }) =>
    text.includes(sign)
      ? Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
          construct,
          start: index,
          end: index + found.length,
        }))
      : [],
  )
}

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : text
}

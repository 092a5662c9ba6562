import type { Span } from '../../diagnostic.ts'
import { signBetween } from '../../dialect/near-miss/characters.ts'
import { type LocatedText, literalRuns, matchesIn } from '../../message/located.ts'
import { type FoundMarkdown, type MarkdownConstruct, markdownFixes } from '../markdown-fixes.ts'
import { defineRule } from '../rule.ts'
import { lineBreakOf, type WrittenLine } from '../source-text.ts'

/** What a link leads to; a variable may be its start. */
const address = String.raw`(?:[a-z][a-z0-9+.-]{0,20}:\/\/|\uE000)[^\s()（）<>[\]]{1,500}`

/** What stands for line breaks in strings of programs. In a path such as "C:\new" letters stand on both sides. */
const lineBreakMark =
  /(?<!\\|\\[rn])(?:(?:\\r)?\\n)+(?!\w|\\[rn])|(?<![\\\w:]|\\[rn])(?:(?:\\r)?\\n)+(?![a-z_]|\\[rn])|(?<=[가-힣])(?:(?:\\r)?\\n)+(?!\\[rn])/g

/** Characters that HTML has names for, as far as texts have them. */
const entities =
  'nbsp|amp|quot|apos|lt|gt|middot|bull|hellip|[lr][sd]quo|[mn]dash|laquo|raquo|copy|reg|trade|times|deg|plusmn|[lrud]arr|hearts|yen|euro|won|sect|para'

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
    pattern: /(?<![\p{L}\p{N}*/])\*\*(?=[^\s*/])(?=[^*\p{L}\p{N}\uE000]*[\p{L}\p{N}\uE000])[^*]*(?<!\s)\*\*(?!\*)/gu,
  },
  {
    name: 'strong',
    sign: '***',
    pattern: /(?<![\p{L}\p{N}*/-])\*{3}(?=[\p{L}\p{N}\uE000])[^*]*(?<=[\p{L}\p{N}\uE000.!?~…])\*{3}(?![*-])/gu,
  },
  {
    name: 'strong',
    sign: '__',
    pattern:
      /(?<![\p{L}\p{N}_])__(?=[^\s_])(?![a-z\d]+__|[^_]*__\.\w|[\u3131-\u318e]+__)(?=[^_\p{L}\p{N}\uE000]*[\p{L}\p{N}\uE000])[^_]*(?<!\s)__(?![\w])/gu,
  },
  {
    name: 'emphasis',
    sign: '*',
    pattern:
      /(?<![\p{L}\p{N}*|]|:\/\/\S{0,200})\*(?=[^\s*)\]|^~\x60])(?![\u3131-\u318e]+\*)(?!\.[a-z])(?=[^*\p{L}\p{N}\uE000]*[\p{L}\p{N}\uE000])[^*]*(?<![\s([])\*(?![\p{L}\p{N}*])/gu,
  },
  // In Korean the word goes on behind the mark. Of more than two in a line nobody knows which belong together.
  {
    name: 'emphasis',
    sign: '*',
    pattern:
      /(?<=^[^*]*)(?<![\p{L}\p{N}\uE000|]|:\/\/\S{0,200})\*(?=[^*]{0,30}[가-힣])["'“‘(]?[\p{L}\p{N}](?:[\p{L}\p{N} ]{0,30}[\p{L}\p{N}])?["'”’)%]{0,2}\*(?=[가-힣][^*]*$)/gu,
  },
  {
    name: 'strikethrough',
    sign: '~~',
    pattern: /(?<![\p{L}\p{N}~])~~(?=[^\s~])(?=[^~\p{L}\p{N}\uE000]*[\p{L}\p{N}\uE000])[^~]*(?<!\s)~~(?!~)/gu,
  },
  { name: 'code', sign: '`', pattern: /(?<!`[\u3131-\u318e]{1,9})`(?![\u3131-\u318e]+`)[^`]+`/g },
  { name: 'fence', sign: '```', pattern: /^```+[ \t]*$/g },
  { name: 'line break', sign: '\\n', pattern: lineBreakMark },
  { name: 'line break', sign: '\\', pattern: /(?<=[\p{L}.!?,~])\\$/gu },
  { name: 'quote', sign: '>', pattern: /^>+ (?!.*<\s*$)/g },
  { name: 'heading', sign: '###', pattern: /^#{3,6}(?= )/g },
  {
    name: 'html',
    sign: '<',
    pattern:
      /<\/?(?:[biu]|br|em|strong|span|div|p|a|img|font|center|button|big|small|mark|del|ins|sub|sup|pre|code|h[1-6r]|ul|ol|li|table|t[rdh]|tbody|thead|s|strike|details|summary|blockquote|figure|section|iframe)(?:\s+[a-z-]+\s*=[^<>]*)?\s*\/?>/gi,
  },
  { name: 'reference', sign: '&', pattern: new RegExp(`&(?:${entities}|#\\d{2,7}|#[xX][\\da-fA-F]{2,6});`, 'g') },
  { name: 'comment', sign: '//', pattern: /^\/\/(?![/\s]*$)[^/]*(?<!\/)$/g },
  { name: 'comment', sign: '-->', pattern: /^[^<\uE000]*-->[ \t]*$/g },
  { name: 'link', sign: '- ', pattern: new RegExp(`^- (?:<${address}>|\\[${address}\\])$`, 'gi') },
  {
    name: 'link',
    sign: '- [',
    pattern: new RegExp(
      `^- \\[[^[\\]]{1,40}\\](?:\\[\\w{0,20}\\]|[ \\t]{0,3}(?::|${signBetween})?[ \\t]{0,3}${address})$`,
      'gi',
    ),
  },
  {
    name: 'link',
    sign: '- ',
    pattern: new RegExp(
      `^- (?![^(（<]{0,60}[:：](?!//))(?:\\[[^[\\]]{1,20}\\] ?)?[^[\\](){}<>（）]{1,40}[(（<]${address}[)）>]$`,
      'gi',
    ),
  },
  {
    name: 'link',
    sign: '[',
    pattern: new RegExp(
      `^(?:- ?|\\* )\\[[^[\\]()<>]{1,40}?(?:[:：,，|]|[ \\t](?:[:：,，|–—-][ \\t])?)[ \\t]{0,2}${address}\\]$`,
      'gi',
    ),
  },
  { name: 'link', sign: '- ', pattern: new RegExp(`^- [^[\\](){}<>（）]{1,40}\\[${address}\\]$`, 'gi') },
  {
    name: 'link',
    sign: '- [',
    pattern:
      /^- \[[^[\]]{1,40}\][ \t]{0,3}(?:[\w-]{1,40}\.){1,5}(?:com|net|org|kr|io|me|co|shop|store|app|link|page|ly|gl)(?:\/[^\s()<>[\]]{0,500})?$/g,
  },
  { name: 'link', sign: '[', pattern: new RegExp(`^- (?:link:)?${address}\\[[^[\\]]{1,40}\\]$`, 'gi') },
  { name: 'link', sign: ']:', pattern: new RegExp(`^\\[\\w{1,20}\\]:[ \\t]{0,3}${address}$`, 'gi') },
  { name: 'table', sign: '|', pattern: /^\|(?!_\|).*\|\s*$/g },
]

/** A tag that is none of the labels in the same brackets ("<B>", "<Small>"), closed or not. */
const standsAlone = /^<(?:\/|[^<>]*[=/]|(?:br|BR|img|IMG|hr|HR)[\s>]|(?:p|li|td|tr)>)/
const tagName = /[a-z]+\d?/i

const inline: ReadonlySet<MarkdownConstruct> = new Set(['strong', 'emphasis', 'strikethrough', 'code', 'reference'])

/** Most lines hold none of the characters that a construct starts with. */
const hint = /[*_~`<>#|&]|:\/\/|^\/\/|^- \[|기\]|\\n|\\$/

/** Constructs whose marks readers see. */
type ShownConstruct = Exclude<MarkdownConstruct, 'link' | 'line break'>

const english: { readonly [C in ShownConstruct]: string } = {
  strong: 'Markdown for strong text',
  emphasis: 'Markdown for emphasis',
  strikethrough: 'Markdown for struck-out text',
  code: 'Markdown for code',
  fence: 'a fence of Markdown',
  quote: 'Markdown for a quote',
  heading: 'Markdown for a heading',
  html: 'an HTML tag',
  reference: 'a character of HTML',
  comment: 'the mark of a comment',
  table: 'Markdown for a table',
}

const korean: { readonly [C in ShownConstruct]: string } = {
  strong: '굵은 글씨',
  emphasis: '기울임꼴',
  strikethrough: '취소선',
  code: '코드',
  fence: '코드 블록',
  quote: '인용문',
  heading: '제목',
  html: 'HTML 태그',
  reference: 'HTML 문자',
  comment: '주석',
  table: '표',
}

interface Found {
  readonly construct: MarkdownConstruct
  readonly text: string
  /** A line break is written otherwise in YAML, and not at all in a title. */
  readonly place?: 'YAML' | 'title'
}

export const markdownInText = defineRule<Found>()({
  id: 'markdown-in-text',
  tier: 'style',
  severity: 'warning',
  check({ lines, message: { kind }, document: { source }, draft }, report) {
    let closed: ReadonlyMap<string, number> | undefined
    const isMarkup = (tag: string, offset: number): boolean => {
      if (standsAlone.test(tag)) return true
      closed ??= lastClosingTags(lines)
      return (closed.get(nameOfTag(tag)) ?? -1) > offset
    }
    // The name of a button and the text of a fallback are no lines of their own.
    for (const { field, pointer, text } of draft.texts) {
      if (pointer !== '/failback_data/msg' && field !== 'name') continue
      for (const span of lineBreakMarks(text, source)) {
        const place = field === 'name' ? 'title' : source[text.span.start] === '|' ? undefined : 'YAML'
        const args = { construct: 'line break', text: source.slice(span.start, span.end) } as const
        report({ span, args: { ...args, ...(place && { place }) } })
      }
      if (field !== 'name') continue
      const { start, end } = text.span
      const typed = source.slice(start, end)
      // What is escaped is meant.
      if (!/[*_~`<&]/.test(typed) || typed.includes('\\')) continue
      for (const { construct, ...found } of markdownIn(typed)) {
        const mark = typed.slice(found.start, found.end)
        const isTag = construct === 'html' && (isMarkup(mark, start + found.start) || typed.includes('</'))
        if (!isTag && !inline.has(construct)) continue
        report({ span: { start: start + found.start, end: start + found.end }, args: { construct, text: mark } })
      }
    }
    const lineBreak = lineBreakOf(source)
    for (const [at, line] of lines.entries()) {
      if (!hint.test(line.text)) continue
      const found = markdownIn(line.text).filter(
        ({ construct, start, end }) =>
          construct !== 'html' || isMarkup(line.text.slice(start, end), line.start + start),
      )
      if (isNameAbove(line, lines[at + 1], source)) found.push({ construct: 'link', start: 0, end: line.text.length })
      if (found.length === 0) continue
      const fixes = markdownFixes({ line, kind, lineBreak }, found)
      for (const [index, { construct, start, end }] of found.entries()) {
        const span = { start: line.start + start, end: line.start + end }
        const fix = fixes[index]
        const text = source.slice(span.start, span.end)
        // A backslash has nothing to break behind it.
        const place = line.isTitle || text === '\\' ? 'title' : undefined
        report({ span, args: { construct, text, ...(place && { place }) }, ...(fix && { fix }) })
      }
    }
  },
  words: {
    en: (found) => ({ message: `"${shortened(found.text)}" ${inEnglish(found)}` }),
    ko: (found) => ({ message: `"${shortened(found.text)}" 부분은 ${inKorean(found)}` }),
  },
})

const lineBreakRemedies = {
  en: { text: 'start a new line', title: 'remove it', YAML: 'put the whole text in double quotes' },
  ko: { text: '줄을 바꿔 쓰세요', title: '지우세요', YAML: '내용 전체를 큰따옴표로 감싸세요' },
} as const

function inEnglish({ construct, place }: Found): string {
  if (construct === 'link') return 'is sent as text; for a button write "- [name](https://…)".'
  if (construct !== 'line break')
    return `is ${english[construct]}, which readers see as it stands; remove it or escape it.`
  return `is no line break and is sent as it stands; ${lineBreakRemedies.en[place ?? 'text']}.`
}

function inKorean({ construct, place }: Found): string {
  if (construct === 'link') return '글자로 발송됩니다. 버튼이라면 "- [이름](https://…)"처럼 쓰세요.'
  if (construct !== 'line break') {
    return `${korean[construct]} 표시로 바뀌지 않고 기호까지 그대로 보입니다. 지우거나 이스케이프하세요.`
  }
  return `줄바꿈이 되지 않고 글자로 발송됩니다. ${lineBreakRemedies.ko[place ?? 'text']}.`
}

/** Where a text of YAML holds what stands for a line break in other strings. */
function lineBreakMarks({ pieces }: LocatedText, source: string): Span[] {
  if (!pieces.some((piece) => piece.type === 'text' && piece.value.includes('\\n'))) return []
  return matchesIn(literalRuns(pieces), lineBreakMark).flatMap(({ match, span }) =>
    // What is escaped is meant.
    source.slice(span.start, span.end) === match[0] ? [span] : [],
  )
}

/** A name behind a dash. */
const listedName = /^- \[[^[\]]{1,40}\][ \t]*$/
/** What people are told to do, as buttons are named; other words in brackets are headings. */
const calledName = /^\[[^[\]]{0,38}[하보가받찾]기\][ \t]*$/

/** Whether a line is the name of a button, and the one right below it the link. */
function isNameAbove({ start, text }: WrittenLine, below: WrittenLine | undefined, source: string): boolean {
  if (below === undefined) return false
  const isName =
    (listedName.test(text) && /^[ \t]*[(<]?https?:\/\/\S+$/.test(below.text)) ||
    (calledName.test(text) && /^\(https?:\/\/[^\s()]+\)[ \t]*$/.test(below.text))
  return isName && /^(?:\r\n|\r|\n)$/.test(source.slice(start + text.length, below.start))
}

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

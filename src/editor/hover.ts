import type { Diagnostic, Span } from '../diagnostic.ts'
import { lineEndOf, lineStartOf } from '../rules/lines.ts'
import { pageOf } from '../rules/rule-url.ts'
import { sayIn } from '../words/language.ts'
import { fileSize, readingName, variableFacts } from '../words/phrases.ts'
import { blockDescriptions, keyDescription, valueDescription } from './descriptions.ts'
import { countsOf, limitedTexts } from '../rules/limited-texts.ts'
import { customSummary, type EditorContext, lineAt, type MessageText, touches } from './message-text.ts'
import { pathAt } from './paths.ts'
import { constantText, variableAt } from './variables.ts'
import { outlineOf } from './yaml-place.ts'

export interface MessageHover {
  readonly span: Span
  /** In Markdown; what came from the file is escaped. */
  readonly markdown: string
}

/** Explains the smallest thing at an offset: a rule, a variable, an image, a key, or a limited text. */
export function hoverAt(
  text: MessageText,
  { offset, diagnostics }: { readonly offset: number; readonly diagnostics: readonly Diagnostic[] },
  context: EditorContext,
): MessageHover | undefined {
  return (
    ruleHover(text, offset, context) ??
    variableHover(text, offset, context) ??
    imageHover(text, { offset, diagnostics }, context) ??
    keyHover(text, offset, context) ??
    limitHover(text, offset, context)
  )
}

/** Characters that mean something in Markdown stand for themselves. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+.!|<>~&-]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
}

function ruleHover(text: MessageText, offset: number, context: EditorContext): MessageHover | undefined {
  const { lang, rule, plugins } = context
  const { source } = text
  const start = lineStartOf(source, offset)
  const line = source.slice(start, lineEndOf(source, offset))
  const directive = /friendtalk-disable(?:-next-line)?(?=\s)/.exec(line)
  if (directive === null) return undefined
  for (const { index, 0: id } of line.matchAll(/[a-z][a-z0-9-]+/g)) {
    const span = { start: start + index, end: start + index + id.length }
    if (!touches(span, offset) || index <= directive.index) continue
    const page = customSummary(id, context) ?? rule(id)
    if (page === undefined) return undefined
    const url = pageOf(id, lang, plugins)
    const link = url === undefined ? '' : `[${sayIn(lang)('More about this rule', '이 규칙 자세히 보기')}](${url})`
    return { span, markdown: [`**${id}**`, page.summary, page.why, link].filter(Boolean).join('\n\n') }
  }
  return undefined
}

function variableHover(
  text: MessageText,
  offset: number,
  { lang, values = {} }: EditorContext,
): MessageHover | undefined {
  const found = variableAt(text, offset)
  if (found === undefined) return undefined
  const say = sayIn(lang)
  const known = text.sketch?.message.variables.find(({ name }) => name === found.name)
  const lines = [...new Set(found.uses.map(({ start }) => text.lines.at(start).line))]
  const constant = Object.hasOwn(values, found.name) ? values[found.name] : undefined
  const undeclared =
    constant === undefined
      ? say('Not declared under `vars`.', '`vars`에 선언되지 않았습니다.')
      : plain(constantText(constant, say))
  const facts =
    found.declaration === undefined ? undeclared : known === undefined ? '' : plain(variableFacts(known, say))
  const named = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`
  const uses =
    lines.length === 0
      ? say('Used nowhere.', '아무 데서도 쓰지 않습니다.')
      : say(`Used on ${named}.`, `${lines.join(', ')}행에서 씁니다.`)
  return { span: found.at, markdown: [`**#\\{${plain(found.name)}\\}**`, facts, uses].filter(Boolean).join('\n\n') }
}

function imageHover(
  text: MessageText,
  { offset, diagnostics }: { readonly offset: number; readonly diagnostics: readonly Diagnostic[] },
  { lang }: EditorContext,
): MessageHover | undefined {
  const path = pathAt(text, offset)
  if (path?.type !== 'image') return undefined
  const say = sayIn(lang)
  const about = diagnostics.filter(({ start, rule }) => rule.startsWith('image-') && touches(path.span, start.offset))
  const image = text.sketch?.draft.images.find(({ pointer }) => {
    const span = text.sketch?.map.get(pointer)
    return span !== undefined && touches(span, offset)
  })
  const facts = image?.facts
  const said = about.map(({ message }) => plain(message))
  if (facts === undefined) {
    const why = said.length > 0 ? said : [say('There is no such file.', '파일이 없습니다.')]
    return { span: path.span, markdown: why.join('\n\n') }
  }
  const { format, width, height, bytes } = facts
  const first = `${format.toUpperCase()}, ${width} × ${height}${say(' px', '픽셀')}, ${fileSize(bytes, bytes)}`
  const verdict = said.length > 0 ? said : [say('It fits this kind of message.', '이 종류의 메시지에 쓸 수 있습니다.')]
  return { span: path.span, markdown: [first, ...verdict].join('\n\n') }
}

function keyHover(text: MessageText, offset: number, context: EditorContext): MessageHover | undefined {
  const { source, regions } = text
  const { lang } = context
  const region = regions.find(({ content }) => touches(content, offset))
  if (region === undefined) {
    const line = lineAt(text, offset)
    if (line?.type !== 'block' || !touches(line.info, offset)) return undefined
    const name = source.slice(line.info.start, line.info.end).trim()
    const block = Object.entries(blockDescriptions).find(([known]) => known === name)?.[1]
    return block === undefined ? undefined : { span: line.info, markdown: block[lang] }
  }
  const entry = outlineOf(source, region).find(
    ({ keySpan, value }) => touches(keySpan, offset) || touches(value, offset),
  )
  if (entry === undefined) return undefined
  const kind = text.sketch?.kind
  const value = source.slice(entry.value.start, entry.value.end)
  if (touches(entry.value, offset)) {
    const isNamed = entry.key === 'kind' || (entry.key === 'type' && region.where === 'button')
    const said = isNamed ? valueDescription(entry.key, value, { lang, kind }) : undefined
    return said === undefined ? undefined : { span: entry.value, markdown: `**${value}**\n\n${said}` }
  }
  const said = keyDescription(entry.path, region.where, { lang, kind })
  if (said === undefined) return undefined
  const limit = limitHover(text, entry.value.start, context)
  return { span: entry.keySpan, markdown: [`**${entry.key}**`, said, ...(limit ? [limit.markdown] : [])].join('\n\n') }
}

function limitHover(
  { sketch, source }: MessageText,
  offset: number,
  { lang, readings }: EditorContext,
): MessageHover | undefined {
  const [found] = (sketch === undefined ? [] : limitedTexts(sketch, readings))
    .filter(({ span }) => touches(span, offset) && source.slice(span.start, span.end).trim() !== '')
    .toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))
  if (found === undefined || sketch === undefined) return undefined
  const say = sayIn(lang)
  const rows = countsOf(found, sketch, readings).map(
    ({ reading, now, longest }) => `| ${readingName(reading, say)} | ${now} | ${longest} |`,
  )
  const head = say('| Counted as | now | at the longest |', '| 세는 방법 | 지금 | 가장 길 때 |')
  const table = [head, '| --- | ---: | ---: |', ...rows].join('\n')
  const { max, unitInForce: unit } = found
  const limit = say(`At most ${max} ${unit}.`, `최대 ${max}${unit === 'bytes' ? '바이트' : '자'}입니다.`)
  return { span: found.span, markdown: [`**${found.field}**`, limit, table].join('\n\n') }
}

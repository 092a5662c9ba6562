import type { ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Block, LineIndex } from '../language/document.ts'
import { limitedTexts } from '../rules/limited-texts.ts'
import type { MessageText } from '../editor/message-text.ts'
import { prepareTrial, type VariableValues } from '../message/render.ts'
import { channelOfSender } from '../project/channel.ts'
import { embedded, readImage } from '../project/images/images.ts'
import type { Sketch } from '../sketch.ts'
import { webAsset } from '../web/local-server.ts'
import { htmlPage } from '../web/page.ts'
import { drawing, presetValues, stateText } from '../web/preview/message-view.ts'
import { fieldNames } from '../web/preview/check-view.ts'
import { type Language, sayIn } from '../words/language.ts'
import type { Asked, OpenDocument } from './documents.ts'
import type { OpenProject } from './projects.ts'

/** A value is for looking: more of it than a message may hold shows nothing new. */
const maxValueUnits = 2000

const previewCss = `
body { margin: 0; padding: 16px; background: transparent; font-family: "Pretendard", "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", system-ui, sans-serif; }
.ph { block-size: auto; min-block-size: 0; }
.note { margin: 0 0 12px; }
`

/** Returns a page with the document as it will look; the phone alone, in one file that loads nothing. */
export function previewOf(document: OpenDocument, values: unknown): string {
  document.isPreviewed = true
  const text = document.message
  const now = text?.sketch
  if (now?.isWhole) document.lastWhole = now
  const sketch = document.lastWhole ?? now
  const { lang } = document.context(() => undefined)
  const state = sketch === undefined ? 'none' : sketch !== now ? 'old' : now.isWhole ? 'good' : 'part'
  const note = stateText(state, sayIn(lang))
  const body = [
    ...(note === undefined ? [] : [h('p.note', { role: 'status' }, note)]),
    ...(sketch === undefined ? [] : [phoneOf(sketch, valuesOf(values), document.project, lang)]),
  ]
  // The places of a state that is gone are not those of the text.
  if (sketch !== undefined && text !== undefined && sketch === now) markLines(body, text, sketch)
  const content = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
  const head = [
    h('meta', { httpEquiv: 'Content-Security-Policy', content }),
    h('style', `${webAsset('phone.css')}${previewCss}`),
  ]
  return htmlPage({ lang, title: document.path, head, body })
}

function phoneOf(
  sketch: Sketch,
  given: VariableValues,
  open: OpenProject | undefined,
  lang: Language,
): ReturnType<typeof drawing> {
  const { payload } = prepareTrial(sketch.template)({ ...presetValues(sketch, 'example'), ...given })
  return drawing(sketch, payload, {
    lang,
    ...(open && { channelOf: (sender: string) => channelOfSender(open.project, sender) }),
    imageAddress: (path) => embedded(readImage(open?.root ?? '', path)),
  })
}

/**
 * Writes beside each JSON Pointer of a drawing the lines that its value stands on: `data-from` to `data-to`, from 1. A
 * block counts with its fences. A list has none: between its entries no line belongs to any of them.
 */
function markLines(drawn: readonly ElementContent[], { document }: MessageText, { map, source }: Sketch): void {
  const lines = new LineIndex(source)
  const blocks = document.lines.filter((line) => line.type === 'block')
  const mark = (elements: readonly ElementContent[], around?: Block): void => {
    for (const element of elements) {
      if (element.type !== 'element') continue
      const { dataPointer } = element.properties
      const span = dataPointer === undefined ? undefined : map.get(String(dataPointer))
      const isShown = span !== undefined && span.end > 0 && element.tagName !== 'ul'
      const block = isShown
        ? blocks.find(({ content }) => content.start <= span.start && span.end <= content.end)
        : around
      if (isShown) {
        const { start, end } = block === undefined || block === around ? span : block.span
        element.properties['dataFrom'] = lines.at(start).line
        element.properties['dataTo'] = lines.at(end).line
      }
      mark(element.children, block ?? around)
    }
  }
  mark(drawn)
}

/** Returns the length of each limited text at its longest, the fullest first; the answer to `friendtalk/limits`. */
export function fullness({ document, text, context }: Asked): readonly object[] {
  if (text.sketch === undefined) return []
  const nameOf = fieldNames(text.sketch.kind, text.sketch.draft.payload, context.lang)
  return limitedTexts(text.sketch, context.readings)
    .toSorted((a, b) => b.longest / b.max - a.longest / a.max)
    .map(({ pointer, span, unitInForce: unit, max, longest }) => ({
      pointer,
      name: nameOf(pointer),
      range: document.positions.rangeOf(span),
      actual: longest,
      limit: max,
      unit,
    }))
}

function valuesOf(given: unknown): VariableValues {
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.normalize('NFC'), value.slice(0, maxValueUnits)]] : [],
    ),
  )
}

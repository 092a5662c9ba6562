import type { ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Block, LineIndex } from '../language/document.ts'
import { limitedTexts } from '../rules/limited-texts.ts'
import type { MessageText } from '../editor/message-text.ts'
import { prepareTrial, type VariableValues } from '../message/render.ts'
import { channelOfSender } from '../project/channel.ts'
import { readImage } from '../project/images/images.ts'
import type { Sketch } from '../sketch.ts'
import { webAsset } from '../web/local-server.ts'
import { htmlPage } from '../web/page.ts'
import { drawing, presetValues, stateText } from '../web/preview/message-view.ts'
import { fieldNames } from '../web/preview/check-view.ts'
import { sayIn } from '../words/language.ts'
import type { Asked, OpenDocument } from './documents.ts'

/** A value is for looking: more of it than a message may hold shows nothing new. */
const maxValueUnits = 2000

const previewCss = `
body { margin: 0; padding: 16px; background: transparent; font-family: "Pretendard", "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", system-ui, sans-serif; }
.ph { block-size: auto; min-block-size: 0; }
.note { margin: 0 0 12px; }
`

export class Previews {
  readonly #good = new Map<string, Sketch>()
  readonly #watched = new Set<string>()

  isShown(uri: string): boolean {
    return this.#watched.has(uri)
  }

  forget(uri: string): void {
    this.#watched.delete(uri)
    this.#good.delete(uri)
  }

  /** A page with the document as it will look; the phone alone, in one file that loads nothing. */
  html(document: OpenDocument, given: VariableValues): string {
    this.#watched.add(document.uri)
    const text = document.message
    const now = text?.sketch
    if (now?.isWhole) this.#good.set(document.uri, now)
    const sketch = this.#good.get(document.uri) ?? now
    const { lang } = document.context(() => undefined)
    const state = sketch === undefined ? 'none' : sketch !== now ? 'old' : now.isWhole ? 'good' : 'part'
    const note = stateText(state, sayIn(lang))
    const body = [
      ...(note === undefined ? [] : [h('p.note', { role: 'status' }, note)]),
      ...(sketch === undefined ? [] : [phoneOf(sketch, given, { lang, project: document.project })]),
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
}

function phoneOf(
  sketch: Sketch,
  given: VariableValues,
  { lang, project }: { readonly lang: 'en' | 'ko'; readonly project: OpenDocument['project'] },
): ReturnType<typeof drawing> {
  const values = { ...presetValues(sketch, 'example'), ...given }
  const { payload } = prepareTrial(sketch.template)(values)
  return drawing(sketch, payload, {
    lang,
    ...(project && { channelOf: (sender: string) => channelOfSender(project.project, sender) }),
    imageAddress(path) {
      const image = readImage(project?.root ?? '', path)
      const type = image?.format === 'png' ? 'png' : 'jpeg'
      return image ? `data:image/${type};base64,${image.content.toString('base64')}` : ''
    },
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

export function valuesOf(given: unknown): VariableValues {
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.normalize('NFC'), value.slice(0, maxValueUnits)]] : [],
    ),
  )
}

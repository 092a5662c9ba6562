import { variableFacts } from '../../words/phrases.ts'
import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { countCharacters } from '../../text/text.ts'
import type { Diagnostic, Span } from '../../diagnostic.ts'
import type { ImageFacts } from '../../message/message.ts'
import { prepareTrial, type VariableValues } from '../../message/render.ts'
import type { ShownChannel } from '../../project/channel.ts'
import type { Readings } from '../../rules/rule.ts'
import type { Sketch } from '../../sketch.ts'
import { phone } from '../phone/phone.ts'
import { fieldNames, metersOf, metersView } from './check-view.ts'
import { payloadView, shownText, sourceView } from './code-view.ts'
import { diagnosticsView } from './diagnostics-view.ts'
import type { MessageView, Preset } from './page-data.ts'
import { type Language, type Say, sayIn, type Text } from '../../words/language.ts'

/**
 * The source of a picture: the file as it is, the last state in which it could be read, what can be read of it
 * now, or nothing.
 */
export type Drawn =
  | { readonly state: 'good' | 'old' | 'part'; readonly sketch: Sketch }
  | { readonly state: 'none'; readonly sketch?: undefined }

/** A message file and everything that is known of it. */
interface Viewed {
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
  readonly drawn: Drawn
  readonly values: VariableValues
  /** True if the message names recipients, which are not checked here. */
  readonly hasRecipients?: boolean
}

interface ViewOptions extends DrawingOptions {
  readonly readings: Readings
}

export function messageView(viewed: Viewed, options: ViewOptions): MessageView {
  const { source, diagnostics, drawn, values, hasRecipients = false } = viewed
  const { lang, readings } = options
  const say = sayIn(lang)
  const { state, sketch } = drawn
  const about = {
    state,
    source: toHtml(sourceView(source, diagnostics, say)),
    diagnostics: diagnostics.length,
  }
  if (sketch === undefined) {
    const text = stateText(state, say) ?? ''
    const empty = toHtml(h('p.empty-text', text))
    return {
      ...about,
      picture: toHtml(picture(state, [note(text, 'is-old'), h('div.no-phone')])),
      check: toHtml(diagnosticsView(diagnostics, { ...options, placeOf: () => undefined })),
      controls: empty,
      controlsKey: '',
      overMax: [],
      payload: empty,
    }
  }
  const { payload, missing, invalidLinks } = prepareTrial(sketch.template)(values)
  const nameOf = fieldNames(sketch.kind, payload, lang)
  const notes = [
    ...(state === 'good' ? [] : [note(stateText(state, say) ?? '', 'is-old')]),
    ...noteOf(missing, (names) =>
      say(
        `No value and no fallback: ${names}. A recipient without it would get nothing.`,
        `값도 대체값도 없습니다: ${names}. 이런 수신자에게는 보낼 수 없습니다.`,
      ),
    ),
    ...noteOf(invalidLinks.map(nameOf), (names) =>
      say(`No valid link with these values: ${names}.`, `이 값으로는 올바른 링크가 되지 않습니다: ${names}.`),
    ),
  ]
  // The source moved on from the last good picture: no place of the one is a place of the other.
  const current = state === 'old' ? undefined : sketch
  const check = [
    diagnosticsView(diagnostics, {
      ...options,
      hasRecipients,
      placeOf: (diagnostic) => placeOf(diagnostic, current),
    }),
    metersView(metersOf(sketch, payload, readings), lang, nameOf),
  ]
  return {
    ...about,
    picture: toHtml(picture(state, [...notes, screen(drawing(sketch, payload, options), say)])),
    check: toHtml({ type: 'root', children: check }),
    controls: toHtml(controlsView(sketch, values, say)),
    // The fields are made anew only when it changes.
    controlsKey: JSON.stringify(sketch.message.variables.map(({ name, max, fallback }) => [name, max, fallback])),
    overMax: sketch.message.variables.map(({ name, max }) => {
      const used = countCharacters((values[name] ?? '').normalize('NFC'), readings.characters)
      return max !== undefined && used > max ? say(`${used} of ${max} characters`, `최대 ${max}자 중 ${used}자`) : ''
    }),
    payload: toHtml(payloadView(payload, say)),
  }
}

/** Returns why a picture is not that of the file as it is. */
export function stateText(state: Drawn['state'], say: Say): string | undefined {
  switch (state) {
    case 'good':
      return undefined
    case 'old':
      return say(
        'The file is broken. This is its last good picture.',
        '파일에 오류가 있어 마지막 정상 화면을 보여 드립니다.',
      )
    case 'part':
      return say(
        'The file is broken. Only what could be read of it is drawn.',
        '파일에 오류가 있어 읽을 수 있는 부분만 그렸습니다.',
      )
    case 'none':
      return say(
        'This file cannot be read as a message, so there is nothing to draw yet.',
        '메시지로 읽을 수 없는 파일이라 아직 그릴 수 없습니다.',
      )
  }
}

function picture(state: Drawn['state'], content: readonly Element[]): Element {
  return h('div', { className: ['picture', `is-${state}`] }, [...content])
}

/** A phone with the mark of what shows of it without scrolling; `preview.css` knows how high each screen is. */
function screen(phoneElement: Element, say: Say): Element {
  return h('div.screen', [phoneElement, h('p.fold', [h('span', say('End of the first screen', '첫 화면은 여기까지'))])])
}

function noteOf(names: readonly string[], sentence: (names: string) => string): Element[] {
  return names.length === 0 ? [] : [note(sentence(names.join(', ')), 'is-warning')]
}

function note(text: string, className: 'is-old' | 'is-warning'): Element {
  return h('p', { className: ['note', className] }, text)
}

/**
 * Returns the JSON Pointer of the smallest value whose source holds the start of a diagnostic, or of the value that it
 * names. Where something is mistyped that is a value of the message as it was meant: in the one that is drawn another
 * may have its place.
 */
function placeOf({ pointer, start }: Diagnostic, sketch: Sketch | undefined): string | undefined {
  const values = sketch?.map ?? new Map<string, Span>()
  const isAround = (span: Span): boolean => span.start <= start.offset && start.offset < span.end
  const named = pointer === undefined ? undefined : values.get(pointer)
  if (named !== undefined && isAround(named)) return pointer
  const around = [...values]
    .filter(([at, span]) => at !== '' && isAround(span))
    .toSorted(([, a], [, b]) => a.end - a.start - (b.end - b.start))[0]
  return around?.[0] ?? pointer
}

/** Widths of phone screens in CSS pixels: a small Android phone, the usual one, a large one; `preview.css` has them too. */
export const phoneWidthsPx = [360, 393, 430] as const

export const usualWidthPx: (typeof phoneWidthsPx)[number] = 393

export type ImageAddress = (path: string, facts: ImageFacts) => string

export interface DrawingOptions {
  readonly lang: Language
  readonly imageAddress: ImageAddress
  /** Says which channel is shown, by the name of the sender in the message; the words for any channel when absent. */
  readonly channelOf?: ((sender: string) => ShownChannel) | undefined
}

/** Draws the phone with a message. The time of day is always the same: a picture changes only with its message. */
export function drawing(sketch: Sketch, payload: unknown, { lang, imageAddress, channelOf }: DrawingOptions): Element {
  const say = sayIn(lang)
  const local = new Map(sketch.draft.images.map(({ path, facts }) => [`local:${path}`, { path, facts }]))
  return phone({
    kind: sketch.kind,
    record: payload,
    time: say('10:00 AM', '오전 10:00'),
    channel: channelOf?.(sketch.message.sender.value) ?? {},
    date: say('Today', '오늘'),
    lang,
    id: 'm',
    links: 'inert',
    image: (url) => {
      const found = local.get(url)
      return found?.facts && imageAddress(found.path, found.facts)
    },
    absentImage: (url) => absentImage(url)[lang],
  })
}

/** Says why an image of a message is not drawn. The preview asks no other host for anything. */
export function absentImage(url: string): Text {
  return url.startsWith('local:')
    ? { en: 'The image is not there', ko: '이미지가 없습니다' }
    : {
        en: 'An uploaded image; the preview asks no other host for it',
        ko: '업로드된 이미지입니다. 미리보기는 외부에서 불러오지 않습니다',
      }
}

/** Returns the values of a preset. Without a value a variable takes its fallback, as in a send. */
export function presetValues({ message }: Sketch, preset: Preset): VariableValues {
  const values = message.variables.map(({ name, example = '', max, fallback = '' }) => {
    const value = { example, longest: longest(max, [example, fallback]), empty: '' }
    return [name, value[preset]] as const
  })
  return Object.fromEntries(values)
}

const syllables = '가나다라마바사아자차카타파하'
/** A `max` may be a slip of the pen: a picture shows that it is too long with far less. */
const maxShownCharacters = 2000

/** Hangul takes the most bytes of any one UTF-16 unit. A fallback may be longer than what a recipient may have. */
function longest(max = 0, others: readonly string[]): string {
  const filled = ''.padEnd(Math.min(max, maxShownCharacters), syllables)
  return [filled, ...others].reduce((a, b) => (b.length > a.length ? b : a))
}

/** A value that is likely long gets several lines to be typed in. */
const manyCharacters = 40

/** Draws a field for the value of each variable that a message declares. */
function controlsView(sketch: Sketch, values: VariableValues, say: Say): Element {
  const { variables } = sketch.message
  if (variables.length === 0)
    return h('p.empty-text', say('This message has no variables.', '이 메시지에는 변수가 없습니다.'))
  const fields = variables.map(({ name, max, fallback }, index) => {
    const id = `variable-${index}`
    const value = values[name] ?? ''
    const field = {
      id,
      dataName: name,
      ariaDescribedBy: [`${id}-facts`, `${id}-over`],
      autoComplete: 'off',
      spellCheck: 'false',
    }
    const isLong = (max ?? 0) > manyCharacters || value.length > manyCharacters
    return h('div.field', [
      h('label', { htmlFor: id }, shownText(name)),
      isLong ? h('textarea', { ...field, rows: 3 }, value) : h('input', { ...field, type: 'text', value }),
      h(
        'p.hint',
        { id: `${id}-facts` },
        shownText(
          variableFacts({ ...(max !== undefined && { max }), ...(fallback !== undefined && { fallback }) }, say),
        ),
      ),
      h('p.over-max', { id: `${id}-over`, ariaLive: 'polite' }),
    ])
  })
  return h('div.block', [
    h(
      'p.hint',
      say(
        'For looking only: nothing that you type here is saved or sent.',
        '보기 위한 값입니다. 여기에 입력한 값은 저장되거나 발송되지 않습니다.',
      ),
    ),
    h('div.fields', fields),
    h('button#reset.plain', { type: 'button' }, say('Examples again', '예시로 되돌리기')),
  ])
}

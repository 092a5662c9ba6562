import type { Element } from 'hast'
import type { ImageFacts } from '../../message/message.ts'
import { phone } from '../phone/phone.ts'
import type { Sketch } from '../../sketch.ts'
import type { Language } from '../../words/language.ts'
import { pageWords } from './page-words.ts'

/** Widths of phone screens in CSS pixels: a small Android phone, the usual one, a large one; `preview.css` has them too. */
export const phoneWidthsPx = [360, 393, 430] as const

export const usualWidthPx: (typeof phoneWidthsPx)[number] = 393

/** Where an image of the project is shown from. */
export type ImageAddress = (path: string, facts: ImageFacts) => string

export interface DrawingOptions {
  readonly lang: Language
  readonly imageAddress: ImageAddress
}

/** The phone with a message. The time of day is always the same: a picture changes only with its message. */
export function drawing(sketch: Sketch, payload: unknown, { lang, imageAddress }: DrawingOptions): Element {
  const words = pageWords[lang]
  const local = new Map(sketch.draft.images.map(({ path, facts }) => [`local:${path}`, { path, facts }]))
  return phone({
    messages: [{ kind: sketch.kind, record: payload, time: words.time }],
    channel: words.channel,
    date: words.date,
    lang,
    id: 'm',
    links: 'inert',
    image: (url) => {
      const found = local.get(url)
      return found?.facts && imageAddress(found.path, found.facts)
    },
    // An image that is uploaded already lies with another host, and the preview asks none for anything.
    absentImage: (url) => (url.startsWith('local:') ? words.imageMissing : words.imageUploaded),
  })
}

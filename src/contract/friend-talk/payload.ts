import { type JsonSchema, object, typed } from '../../text/json-schema.ts'
import { objectOf } from '../../text/json-text.ts'
import { withBounds } from '../bounds.ts'
import type { MessageContent, ReadContent } from '../content.ts'
import type { TextState } from '../contract.ts'
import {
  build,
  type ButtonOf,
  buttonsSchema,
  items,
  list,
  maybe,
  read,
  schemaOf,
  settingsIn,
  type Shaped,
  text,
  value,
} from '../shape.ts'
import { buttonFacts } from './button-types.ts'
import type { Kind } from './kinds.ts'
import { limits } from './limits.ts'
import { buttonNames, couponNames, targetNames, targetNamesInCard } from './names.ts'
import { settings } from './settings.ts'

/** A button, narrowed by `type`. */
export type Button = ButtonOf<typeof buttonFacts, typeof buttonNames>

const { name: _, ...attributes } = buttonNames
const buttonSchema = buttonsSchema(buttonFacts, buttonNames)
const buttonOf = (names: { readonly [attribute: string]: string }) => ({
  name: 'attributes.name',
  type: 'type',
  ...maybe('attributes', names),
})
const buttons = list('buttons', buttonOf(attributes), buttonSchema)
const buttonsInCard = list('buttons', buttonOf({ ...targetNamesInCard, ...attributes }), buttonSchema)
const image = { img_url: 'image.source', 'img_link?': 'image.link' }

const { pc, android, ios } = targetNames
const item = {
  title: 'title',
  img_url: 'image.source',
  url_mobile: 'targets.mobile',
  ...maybe('targets', { pc, android, ios }),
}

const card = {
  header: 'header',
  message: 'message',
  attachment: { 'button?': buttonsInCard, image, 'coupon?': maybe('coupon.fields', couponNames) },
}

/** A card of a carousel. */
export type Card = Shaped<typeof card>

/** The request to fall back to another messaging service, which has fields of its own. */
interface FailbackData {
  readonly msg: string
  readonly api_unique_id: string
  readonly origin_cid?: string
  readonly [field: string]: unknown
}

const failbackFields = { msg: text, api_unique_id: text, origin_cid: text }
const failback = object(failbackFields, 'msg', 'api_unique_id')
const echo = { 'echo_to_webhook?': 'settings.echo_to_webhook' }
const adFlag = { ad_flag: value('settings.ad_flag', typed<'Y' | 'N'>({ enum: ['Y', 'N'] })) }
const fallback = {
  'failback_data?': value('settings.failback_data', typed<FailbackData>({ ...failback, additionalProperties: true })),
}
const picture = { msg: 'msg', ...echo, attachment: { 'button?': buttons, image }, ...adFlag, ...fallback }

/** The message record of each kind, without what a send adds (interface: "Message", "Attachment", "Carousel"). */
export const shapes = {
  'ft-text': { msg: 'msg', ...echo, 'attachment?': { button: buttons }, ...adFlag, ...fallback },
  'ft-image': picture,
  'ft-wide': picture,
  'ft-wide-item-list': {
    msg: 'msg',
    header: 'header',
    ...echo,
    attachment: { 'button?': buttons, item: { list: items(item, item) } },
    ...adFlag,
    ...fallback,
  },
  'ft-carousel-feed': {
    msg: 'msg',
    ...echo,
    ...adFlag,
    carousel: { list: list('cards', card), 'tail?': maybe('tail.targets', targetNamesInCard) },
    ...fallback,
  },
}

/** The payload of each kind. */
export type PayloadOf = { readonly [K in Kind]: Shaped<(typeof shapes)[K]> }

/** A message record of any kind. */
export type Payload = PayloadOf[Kind]

export function buildPayload<V>(message: MessageContent<V>): object {
  return build(shapes[message.kind as Kind], message)
}

export function readPayload(kind: string, payload: unknown): ReadContent {
  const ownSettings = settingsIn(objectOf(payload) ?? {}, '', settings)
  return { kind, ...read(shapes[kind as Kind], payload), settings: ownSettings } as ReadContent
}

/**
 * The schema of one kind's message record without what a send adds.
 * Structure, required fields, values and counts are exact; byte limits cannot be said in JSON Schema.
 */
export function payloadSchema(kind: string, texts: TextState): JsonSchema {
  return withBounds(schemaOf(shapes[kind as Kind]), limits, { kind, texts })
}

import type { ContentList, ReadContent } from '../contract/content.ts'
import { contractOf } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import { onceFor } from '../text/once.ts'
import { lineEndOf } from './lines.ts'
import type { Subject } from './rule.ts'
import { lastKeyOf } from '../text/json-text.ts'

/** Things of a message that stand together, each with its place in the source. */
export interface NodeList extends ContentList {
  readonly spans: readonly Span[]
}

/** Returns a message as its contract reads it back from the payload, with the pointers of its values. */
export const contentOf: (subject: Subject) => ReadContent = onceFor(({ message: { kind }, draft }) =>
  contractOf(kind).read(kind, draft.payload),
)

/** Returns every list of buttons, items and cards of a message. */
export function nodeListsOf(subject: Subject): readonly NodeList[] {
  const { message } = subject
  return contentOf(subject).lists.map((list) => {
    const cards = 'cards' in message ? message.cards : []
    const buttons = list.card === undefined ? ('buttons' in message ? message.buttons : []) : cards[list.card]?.buttons
    const nodes = { buttons: buttons ?? [], items: 'items' in message ? message.items : [], cards }[list.unit]
    return { ...list, spans: nodes.map(({ span }) => span) }
  })
}

/** Returns the place of a value of the payload; of a coupon and of a mapping in the frontmatter where it begins. */
export function placeOf({ message, draft, document: { source } }: Subject, pointer: string): Span | undefined {
  const span = draft.spans.get(pointer)
  if (span !== undefined) return span
  const key = lastKeyOf(pointer)
  const setting = message.settings[key]
  if (setting !== undefined) {
    const start = source.lastIndexOf(key, setting.span.start)
    return start < 0 ? setting.span : { start, end: start + key.length }
  }
  const value = [...draft.spans].find(([inside]) => inside.startsWith(`${pointer}/`))?.[1]
  const holders = 'cards' in message ? message.cards : [message]
  const blocks = holders.flatMap((holder) =>
    [holder.coupon?.span ?? [], ('price' in holder && holder.price?.span) || []].flat(),
  )
  const block = value && blocks.find(({ start, end }) => start <= value.start && value.end <= end)
  return block ? { start: block.start, end: lineEndOf(source, block.start) } : value
}

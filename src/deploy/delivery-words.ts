import { contractOf, type Kind } from '../contract/contracts.ts'
import { nameOf, type ReleaseReport } from './report.ts'
import type { DeliveryGroup } from '../ledger/results.ts'
import type { Language } from '../words/language.ts'
import { grouped, printable } from '../words/printable.ts'

const en = {
  /** Over the lines of what was not delivered. */
  failures: 'Not delivered, or not known',
  fallbackDelivered: 'the fallback message was delivered',
  fallbackFailed: (code: string) => `the fallback message was not delivered either (${code})`,
  nothingToDo: 'Nothing to do: these recipients were reached.',
  /** After the names of some messages. */
  more: (messages: number) => `${messages} more messages`,
}

const ko: typeof en = {
  failures: '전달되지 않았거나 알 수 없는 메시지',
  fallbackDelivered: '대체 발송으로 전달되었습니다',
  fallbackFailed: (code) => `대체 발송도 전달되지 않았습니다(${code})`,
  nothingToDo: '수신자에게 전달되었으니 할 일이 없습니다.',
  more: (messages) => `그 밖의 메시지 ${messages}개`,
}

export const deliveryWords: { readonly [L in Language]: typeof en } = { en, ko }

/** Sends of a release of which the same was reported. */
export interface UndeliveredSends extends Pick<DeliveryGroup, 'delivery' | 'code' | 'fallbackCode' | 'sends'> {
  readonly kind: Kind
  /** The messages with the most of them first. */
  readonly messages: readonly { readonly name: string; readonly sends: number }[]
}

/** Returns what may not have reached people although the service took it, by what was reported, the most frequent first. */
export function undeliveredIn(
  report: Pick<ReleaseReport, 'messageDeliveries' | 'titles'>,
): readonly UndeliveredSends[] {
  const groups = new Map<string, UndeliveredSends>()
  for (const { id, kind, groups: results } of report.messageDeliveries) {
    for (const { delivery, code, fallbackCode, sends } of results) {
      if (delivery === 'delivered' || delivery === 'fallback-delivered') continue
      const codes = JSON.stringify([code, fallbackCode])
      const known = groups.get(codes)
      groups.set(codes, {
        kind,
        delivery,
        code,
        ...(fallbackCode !== undefined && { fallbackCode }),
        sends: (known?.sends ?? 0) + sends,
        messages: [...(known?.messages ?? []), { name: nameOf(report, id), sends }].toSorted(
          (a, b) => b.sends - a.sends,
        ),
      })
    }
  }
  return [...groups.values()].toSorted((a, b) => b.sends - a.sends)
}

/** So many messages are named beside what was reported of them. */
const maxNamed = 6

/** Names the messages of a group: `picks 12, lookbook 3`. */
export function messagesText({ messages }: UndeliveredSends, language: Language): string {
  const { more } = deliveryWords[language]
  const named = messages.slice(0, maxNamed).map(({ name, sends }) => `${name} ${grouped(sends)}`)
  return [...named, ...(messages.length > maxNamed ? [more(messages.length - maxNamed)] : [])].join(', ')
}

/** Words what results say, and what a person does about it. */
export function deliveryIn(
  language: Language,
  kind: Kind,
  { delivery, code, fallbackCode = '' }: Pick<DeliveryGroup, 'delivery' | 'code' | 'fallbackCode'>,
): { readonly meaning: string; readonly toDo: string } {
  const words = deliveryWords[language]
  const { meaning, toDo } = contractOf(kind).deliveryCode(code)
  const own = meaning[language]
  if (delivery === 'fallback-delivered') {
    return { meaning: `${own}; ${words.fallbackDelivered}`, toDo: words.nothingToDo }
  }
  if (delivery !== 'fallback-failed') return { meaning: own, toDo: toDo[language] }
  return { meaning: `${own}; ${words.fallbackFailed(printable(fallbackCode))}`, toDo: toDo[language] }
}

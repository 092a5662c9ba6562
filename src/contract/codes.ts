import type { Text } from '../words/language.ts'
import type { CodeFacts, Contract, Delivery, DeliveryCodeFacts } from './contract.ts'

/** By codes that mean the same: the meaning, and the field that is at fault. */
export type Meanings = { readonly [codes: string]: readonly [en: string, ko: string, field?: string] }

type Stated = Pick<CodeFacts, 'meaning' | 'field'>

/** Returns the facts of each code of groups, whose codes share an outcome and a remedy. */
export function byCode<Shared>(groups: readonly (Shared & { readonly meanings: Meanings })[]): {
  readonly [code: string]: Shared & Stated
} {
  const entries = groups.flatMap(({ meanings, ...shared }) =>
    Object.entries(meanings).flatMap(([codes, [en, ko, field]]) => {
      const stated: Stated = { meaning: { en, ko }, ...(field !== undefined && { field }) }
      return codes.split(' ').map((code) => [code, { ...(shared as Shared), ...stated }] as const)
    }),
  )
  return Object.fromEntries(entries)
}

/** Returns the facts of a code that answers a send; undefined for one that the service does not list. */
export function codeOf({ codes }: Pick<Contract, 'codes'>, code: string | undefined): CodeFacts | undefined {
  return code !== undefined && Object.hasOwn(codes, code) ? codes[code] : undefined
}

export const remedies = {
  nothing: { en: 'Nothing to do.', ko: '할 일이 없습니다.' },
  correctMessage: {
    en: 'Correct the message and send it to these recipients as a new release.',
    ko: '메시지를 고쳐 이 수신자들에게 새 릴리스로 보내세요.',
  },
  correctNumber: {
    en: 'Correct the number in the list, or leave the person out.',
    ko: '수신자 목록의 번호를 고치거나 해당 수신자를 빼세요.',
  },
  leaveOut: {
    en: 'Reach them by another way, or leave them out of the list.',
    ko: '다른 방법으로 알리거나 수신자 목록에서 빼세요.',
  },
} as const satisfies { readonly [remedy: string]: Text }

type DeliveryGroup = Omit<DeliveryCodeFacts, 'meaning'> & { readonly meanings: Meanings }

export function failed(toDo: Text, meanings: Meanings): DeliveryGroup {
  return { delivery: 'failed', toDo, meanings }
}

interface DeliveryCodes extends Pick<Contract, 'deliveryCode' | 'deliveryOf'> {
  readonly deliveryCodes: { readonly [code: string]: DeliveryCodeFacts }
}

/**
 * The codes of delivery results and what they say. A code that is not listed leaves open whether the message arrived.
 *
 * @param fallbackOf what the code of a fallback message says; undefined where that is nothing yet
 */
export function deliveryCodesOf(
  delivered: string,
  uncertain: { readonly toDo: Text; readonly meanings: Meanings },
  failures: readonly DeliveryGroup[],
  fallbackOf: (code: string) => Extract<Delivery, `fallback-${string}`> | undefined,
): DeliveryCodes {
  const meanings = { [delivered]: ['delivered', '전달되었습니다'] } as const
  const codes = byCode<Omit<DeliveryCodeFacts, 'meaning'>>([
    { delivery: 'delivered', toDo: remedies.nothing, meanings },
    { delivery: 'uncertain', ...uncertain },
    ...failures,
  ])
  const meaning = { en: 'a code that is not known', ko: '알려지지 않은 코드입니다' }
  const unlisted: DeliveryCodeFacts = { delivery: 'uncertain', meaning, toDo: uncertain.toDo }
  const deliveryCode = (code: string): DeliveryCodeFacts =>
    (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? unlisted
  return {
    deliveryCodes: codes,
    deliveryCode,
    deliveryOf(code, fallback = '') {
      const { delivery } = deliveryCode(code)
      return delivery === 'delivered' ? delivery : (fallbackOf(fallback) ?? delivery)
    },
  }
}

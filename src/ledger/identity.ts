import { createHash, createHmac } from 'node:crypto'
import { normalizeName } from '../text/text.ts'
import type { SendOf } from './ledger.ts'
import { LedgerError } from './ledger-error.ts'

export interface LedgerIdentity {
  readonly version: number
  readonly lineage: string
  readonly target: string
  /** Key of the hashes. */
  readonly secret: Uint8Array
}

/** 18 bytes. */
const hashCharacters = 24

/**
 * Returns the `msg_key` of a send: 27 characters, no personal data, the same on every attempt. With the ledger's secret all
 * numbers can be tried to find the one of a key, so a ledger is kept as safely as the recipients.
 */
export function keyOf(secret: Uint8Array, { id, release, number }: SendOf & { readonly number: string }): string {
  const text = JSON.stringify([id, release, number])
  return `m-${createHmac('sha256', secret).update(text).digest('base64url').slice(0, hashCharacters)}`
}

/** Returns the hash by which a text that was changed where it is stored is noticed. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the normal form of a name, or the name itself where it has none. */
export function normalName(name: string): string {
  return normalizeName(name) ?? name
}

/**
 * @param expected `lineage` is the one that a plan was made with; any when absent
 * @throws LedgerError for another ledger than expected
 */
export function checkIdentity(
  { target, lineage }: Pick<LedgerIdentity, 'target' | 'lineage'>,
  expected: { readonly target: string; readonly lineage?: string | undefined },
  path: string,
): void {
  if (target !== expected.target) {
    throw new LedgerError('other-target', {
      en: [
        `${path}: this is the ledger of the target "${target}", not of "${expected.target}".`,
        'Give each file its own name back: every target has a ledger of its own.',
      ],
      ko: [
        `${path}: "${expected.target}" 대상이 아니라 "${target}" 대상의 발송 기록입니다.`,
        '발송 기록은 대상마다 따로 있습니다. 파일 이름을 원래대로 되돌리세요.',
      ],
    })
  }
  if (expected.lineage !== undefined && lineage !== expected.lineage) {
    throw new LedgerError('other-lineage', {
      en: [
        `${path}: this is the ledger ${lineage}, and the plan was made with ${expected.lineage}.`,
        'Put the ledger back that the plan was made with, or make a new plan.',
      ],
      ko: [
        `${path}: 발송 기록이 ${lineage}입니다. 계획을 만들 때는 ${expected.lineage}였습니다.`,
        '계획을 만들 때 쓴 발송 기록 파일로 되돌리거나 계획을 새로 만드세요.',
      ],
    })
  }
}

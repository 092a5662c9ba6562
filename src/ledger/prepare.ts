import { setImmediate as ioTurn } from 'node:timers/promises'
import { maskNumber, normalizeMobileNumber } from '../text/phone-number.ts'
import type { Run } from './driver.ts'
import { keyOf, normalName, textHash } from './identity.ts'
import { cancelled, otherTemplate } from './ledger-error.ts'
import type { LedgerRecipient, Preparation, Prepared } from './ledger.ts'
import { inParts, mayComeBack, releaseOf } from './reader.ts'
import { personalText } from './scrub.ts'
import { sql, type StoredRelease } from './statements.ts'
import { refuseLost } from './tables.ts'

/** The list of recipients that an accepted ledger does not have. */
const recoveredList = 'ledger recover'
const sendsAtOnce = 2_000

/**
 * Copies templates and recipients into the ledger, within one transaction: a preparation that is broken off leaves nothing.
 *
 * @throws LedgerError `other-template`, `cancelled` for a release that was called off, and `lost-release`
 */
export async function prepareIn(
  run: Run,
  { release: name, templates, recipients, rejected }: Preparation,
  { secret, now }: { readonly secret: Uint8Array; readonly now: () => number },
): Promise<Prepared> {
  await refuseLost(run, normalName(name))
  await run(sql.addRelease, normalName(name), now())
  const release = await releaseOf(run, name, sql.lockRelease)
  refuseCancelled(release)
  const known = new Map((await run(sql.messagesOf, release.id)).map(({ id, digest }) => [id, digest]))
  for (const template of templates) {
    const { id, service_id: kind, digest } = template
    if ((known.get(id) ?? digest) !== digest) throw otherTemplate(name, id)
    const text = JSON.stringify(template)
    if (!known.has(id)) await run(sql.addMessage, release.id, id, kind, digest, text, textHash(text))
  }
  const messages = new Map((await run(sql.messagesOf, release.id)).map(({ id, row }) => [id, row]))
  const before = Number((await run(sql.lastSend))[0]?.['last'])
  const sum = { added: 0, existing: 0, retried: 0, notGiven: 0 }
  for (const { id } of release.last === 0 ? [] : templates) {
    const [counted] = await run(sql.countOfMessage, messages.get(id) ?? 0, release.first, release.last)
    sum.notGiven += Number(counted?.['sends'])
  }
  // Recipients unknown to an older copy may have been sent to since.
  const recovered = release.recoveredAt === null ? undefined : recoveredList

  const add = async (id: string, message: number, some: readonly LedgerRecipient[]): Promise<void> => {
    const given = new Map<string, LedgerRecipient>()
    for (const recipient of some) {
      const { number } = recipient
      // Another spelling of a number would be another recipient, and receive the message a second time.
      if (normalizeMobileNumber(number) !== number) throw new Error('A number is not in the normal form.')
      const key = keyOf(secret, { id, release: release.name, number })
      if (!given.has(key)) given.set(key, recipient)
    }
    const rows = [...given].map(([key, { number, ref = null, list: own = recovered }]) => {
      const list = own ?? null
      return [message, key, maskNumber(number), ref, list === null ? 'pending' : 'excluded', list]
    })
    const added = await run(sql.addSends, JSON.stringify(rows), release.id, now())
    const numbers = new Map(added.map((row) => [String(row['key']), Number(row['id'])]))
    const there = [...given.keys()].filter((key) => !numbers.has(key))
    // Recipients who were added just now are left out then, without their data.
    if (recovered !== undefined) numbers.clear()
    const revived: (readonly [row: number, state: string, list: string | null])[] = []
    for (const send of there.length === 0 ? [] : await run(sql.sendsByKey, JSON.stringify(there.map((key) => [key])))) {
      const { key, row, state, list } = send
      const hold = given.get(key)?.list
      if (row <= before) sum.notGiven--
      const isRetried = state === 'rejected' && rejected === 'retry'
      const isBack = state === 'excluded' && hold === undefined && list !== recoveredList
      if (!(isRetried || isBack) || !mayComeBack(send)) continue
      revived.push([row, hold ? 'excluded' : isBack ? 'pending' : 'deferred', hold ?? null])
      if (hold) continue
      sum.retried++
      numbers.set(key, row)
    }
    if (revived.length > 0) await run(sql.revive, JSON.stringify(revived), now())
    const personal = [...numbers].flatMap(([key, number]) => {
      const recipient = given.get(key)
      if (recipient === undefined || recipient.list !== undefined) return []
      return [[number, personalText({ number: recipient.number, values: Object.fromEntries(recipient.values) })]]
    })
    if (personal.length > 0) await run(sql.setPersonal, JSON.stringify(personal))
    sum.added += added.length
    sum.existing += some.length - added.length
  }

  const ids = new Set(templates.map(({ id }) => id))
  for await (const { id, recipients: given } of recipients) {
    const message = messages.get(id)
    if (message === undefined || !ids.has(id)) throw new Error(`The recipients of ${id} came without its template.`)
    for (const some of inParts(given, sendsAtOnce)) {
      await add(id, message, some)
      await ioTurn()
    }
  }
  const last = Number((await run(sql.lastSend))[0]?.['last'])
  if (last > before) await run(sql.extendRelease, release.id, before + 1, last)
  return { ...sum, notGiven: Math.max(0, sum.notGiven) }
}

/** @throws LedgerError `cancelled` */
export function refuseCancelled({ name, cancelledAt }: StoredRelease): void {
  if (cancelledAt !== null) throw cancelled(name, cancelledAt)
}

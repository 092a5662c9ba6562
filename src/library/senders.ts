import type { SingleSender } from '../deploy/single-sender.ts'
import type { TargetSession } from '../deploy/target.ts'
import { UsageError } from '../project/usage-error.ts'

/** A sender that several users of this process share. */
interface SharedSender {
  readonly opening: Promise<SingleSender>
  /** What it sends to, and how. */
  readonly settings: string
  users: number
  closing?: Promise<void>
}

/**
 * The senders of this process, by the place of their ledger: as its lock, a ledger is of the process, so whoever sends from it
 * here shares it, whatever project they opened.
 */
const senders = new Map<string, SharedSender>()

/**
 * Takes the sender of a target; it is opened for the first one who does.
 *
 * @throws UsageError for other settings than those of who opened it
 */
export async function take(
  { store, target, project: { root } }: TargetSession,
  open: () => Promise<SingleSender>,
): Promise<SingleSender> {
  const place = JSON.stringify([store.place, store.target])
  const settings = JSON.stringify([target, root])
  for (let known = senders.get(place); known?.closing; known = senders.get(place)) await known.closing
  const known = senders.get(place)
  if (known && known.settings !== settings) throw new UsageError({ type: 'sender-differs', target: target.name })
  const sender = known ?? { opening: open(), settings, users: 0 }
  sender.users++
  senders.set(place, sender)
  try {
    return await sender.opening
  } catch (error) {
    if (senders.get(place) === sender) senders.delete(place)
    throw error
  }
}

/** Gives a sender back; the last one who does closes it. */
export async function release(given: SingleSender): Promise<void> {
  for (const [place, sender] of senders) {
    if ((await sender.opening.catch(() => undefined)) !== given) continue
    sender.users--
    if (sender.users > 0) return
    sender.closing = given.close().finally(() => senders.delete(place))
    await sender.closing
    return
  }
}

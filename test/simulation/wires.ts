// How each service is spoken with: what a request says, and what an answer may.
import { codes } from '../../src/contract/brand-message/codes.ts'
import { sendCodes } from '../../src/contract/friend-talk/codes.ts'
import type { Leaving } from './checker.ts'
import type { Random } from './world.ts'

/** What became of a message of a request, by the code that the service gives it. */
export interface Outcome {
  readonly key: string
  readonly number: string
  /** Its place in the request, from 0. */
  readonly place: number
  readonly code: string
}

type Codes = readonly [string, ...string[]]

export type Wire = ReturnType<typeof brandMessageWire>

interface FriendTalkBody {
  readonly msg_data: readonly { readonly msg_key: string; readonly receiver_number: string; readonly msg?: string }[]
}

const friendTalkRejections = Object.keys(sendCodes).filter(
  (code) => !['C100', 'G150', 'G160', 'C500_1', 'G110'].includes(code) && !code.startsWith('C4'),
) as [string, ...string[]]

const friendTalkResults = (outcomes: readonly Outcome[]): object => ({
  results: outcomes.map(({ key, code }) => ({ msg_key: key, code })),
})

const friendTalkWire: Wire = {
  sendsIn: (body: unknown): readonly Leaving[] =>
    (body as FriendTalkBody).msg_data.map(({ msg_key: key, receiver_number: number, msg: text = '' }) => ({
      key,
      number,
      text,
    })),
  taken: 'C100',
  rejections: friendTalkRejections,
  noCredit: 'G150',
  noSession: 'G160',
  odd: ['c100', ' C100', 'C100 ', 'C500_1'],
  results: friendTalkResults,
  internal: { code: 'C500_1', description: 'internal' },
  unauthorized: { code: 'C400_2', description: 'authentication failed' },
  refused: { code: 'C400_1', description: 'wrong' },
  contradictions: (outcomes) => [{ code: 'C500_1', ...friendTalkResults(outcomes) }],
  doubtsAll: false,
}

interface BrandMessageBody {
  readonly content?: string
  readonly recipientList: readonly { readonly recipientNo: string; readonly recipientGroupingKey: string }[]
}

const brandMessageRejections = Object.entries(codes).flatMap(([code, { outcome }]) =>
  outcome === 'rejected' ? [code] : [],
) as [string, ...string[]]

export function wireOf(service: string, random: Random): Wire {
  return service === 'brand-message' ? brandMessageWire(random) : friendTalkWire
}

/** Where the interface is silent one service does always the same: it counts from 0 or 1, and repeats numbers or not. */
function brandMessageWire(random: Random) {
  const base = random.pick([0, 1])
  const repeatsNumbers = random.chance(0.5)
  const header = (code: number): object => ({
    header: { isSuccessful: code === 0, resultCode: code, resultMessage: 'simulated' },
  })
  const message = (outcomes: readonly Outcome[], hasNumbers = repeatsNumbers): object => ({
    message: {
      requestId: 'simulated',
      sendResults: outcomes.map(({ number, place, code }) => ({
        recipientSeq: place + base,
        recipientNo: hasNumbers ? number : null,
        // A code that is a text is none.
        resultCode: /^-?\d+$/.test(code) ? Number(code) : code,
        resultMessage: 'simulated',
      })),
    },
  })
  /** Entries that have the place or the number of the next one: what is told is true of the other of the two. */
  const turned = (outcomes: readonly Outcome[], told: 'place' | 'number'): object => {
    const next = (at: number): Outcome | undefined => outcomes[(at + 1) % outcomes.length]
    return {
      ...header(0),
      ...message(
        outcomes.map((one, at) => ({ ...one, [told]: next(at)?.[told] })),
        true,
      ),
    }
  }
  return {
    /** Returns the messages of a request. */
    sendsIn: (body: unknown): readonly Leaving[] => {
      const { content: text = '', recipientList } = body as BrandMessageBody
      return recipientList.map(({ recipientNo: number, recipientGroupingKey: key }) => ({ key, number, text }))
    },
    taken: '0',
    /** Codes of a message that is refused for good. */
    rejections: brandMessageRejections,
    /** Codes of a message that waits until the account is in order. */
    noCredit: '-4005',
    noSession: '-2017',
    /** Codes of which nobody can say whether the message was taken. */
    odd: ['-1005', '-7000', '-9999', '1', '"0"'] as Codes,
    /** An answer with what became of each message. */
    results: (outcomes: readonly Outcome[]): object => ({
      ...header(outcomes.some(({ code }) => code === '0') ? 0 : -1031),
      ...message(outcomes),
    }),
    /** Answers that say nothing of single messages. */
    internal: header(-9999),
    unauthorized: header(-1001),
    refused: header(-2030),
    /** Answers in which two parts contradict each other. */
    contradictions: (outcomes: readonly Outcome[]): readonly [object, ...object[]] => [
      { ...header(-1031), ...message(outcomes.filter(({ code }) => code === '0')) },
      { header: { isSuccessful: false, resultCode: 0, resultMessage: 'simulated' } },
      { ...header(-2030), message: { requestId: 'simulated' } },
      turned(outcomes, 'place'),
      turned(outcomes, 'number'),
      // Without the first or the last, and without numbers, nobody can say from where it counts.
      { ...header(0), ...message(outcomes.slice(1 - base, outcomes.length - base), false) },
    ],
    /** Whether one entry that is wrong makes all others doubtful. */
    doubtsAll: true,
  }
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { HeldCounts, HeldSend, Ledger, LedgerReader, UsedPlan } from '../ledger/ledger.ts'
import { toPosix } from '../project/files/discover.ts'
import { onDisk } from '../project/files/paths.ts'
import type { ExclusionList } from '../recipients/exclusion-list.ts'
import { readExclusions } from '../session/exclusions.ts'
import type { Host } from '../session/host.ts'
import type { Plan } from './plan-values.ts'
import { refuse, refuseRelease, type TargetSession } from './target.ts'

/** The numbers that a release is not sent to. */
export interface ReleaseExclusions {
  /** The lists beside those of the target, relative to the root. */
  readonly named: readonly string[]
  /** Recipients who have, or may have, something of a release. */
  readonly reached?: ReachedList | undefined
  /** All of these, and the lists of the target. */
  readonly lists: readonly ExclusionList[]
}

/** The exclusions that a start asks for. */
interface AskedExclusions extends Partial<Pick<ReleaseExclusions, 'reached'>> {
  readonly ledger?: LedgerReader | undefined
  readonly release: string
  /** Relative to the working directory. */
  readonly exclude?: readonly string[] | undefined
  readonly notIn?: string | undefined
}

/**
 * Reads the lists of numbers that a release is not sent to: those of the target, those that its plans were given
 * (on any machine that goes on with it), and those that are given now.
 *
 * @throws UsageError for a list that cannot be read or has lines that are no number, and for a release to leave out that
 *   is not over
 */
export async function releaseExclusions(
  { project, target }: TargetSession,
  { ledger, release, exclude = [], notIn, reached }: AskedExclusions,
  host: Pick<Host, 'cwd' | 'lang'>,
): Promise<ReleaseExclusions> {
  const { root } = project
  const plans = (await ledger?.plansOf(release)) ?? []
  const other = await reachedRelease({ ledger, release, notIn }, plans)
  const ofOther = other === undefined ? [] : [reached ?? reachedList(other)]
  const planned = new Set(inputsOf(plans).flatMap((inputs) => inputs.exclude ?? []))
  for (const path of planned) {
    if (!existsSync(onDisk(resolve(root, path))))
      refuse('exclusion-list-gone', {
        en: [
          `${path}: release ${release} was begun with this list, and it is not there. Nothing was sent: a person may have been added to it.`,
          'Put the list back; an empty list is a file with the line receiver_number.',
        ],
        ko: [
          `${path}: 릴리스 ${release}을(를) 시작할 때 지정한 목록이 없습니다. 그사이 추가된 사람이 있을 수 있어 아무것도 보내지 않았습니다.`,
          '목록을 다시 두세요. 아무도 없는 목록은 receiver_number 한 줄만 적은 파일입니다.',
        ],
      })
  }
  const lists = await readExclusions({ recorded: [...target.exclude, ...planned], given: exclude }, project, host)
  const given = exclude.map((path) => toPosix(relative(root, resolve(host.cwd, path))))
  return { named: [...new Set([...planned, ...given])], reached: ofOther[0], lists: [...lists, ...ofOther] }
}

/** Returns the release whose recipients are left out, now or by an earlier plan. */
async function reachedRelease(
  { ledger, release, notIn }: AskedExclusions,
  plans: readonly UsedPlan[],
): Promise<string | undefined> {
  const planned = inputsOf(plans).find((inputs) => inputs.notIn !== undefined)?.notIn
  const name = notIn ?? planned
  if (name === undefined) return undefined
  const [there] = (await ledger?.releases(name)) ?? []
  if (there === undefined) return refuseRelease(name, (await ledger?.releases()) ?? [])
  if (planned !== undefined && planned !== there.release)
    refuse('not-in-differs', {
      en: [
        `Release ${release} was begun with --not-in ${planned}, which holds for all of it. Nothing was sent.`,
        'Leave --not-in away, or use another release name.',
      ],
      ko: [
        `릴리스 ${release} 발송은 --not-in ${planned} 옵션으로 시작했고, 이 옵션은 릴리스 전체에 적용됩니다. 아무것도 보내지 않았습니다.`,
        '--not-in을 빼거나 다른 릴리스 이름을 쓰세요.',
      ],
    })
  const { pending, deferred, inflight } = there.counts
  const waiting = pending + deferred + inflight
  if (waiting > 0)
    refuse('not-in-waits', {
      en: [
        `--not-in ${there.release}: ${waiting} of its messages still wait or are under way, so who gets it is not known. Nothing was sent.`,
        `Let it end first, or call it off: friendtalk cancel ${there.release} --reason "…".`,
      ],
      ko: [
        `--not-in ${there.release}: 이 릴리스의 메시지 ${waiting}건이 아직 기다리거나 발송 중이라 누가 받을지 알 수 없습니다. 아무것도 보내지 않았습니다.`,
        `먼저 끝까지 보내거나 friendtalk cancel ${there.release} --reason "…" 명령으로 취소하세요.`,
      ],
    })
  return there.release
}

function inputsOf(plans: readonly UsedPlan[]): readonly Plan['inputs'][] {
  return plans.map(({ text }) => (JSON.parse(text) as Plan).inputs)
}

/** Records what a start was told to leave out with the release's plan: it holds for every run that goes on with it. */
export async function keepLists(ledger: Ledger, release: string, { named, reached }: ReleaseExclusions): Promise<void> {
  const [last] = await ledger.plansOf(release)
  if (last === undefined) return
  const amended = (text: string): string => {
    const plan = JSON.parse(text) as Plan
    const { exclude = [], notIn } = plan.inputs
    const kept = [...new Set([...exclude, ...named])]
    const lists = { exclude: kept.length > 0 ? kept : undefined, notIn: reached?.release ?? notIn }
    return JSON.stringify({ ...plan, inputs: { ...plan.inputs, ...lists } })
  }
  if (amended(last.text) !== last.text) await ledger.amendPlan(last.digest, amended)
}

/** Returns the path of the first list that excludes a number; undefined if none does. */
export function listedOn(lists: readonly ExclusionList[], number: string): string | undefined {
  return lists.find((one) => one.has(number))?.path
}

/** Recipients of a plan who have, or may have, messages of a release. They are found by looking them up. */
export interface ReachedList extends ExclusionList {
  readonly release: string
  readonly look: (ledger: LedgerReader, numbers: readonly string[]) => Promise<void>
}

function reachedList(release: string): ReachedList {
  const path = `${release} (--not-in)`
  const seen = new Set<string>()
  return {
    release,
    path,
    digest: `sha256:${createHash('sha256').update(path).digest('hex')}`,
    get numbers() {
      return seen.size
    },
    has: (number) => seen.has(number),
    look: async (ledger, numbers) => {
      for (const number of await ledger.reached(release, numbers)) seen.add(number)
    },
  }
}

/**
 * Holds what waits of a release by the lists of this moment: they, and the recipients of the release to leave out, may have
 * grown since it was prepared. Nothing of it may be claimed before.
 *
 * @returns counts of the sends that waited and are excluded now
 */
export async function holdWaiting(
  ledger: Ledger,
  release: string,
  { lists, reached }: ReleaseExclusions,
): Promise<HeldCounts> {
  const exclusions: { [list: string]: number } = {}
  let excluded = 0
  if (lists.length === 0) return { excluded, exclusions }
  for await (const sends of ledger.waiting(release)) {
    await reached?.look(
      ledger,
      sends.map(({ number }) => number),
    )
    const held = sends.flatMap(({ row, number }): HeldSend[] => {
      const list = listedOn(lists, number)
      return list === undefined ? [] : [{ row, list }]
    })
    if (held.length === 0) continue
    await ledger.hold(release, held)
    for (const { list } of held) {
      excluded++
      exclusions[list] = (exclusions[list] ?? 0) + 1
    }
  }
  return { excluded, exclusions }
}

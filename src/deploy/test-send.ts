import { koreanMinute } from '../text/korean-time.ts'
import { LineIndex } from '../language/document.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import type { Workspace } from '../project/workspace.ts'
import { maskNumber, normalizeMobileNumber } from '../text/phone-number.ts'
import { recipientVariables } from '../recipients/recipient.ts'
import type { RecipientList } from '../recipients/check-recipients.ts'
import { givenRecipients } from '../session/recipients.ts'
import { recordedPlan } from './plan.ts'
import { type DeployTarget, refuse, safeListOf } from './target.ts'

/** Returns the release of a test, named for the moment in Korea: `test-20261128-2205`. */
export async function testRelease(ledger: LedgerReader | undefined, nowMs: number): Promise<string> {
  const moment = `test-${koreanMinute(nowMs).replaceAll(/[-:]/g, '').replace(' ', '-')}`
  let release = moment
  for (let nth = 2; ((await ledger?.releases(release)) ?? []).length > 0; nth++) release = `${moment}-${nth}`
  return release
}

/** @throws UsageError for a release that is a test: a list of recipients must not go on with it */
export async function refuseTest(ledger: LedgerReader | undefined, release: string): Promise<void> {
  if ((await recordedPlan(ledger, release))?.inputs.test)
    refuse('release-is-test', {
      en: `Release ${release} is a test; no list of recipients goes with it. Test again with --test, or name another release.`,
      ko: `${release} 릴리스는 시험 발송이므로 수신자 목록으로 보낼 수 없습니다. --test로 다시 시험하거나 다른 릴리스 이름을 쓰세요.`,
    })
}

interface Tested {
  readonly files: readonly CompiledFile[]
  readonly workspace: Workspace
  readonly target: DeployTarget
}

/**
 * Returns the list of each message of a test: every number, with the examples of the message's variables as values,
 * else their fallbacks.
 *
 * @throws UsageError for a number that is none or that the target may not send to, and for variables without an example
 */
export function testLists(
  numbers: readonly string[],
  { files, workspace, target }: Tested,
): ReadonlyMap<CompiledFile, RecipientList> {
  const receivers = normalized(numbers, target)
  const missing: string[] = []
  const lists = files.map((file) => {
    const { path, source, template } = file
    const { variables = [], variablesSpan } = workspace.sketch(path, source)?.message ?? {}
    const values = (template ? recipientVariables(template) : []).flatMap(({ name, isRequired }) => {
      const declared = variables.find((variable) => variable.name === name)
      const value = declared?.example ?? declared?.fallback
      if (value !== undefined) return [[name, value] as const]
      const { line, column } = new LineIndex(source).at((declared ?? { span: variablesSpan }).span?.start ?? 0)
      if (isRequired) missing.push(`${path}:${line}:${column}: ${name}`)
      return []
    })
    const rows = receivers.map((number) => ({ ...Object.fromEntries(values), receiver_number: number, ref: 'test' }))
    return [file, { ...givenRecipients(rows, { root: '', cwd: '' }), path: 'test.ndjson' }] as const
  })
  if (missing.length > 0)
    refuse('test-examples', {
      en: [
        ...missing.map((variable) => `${variable} has no example, and a test sends the examples.`),
        'Write it where the variable is declared: { max: 10, example: "…" }. Nothing was sent.',
      ],
      ko: [
        ...missing.map((variable) => `${variable} 변수에 시험 발송에 쓸 예시가 없습니다.`),
        '변수를 선언한 곳에 { max: 10, example: "…" }처럼 예시를 쓰세요. 아무것도 보내지 않았습니다.',
      ],
    })
  return new Map(lists)
}

function normalized(numbers: readonly string[], target: DeployTarget): readonly string[] {
  const safeList = safeListOf(target)
  const all = numbers.map((text) => {
    const number = normalizeMobileNumber(text)
    if (number === undefined) {
      return refuse('test-number', {
        en: `--test ${maskNumber(text)}: is no Korean mobile number.`,
        ko: `--test ${maskNumber(text)}: 한국 휴대전화 번호가 아닙니다.`,
      })
    }
    if (safeList?.has(number) ?? true) return number
    return refuse('test-number', {
      en: `--test ${maskNumber(number)}: is not among "recipients" of the target ${target.name}, the only numbers it may send to. Add it there, or test with another target.`,
      ko: `--test ${maskNumber(number)}: ${target.name} 대상이 보낼 수 있는 번호("recipients")에 없습니다. 그 목록에 추가하거나 다른 대상으로 시험하세요.`,
    })
  })
  return [...new Set(all)]
}

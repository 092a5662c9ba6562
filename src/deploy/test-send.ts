import { koreanMinute } from '../text/korean-time.ts'
import { LineIndex } from '../language/document.ts'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { CompiledFile } from '../project/file-index.ts'
import type { Workspace } from '../project/workspace.ts'
import { maskNumber, normalizeMobileNumber } from '../text/phone-number.ts'
import { recipientVariables } from '../recipients/recipient.ts'
import { givenRecipients, type RecipientsFile } from '../session/recipients.ts'
import type { Plan } from './plan.ts'
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
  const [plan] = (await ledger?.plansOf(release)) ?? []
  if (plan && (JSON.parse(plan.text) as Plan).inputs.test) refuse({ type: 'release-is-test', release })
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
): ReadonlyMap<CompiledFile, RecipientsFile> {
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
  if (missing.length > 0) refuse({ type: 'test-examples', missing })
  return new Map(lists)
}

function normalized(numbers: readonly string[], target: DeployTarget): readonly string[] {
  const safeList = safeListOf(target)
  const all = numbers.map((text) => {
    const number = normalizeMobileNumber(text)
    if (number === undefined) return refuse({ type: 'test-number', masked: maskNumber(text) })
    if (safeList?.has(number) ?? true) return number
    return refuse({ type: 'test-number', masked: maskNumber(number), target: target.name })
  })
  return [...new Set(all)]
}

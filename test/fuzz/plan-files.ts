import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { readPlanFile } from '../../src/deploy/approved.ts'
import { type Plan, planDifferences, planSchema, signed } from '../../src/deploy/plan.ts'
import { canonicalJson } from '../../src/json-text.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { problemIn } from '../../src/words/problem.ts'
import { fromSchema } from './from-schema.ts'
import { type Target, targetOf } from './target.ts'
import { damaged, deepJson } from './texts.ts'

const words = ['r1', 'production', 'https://a.example.com', 'messages/a.md', 'a', '0212345678', '가']

interface PlanText {
  readonly plan: Plan
  /** Of a plan file, perhaps with changes made by hand. */
  readonly text: string
}

/** Plan files: one that was changed since it was made is refused, and no content breaks the reader. */
export function planFiles(): Target {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'friendtalk-fuzz-')))
  const plan = fromSchema(planSchema, { words, wrongPercent: 0 }).map((data) => {
    const { digest: _, version: __, ...rest } = data as Plan
    return signed(rest)
  })
  const input: fc.Arbitrary<PlanText> = plan.chain((one) => {
    const text = fc.constant(JSON.stringify(one, null, 2))
    const unsigned = fromSchema(planSchema, { words, wrongPercent: 4 }).map((data) => JSON.stringify(data))
    const deep = deepJson.map((json) =>
      JSON.stringify(one).replace(/"payload":\{[^{}]*\}/, () => `"payload":{"a":${json}}`),
    )
    return fc.record({
      plan: fc.constant(one),
      text: fc.oneof(
        { weight: 6, arbitrary: damaged(text, 2) },
        { weight: 2, arbitrary: damaged(unsigned, 1) },
        { weight: 1, arbitrary: deep },
        { weight: 1, arbitrary: deepJson },
      ),
    })
  })
  return targetOf(
    input,
    (one) => checkPlanFile(one, folder),
    () => rmSync(folder, { recursive: true, force: true }),
  )
}

/** @throws for a promise that is broken */
function checkPlanFile({ plan, text }: PlanText, folder: string): void {
  writeFileSync(join(folder, 'plan.json'), text)
  let read: Plan
  try {
    read = readPlanFile('plan.json', { cwd: folder }).plan
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    for (const lang of ['en', 'ko'] as const) {
      const all = problemIn(lang, error.problem).join('\n')
      if (all === '' || /\bundefined\b|^ +at /m.test(all))
        throw new Error(`worded with a hole: ${all}`, { cause: error })
    }
    return
  }
  const differences = planDifferences(plan, read)
  // A digest stands for what was approved: whoever has it, has that.
  if (read.digest === plan.digest && differences.length > 0) {
    throw new Error(`accepted with changes: ${canonicalJson(differences)}`)
  }
  if (read.digest !== plan.digest && differences.length === 0)
    throw new Error('the digest differs, and nothing else does')
}

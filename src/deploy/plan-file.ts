import { relative, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { repeatedKey } from '../json-text.ts'
import { maxWrittenBytes, readInput } from '../project/files/read-file.ts'
import type { Host } from '../session/host.ts'
import { refuse } from './open-target.ts'
import { digestOf, type Plan, planDifferences } from './plan.ts'
import { planSchema } from './plan-schema.ts'

/** A plan that a reviewer approved. */
export interface PlanFile {
  /** As people are shown it. */
  readonly path: string
  readonly plan: Plan
}

/** The plan among a command line's arguments: a single one that ends with `.json`. */
export function planPathIn(args: readonly string[]): string | undefined {
  const [path] = args
  return args.length === 1 && path?.endsWith('.json') ? path : undefined
}

/** @throws UsageError for a file that is no plan, or was changed since it was made */
export function readPlanFile(given: string, { cwd }: Pick<Host, 'cwd'>): PlanFile {
  const file = resolve(cwd, given)
  const path = relative(cwd, file)
  const text = readInput(file, { shown: path, maxBytes: maxWrittenBytes }).toString('utf8')
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    // Where it breaks is of no use: nobody writes plans by hand.
    refuse({ type: 'not-a-plan', path, details: [] })
  }
  // A reviewer may have read the first of two values: the last is what would be sent.
  const repeated = repeatedKey(text)
  if (repeated !== undefined) refuse({ type: 'plan-edited', path })
  const ajv = new Ajv2020({ allErrors: false })
  if (!ajv.validate<Plan>(planSchema, data)) {
    const details = (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'}: ${message ?? ''}`)
    refuse({ type: 'not-a-plan', path, details })
  }
  const { digest: _, version: __, ...rest } = data
  if (digestOf(rest) !== data.digest) refuse({ type: 'plan-edited', path })
  return { path, plan: data }
}

/** @throws UsageError that names each difference, where what would be sent now is not what was planned */
export function refuseDifferences({ path, plan }: PlanFile, now: Plan, host: Host): void {
  if (plan.digest === now.digest) return
  const { inputs, target, release } = plan
  const command = host.command('plan', [
    ...inputs.paths.map((name) => [name] as const),
    ['--target', target.name],
    ['--release', release],
    ...(inputs.recipients === undefined ? [] : [['--recipients', inputs.recipients] as const]),
    ['--out', path],
  ])
  refuse({ type: 'plan-differs', path, differences: planDifferences(plan, now), command })
}

import { maskNumber, normalizeMobileNumber } from '../recipients/number.ts'
import { UsageError } from '../project/usage-error.ts'
import type { DeployTarget } from './target.ts'

/**
 * The normalised numbers that a target may send to; undefined where every number is allowed.
 *
 * @throws UsageError for a number of the list that is none
 */
export function safeListOf({ name, recipients }: DeployTarget): ReadonlySet<string> | undefined {
  if (recipients === 'all') return undefined
  return new Set(
    recipients.map((text) => {
      const number = normalizeMobileNumber(text)
      if (number !== undefined) return number
      const problem = { type: 'safe-list-number', target: name, masked: maskNumber(text) } as const
      throw new UsageError({ type: 'deploy', problem })
    }),
  )
}

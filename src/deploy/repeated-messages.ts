import type { CompiledTemplate } from '../template.ts'
import type { RepeatedMessage } from '../words/deploy-problem.ts'

type Message = Pick<CompiledTemplate, 'id' | 'source' | 'digest'>

/**
 * Finds messages that would leave although the release has the same message under another id. Who has received what is
 * known by ids, so under another one everybody receives it again: it was copied, or renamed since an earlier deploy.
 *
 * @param planned `leaves` says whether anybody would be sent to
 * @param recorded what the ledger holds of the release
 */
export function repeatedMessages(
  planned: readonly (Message & { readonly leaves: boolean })[],
  recorded: readonly Message[],
): readonly RepeatedMessage[] {
  const ids = new Set(planned.map(({ id }) => id))
  const before = recorded.filter(({ id }) => !ids.has(id))
  return planned.flatMap(({ id, source, digest, leaves }, index) => {
    const copies = planned.slice(0, index).filter((other) => other.digest === digest && (leaves || other.leaves))
    const renamed = before.filter((other) => other.digest === digest && leaves)
    return [
      ...copies.map((other) => ({ id, source, other: other.id, where: 'plan' as const })),
      ...renamed.map((other) => ({ id, source, other: other.id, where: 'ledger' as const })),
    ]
  })
}

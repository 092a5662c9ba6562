import { isDeepStrictEqual } from 'node:util'
import { acceptedBy, answers, keys, startAnswering } from '../service/answers.ts'
import { type Target, targetOf } from './target.ts'

/** Answers of the service: a message is accepted exactly when its key is there once, with the code of success. */
export async function responses(): Promise<Target> {
  const { outcomeOf, close } = await startAnswering()
  return targetOf(
    answers,
    async (answer) => {
      const { messages } = await outcomeOf(answer)
      const accepted = messages.filter(({ outcome }) => outcome === 'accepted').map(({ key }) => key)
      if (!isDeepStrictEqual(accepted.toSorted(), acceptedBy(answer).toSorted())) {
        throw new Error(`accepted ${accepted.join(', ')} instead of ${acceptedBy(answer).join(', ')}`)
      }
      if (
        !isDeepStrictEqual(
          messages.map(({ key }) => key),
          [...keys],
        )
      )
        throw new Error('an outcome is lost')
      if (messages.some(({ outcome }) => outcome === 'not-written')) throw new Error('answered, and not written')
    },
    close,
  )
}

/** Writes what is asked for in groups: what comes while one is being written is of the next one, so one flush serves all. */
export interface Groups<A, R> {
  readonly ask: (asked: A) => Promise<R>
  /** Waits for what is being written. */
  readonly idle: () => Promise<void>
}

interface GroupOptions<A> {
  /** Called before a group is made. */
  readonly ready?: () => Promise<unknown>
  readonly max?: number
  readonly sizeOf?: (asked: A) => number
}

/** @param write returns a result for each of a group */
export function inGroups<A, R>(
  write: (group: readonly A[]) => Promise<readonly R[]>,
  { ready = async () => {}, max = Number.POSITIVE_INFINITY, sizeOf = () => 1 }: GroupOptions<A> = {},
): Groups<A, R> {
  const waiting: { asked: A; resolve: (result: R) => void; reject: (error: unknown) => void }[] = []
  let writing: Promise<void> | undefined

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Lets answers join that have just come in, and what those ask next who were answered a moment ago.
      await new Promise((joined) => setImmediate(joined))
      let group = waiting
      try {
        await ready()
        let size = 0
        const fitting = waiting.findIndex(({ asked }) => (size += sizeOf(asked)) > max)
        group = waiting.splice(0, fitting < 0 ? waiting.length : Math.max(1, fitting))
        const results = await write(group.map(({ asked }) => asked))
        for (const [index, { resolve }] of group.entries()) resolve(results[index] as R)
      } catch (error) {
        for (const { reject } of group.splice(0)) reject(error)
      }
    }
    writing = undefined
  }

  const idle = async (): Promise<void> => writing?.then(idle)

  return {
    ask: (asked) =>
      new Promise((resolve, reject) => {
        waiting.push({ asked, resolve, reject })
        writing ??= writeAll()
      }),
    idle,
  }
}

/** Returns how to do works one after the other. */
export function inTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}

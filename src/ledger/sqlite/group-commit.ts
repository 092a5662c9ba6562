import type { Connection } from './connection.ts'

interface Job {
  readonly work: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Puts what several requests write at the same time into one transaction: a flush of the disk takes longer than all
 * of their writing. Each part stands for itself: it changes what is in memory alone, or throws and leaves it as it is.
 */
export class GroupCommit {
  readonly #connection: Connection
  readonly #write: () => void
  #jobs: Job[] = []

  /** @param write writes what the parts have done in memory */
  constructor(connection: Connection, write: () => void) {
    this.#connection = connection
    this.#write = write
  }

  /** Resolves with the result once it is on the disk, and rejects when it is not. */
  add<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { readonly value: T } | undefined
      this.#jobs.push({
        work: () => {
          result = { value: work() }
        },
        resolve: () => {
          if (result) resolve(result.value)
        },
        reject,
      })
      if (this.#jobs.length === 1) setImmediate(() => this.flush())
    })
  }

  /** Writes now what waits. */
  flush(): void {
    const jobs = this.#jobs
    this.#jobs = []
    if (jobs.length === 0) return
    const failed = new Map<Job, unknown>()
    let hasBegun = false
    try {
      this.#connection.transaction(() => {
        hasBegun = true
        for (const job of jobs) {
          try {
            job.work()
          } catch (error) {
            failed.set(job, error)
          }
        }
        this.#write()
      })
    } catch (error) {
      // What the parts did stands in memory and not on the disk.
      if (hasBegun) this.#connection.giveUp(error)
      for (const job of jobs) job.reject(failed.get(job) ?? error)
      return
    }
    for (const job of jobs) {
      if (failed.has(job)) job.reject(failed.get(job))
      else job.resolve()
    }
  }
}

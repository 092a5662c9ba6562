import type { Connection } from './connection.ts'

interface Job {
  readonly work: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Puts what several requests write at the same time into one transaction: a flush of the disk takes longer than all
 * of their writing. Each part stands for itself: one that fails changes nothing and leaves the others alone.
 */
export class GroupCommit {
  readonly #connection: Connection
  #jobs: Job[] = []

  constructor(connection: Connection) {
    this.#connection = connection
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
    try {
      this.#connection.transaction(() => {
        for (const job of jobs) {
          try {
            this.#connection.part(job.work)
          } catch (error) {
            // Without its transaction nothing of the others is there any more either.
            if (!this.#connection.isInTransaction) throw error
            failed.set(job, error)
          }
        }
      })
    } catch (error) {
      for (const job of jobs) job.reject(failed.get(job) ?? error)
      return
    }
    for (const job of jobs) {
      if (failed.has(job)) job.reject(failed.get(job))
      else job.resolve()
    }
  }
}

/** How far the rate is lowered, and how slowly it recovers, when the service says that there are too many requests. */
export const slowing = {
  /** The least that is left of the rate. */
  minFactor: 1 / 64,
  /** Milliseconds in which all of the rate would come back. */
  recoveryMs: 600_000,
} as const

/** A part of the target's rate. */
export interface RateSlot {
  /** In how many milliseconds it begins. */
  readonly waitMs: number
  /** Messages a second that it was reserved by. */
  readonly rate: number
  /** How often the rate had been lowered: after another time it holds no longer. */
  readonly slowed: number
}

/** A request that was too many for the service. */
export interface ExcessRequest {
  /** How many milliseconds ago it was made; those made before the rate was lowered the last time say nothing new. */
  readonly requestMs: number
  /** How many milliseconds the service wants to be left alone. */
  readonly waitMs: number
  /** How many milliseconds its messages take at the whole rate. They left, and count at the rate that is left. */
  readonly takesMs: number
}

/** What the workers share that send from one ledger at the same time. */
export interface SharedWork {
  /**
   * Reserves the next slots of the target's rate, which all workers keep together.
   *
   * @param rate messages a second
   */
  readonly reserve: (messages: number, rate: number) => Promise<RateSlot>
  /**
   * Halves the rate of all workers for a while, and holds everything back: slots that are reserved already hold no longer.
   *
   * @returns how much of the rate is left, from 0 to 1
   */
  readonly slow: (refused: ExcessRequest) => Promise<number>
  /**
   * Keeps every worker that runs from claiming anything more: theirs rejects with LedgerError `paused`, which has the note.
   * A worker that starts later is not concerned.
   */
  readonly pause: (note: string) => Promise<void>
  /** Goes on after a pause, as a worker that starts now. */
  readonly goOn: () => Promise<void>
  /** Makes what workers have claimed unknown that are gone. */
  readonly recover: () => Promise<void>
  /**
   * Does work while nobody else does work of the same name, in this worker or another one; one that dies lets the next one
   * begin. It must not ask for work of the same name itself.
   *
   * @param stop ends waiting for others; rejects with its reason then
   */
  readonly alone: <T>(name: string, work: () => Promise<T>, stop?: AbortSignal) => Promise<T>
  /** Returns how many workers send, this one included. */
  readonly workers: () => Promise<number>
  /** Outcomes that came after a person had decided about their sends; they were not applied. */
  readonly tooLate: () => number
}

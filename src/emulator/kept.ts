/** How much is kept; older things leave. */
export interface Kept {
  readonly messages: number
  readonly requests: number
  readonly imageBytes: number
}

export const defaultKept: Kept = { messages: 10_000, requests: 2000, imageBytes: 256 * 1024 * 1024 }

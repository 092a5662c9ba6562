/**
 * The states of a send. Only `pending` is ever claimed; `inflight` may have left; `accepted` and `rejected` are what the service
 * said; `deferred` is tried again by the next deploy; `unknown` may have left or not; `cancelled` was
 * called off with its release.
 */
export const sendStates = ['pending', 'inflight', 'accepted', 'rejected', 'deferred', 'unknown', 'cancelled'] as const

export type SendState = (typeof sendStates)[number]

export type SendCounts = { readonly [S in SendState]: number }

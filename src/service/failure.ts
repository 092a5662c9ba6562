/** Why no byte of a request was written. The phase proves it; the reason is for people. */
export type NotWrittenReason =
  | 'refused'
  | 'name-not-found'
  | 'unreachable'
  /** No connection, or no free one, within the time of a request. */
  | 'connect-timeout'
  | 'tls'
  /** The proxy did not open a way to the service. */
  | 'proxy'
  /** The connection ended before it could carry a request. */
  | 'connect-failed'
  /** The service's client was closed before. */
  | 'closed'

/** Why nobody knows what became of a request that was written, or of some of it. */
export type LostReason = 'reset' | 'ended' | 'timeout' | 'too-large' | 'not-http' | 'closed'

const notWrittenReasons: Readonly<Record<string, NotWrittenReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EAI_FAIL: 'name-not-found',
  EAI_NODATA: 'name-not-found',
  EAI_NONAME: 'name-not-found',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_ABORTED: 'proxy',
  UND_ERR_PRX_TLS: 'proxy',
  ERR_PROXY_CLOSED: 'proxy',
  UND_ERR_DESTROYED: 'closed',
  UND_ERR_CLOSED: 'closed',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
}

const lostReasons: Readonly<Record<string, LostReason>> = {
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'ended',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ended',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too-large',
  UND_ERR_DESTROYED: 'closed',
  UND_ERR_CLOSED: 'closed',
}

/** The word for an error of a request of which nothing was written. */
export function notWrittenReason(code: string | undefined): NotWrittenReason {
  if (code === undefined) return 'connect-failed'
  return notWrittenReasons[code] ?? (/^ERR_(?:TLS|SSL)_|CERT/.test(code) ? 'tls' : 'connect-failed')
}

/** The word for an error of a request of which something may have been written. */
export function lostReason(code: string | undefined): LostReason {
  if (code?.startsWith('HPE_')) return 'not-http'
  return (code !== undefined && lostReasons[code]) || 'ended'
}

const codeForm = /^[A-Z][A-Z0-9_]{1,60}$/

/** An error's code and nothing else of it: messages may quote addresses and headers. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { name, code, errors } = error as {
    readonly name?: unknown
    readonly code?: unknown
    readonly errors?: unknown
  }
  if (typeof code === 'string' && codeForm.test(code)) return code
  // The parser's errors have no code of their own.
  if (name === 'HTTPParserError') return 'HPE_INVALID'
  // One error for each address of a name.
  return Array.isArray(errors) && errors.length > 0 ? errorCode(errors[0]) : undefined
}

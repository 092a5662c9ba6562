import type { RequestError } from '../contract/responses.ts'

/**
 * Assumption: how a failed authentication is told from another wrong parameter. The interface reports both with the
 * request-level code `C400_2` and does not show the description of either. The statuses of HTTP decide where they are
 * used; then a description that speaks of the credentials, or none at all. A wrong guess is harmless: either way the
 * service took nothing, and `deferred` is sent again only by a person.
 */
export function isAuthenticationFailure(status: number, { code, name, description }: RequestError): boolean {
  if (code !== 'C400_2') return false
  if (status === 401 || status === 403) return true
  if (description === undefined || description.trim() === '') return true
  return credentialWords.test(`${name ?? ''} ${description}`)
}

const credentialWords = /auth|credential|secret|user.?id|permission|forbidden|인증|권한|사용자|시크릿/i

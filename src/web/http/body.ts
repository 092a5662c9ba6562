import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** What is wrong with a request, in words for whoever sent it. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json(?:\s*;|$)/i.test(headers['content-type'] ?? '')
}

/**
 * Reads a body of bounded size as UTF-8; what is no UTF-8 becomes replacement characters. Never settles when the
 * client leaves before the end: there is nobody to answer.
 *
 * @throws HttpError as soon as it is too large
 */
export async function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLarge = (): HttpError => new HttpError(413, 'Request body is too large')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else {
        chunks.length = 0
        reject(tooLarge())
      }
    })
    request.on('end', () => {
      const [first] = chunks
      resolve((chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString('utf8'))
    })
  })
}

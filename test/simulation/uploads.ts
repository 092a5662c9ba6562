// The image uploads of the service.
import { createHash } from 'node:crypto'
import type { Answer } from './service.ts'
import { theWorld } from './world.ts'

/** What the service does to an image that arrives. */
export type UploadFault = 'taken' | 'error' | 'not-json' | 'odd-url' | 'refused' | 'clock-off'

interface Upload {
  readonly digest: string
  readonly atMs: number
}

/** The service deletes an image after three months. */
const keptMs = 90 * 86_400_000

export class Uploads {
  readonly #images = new Map<string, Upload>()

  receive(body: Buffer, fault: UploadFault): Pick<Answer, 'status' | 'body'> & { readonly digest?: string } {
    const world = theWorld()
    const begin = body.indexOf('\r\n\r\n') + 4
    const digest = createHash('sha256')
      .update(body.subarray(begin, body.lastIndexOf('\r\n--')))
      .digest('hex')
    const answer = (status: number, value: unknown): Pick<Answer, 'status' | 'body'> => ({
      status,
      body: Buffer.from(JSON.stringify(value)),
    })
    world.tell(`an image arrives (${fault})`)
    switch (fault) {
      case 'error':
        return answer(503, {})
      case 'not-json':
        return { status: 200, body: Buffer.from('<html>') }
      case 'odd-url':
        return answer(200, { data: { url: 'https://images.example.com/#{name}.png' } })
      case 'refused':
        return answer(200, { errcode: '2004', errmsg: 'try again' })
      case 'taken':
      case 'clock-off': {
        const url = `https://images.example.com/${this.#images.size}.png`
        this.#images.set(url, { digest, atMs: world.nowMs })
        return { ...answer(200, { data: { url } }), ...(fault === 'taken' && { digest }) }
      }
    }
  }

  /** What is wrong with an image that a phone is to show; undefined for the right one. */
  problemOf(url: string | undefined, digest: string): string | undefined {
    const image = this.#images.get(url ?? '')
    if (image === undefined) return `the image ${url ?? ''} is none`
    if (image.digest !== digest) return 'another image is shown'
    return theWorld().nowMs - image.atMs > keptMs ? 'an image is shown that the service has deleted' : undefined
  }
}

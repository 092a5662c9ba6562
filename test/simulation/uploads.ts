// The image uploads of the service.
import { createHash } from 'node:crypto'
import type { Answer } from './service.ts'
import { theWorld } from './world.ts'

/** What the service does to images that arrive. */
export type UploadFault =
  | 'taken'
  | 'error'
  | 'not-json'
  | 'odd-url'
  | 'refused'
  | 'clock-off'
  | 'one-refused'
  /** Its answer has them in another order. */
  | 'shuffled'
  /** Its answer does not say which is which. */
  | 'unnumbered'

type UploadAnswer = Pick<Answer, 'status' | 'body' | 'digests'>

interface Upload {
  readonly digest: string
  readonly atMs: number
}

/** The service deletes an image after three months. */
const keptMs = 90 * 86_400_000
const oddUrl = 'https://images.example.com/#{name}.png'

export class Uploads {
  readonly #images = new Map<string, Upload>()
  /** How it names the fields of several files, of which nobody knows. */
  readonly #fieldOf = theWorld().random.pick([
    (index: number) => `image${index}`,
    (index: number) => `image${index + 1}`,
    (index: number) => `image[${index}]`,
  ])

  /** Takes the images of a request, which has one or several of them. */
  receive(path: string, body: Buffer, fault: UploadFault): UploadAnswer {
    const digests = filesOf(body).map((file) => createHash('sha256').update(file).digest('hex'))
    theWorld().tell(`${digests.length} images arrive (${fault})`)
    if (fault === 'error') return answer(503, {})
    if (fault === 'not-json') return { status: 200, body: Buffer.from('<html>') }
    const isSeveral = path.startsWith('/file/v1/ft-')
    return isSeveral ? this.#takeSeveral(digests, fault) : this.#takeOne(digests[0] ?? '', fault)
  }

  #takeOne(digest: string, fault: UploadFault): UploadAnswer {
    if (fault === 'odd-url') return answer(200, { data: { url: oddUrl } })
    if (fault === 'refused' || fault === 'one-refused') return answer(200, { errcode: '2004', errmsg: 'try again' })
    const url = this.#keep(digest)
    return answer(200, { data: { url } }, fault === 'clock-off' ? [] : [digest])
  }

  #takeSeveral(digests: readonly string[], fault: UploadFault): UploadAnswer {
    if (fault === 'refused') return answer(200, { code: 'G900' })
    const success: { formField: string; url: string }[] = []
    const failure: object[] = []
    const taken: string[] = []
    for (const [index, digest] of digests.entries()) {
      const formField = fault === 'unnumbered' ? 'image' : this.#fieldOf(index)
      if (fault === 'one-refused' && index === 0) {
        failure.push({ formField, error: { code: '2004', message: 'try again' } })
        continue
      }
      success.push({ formField, url: fault === 'odd-url' ? oddUrl : this.#keep(digest) })
      taken.push(digest)
    }
    if (fault === 'shuffled') success.reverse()
    const isDoubtful = fault === 'unnumbered' && digests.length > 1
    const isConfirmed = !isDoubtful && fault !== 'odd-url' && fault !== 'clock-off'
    const code = failure.length > 0 ? '6000' : '0000'
    return answer(200, { code, result: { success, failure } }, isConfirmed ? taken : [])
  }

  /** Returns the URL of an image that is kept. */
  #keep(digest: string): string {
    const url = `https://images.example.com/${this.#images.size}.png`
    this.#images.set(url, { digest, atMs: theWorld().nowMs })
    return url
  }

  /** What is wrong with an image that a phone is to show; undefined for the right one. */
  problemOf(url: string | undefined, digest: string): string | undefined {
    const image = this.#images.get(url ?? '')
    if (image === undefined) return `the image ${url ?? ''} is none`
    if (image.digest !== digest) return 'another image is shown'
    return theWorld().nowMs - image.atMs > keptMs ? 'an image is shown that the service has deleted' : undefined
  }
}

function answer(status: number, value: unknown, digests: readonly string[] = []): UploadAnswer {
  return { status, body: Buffer.from(JSON.stringify(value)), digests }
}

/** Returns the files of a multipart form. */
function filesOf(body: Buffer): readonly Buffer[] {
  const boundary = body.subarray(0, body.indexOf('\r\n'))
  const files: Buffer[] = []
  for (let at = 0; ;) {
    const begin = body.indexOf('\r\n\r\n', at) + 4
    const end = body.indexOf(`\r\n${boundary.toString('latin1')}`, begin)
    if (begin < 4 || end === -1) return files
    files.push(body.subarray(begin, end))
    at = end + 2
  }
}

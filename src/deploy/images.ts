import { dayMs } from '../text/korean-time.ts'
import { imageUrlViolation } from '../text/urls.ts'
import { contractNamed } from '../contract/contracts.ts'
import type { LedgerImage } from '../ledger/ledger.ts'
import type { DeployTarget } from './plan-values.ts'
import type { UploadFile, UploadOutcome } from '../service/upload.ts'
import type { CompiledTemplate } from '../template.ts'
import type { ImageProblem, ReleaseImage, Run, RunEnd } from './run.ts'
import { clockEnd } from './window.ts'

/** The part of a run that uploads images. */
type ImageRun = Pick<
  Run,
  'service' | 'ledger' | 'target' | 'imageAccount' | 'readImage' | 'clock' | 'stop' | 'onEvent' | 'retryDelaysMs'
>

/** The URL of every image by content and operation, or what is wrong with which. */
export type UploadedImages =
  | { readonly type: 'urls'; readonly urlOf: (image: Pick<ReleaseImage, 'sha256' | 'upload'>) => string }
  | Extract<RunEnd, { readonly type: 'images' | 'interrupted' | 'clock' }>

/** Returns each distinct image of templates: one file may be used by several, and an upload is of one operation. */
export function imagesOf(templates: readonly CompiledTemplate[]): readonly ReleaseImage[] {
  const images = new Map<string, ReleaseImage>()
  for (const { id, source, images: own } of templates) {
    for (const { pointer, ...image } of own) {
      const key = imageKey(image)
      const { path, upload, sha256, format, bytes, usedBy } = images.get(key) ?? { ...image, usedBy: [] }
      images.set(key, { path, upload, sha256, format, bytes, usedBy: [...usedBy, { id, source, pointer }] })
    }
  }
  return [...images.values()]
}

/** Returns what the images of a release are remembered under: where nobody says how long they stay, it uploads its own. */
export function imageAccountOf(
  { service, account }: Pick<DeployTarget, 'service' | 'account'>,
  release: string,
): string {
  return contractNamed(service).imageReuse.by === 'release' ? `${account} ${release}` : account
}

/** Returns whether an image that was uploaded before may still be shown. */
export function isUsable({ url, uploadedAt }: LedgerImage, service: string, nowMs: number): boolean {
  const { days } = contractNamed(service).imageReuse
  return nowMs - uploadedAt < days * dayMs && imageUrlViolation(url) === undefined
}

/** The service could not find something that messages name: it may have deleted their images, and the next run uploads them again. */
export async function forgetImages(
  images: readonly ReleaseImage[],
  { ledger, imageAccount }: Pick<Run, 'ledger' | 'imageAccount'>,
): Promise<void> {
  for (const image of images) {
    const key = ledgerKey(image, imageAccount)
    const stored = await ledger.image(key)
    if (stored) await ledger.rememberImage(key, { ...stored, uploadedAt: 0 })
  }
}

/** Uploads what the ledger has no fresh URL of. An upload may be repeated freely, so what may pass is tried again. */
export async function uploadImages(images: readonly ReleaseImage[], world: ImageRun): Promise<UploadedImages> {
  const { ledger, imageAccount, clock, target } = world
  const urls = new Map<string, string>()
  const missing: ReleaseImage[] = []
  for (const image of images) {
    const stored = await ledger.image(ledgerKey(image, imageAccount))
    if (stored && isUsable(stored, target.service, clock.now())) urls.set(imageKey(image), stored.url)
    else missing.push(image)
  }
  const problems: ImageProblem[] = []
  const outcomes = await uploadEach(requestsOf(missing, target.service), world)
  if (!Array.isArray(outcomes)) return outcomes
  for (const { image, outcome } of outcomes) {
    if (outcome.type === 'uploaded') urls.set(imageKey(image), outcome.url)
    else problems.push({ image, problem: outcome })
  }
  if (problems.length > 0) return { type: 'images', problems }
  return {
    type: 'urls',
    urlOf: (image) => {
      const url = urls.get(imageKey(image))
      if (url === undefined) throw new Error('An image was not among those that were uploaded.')
      return url
    },
  }
}

type Outcome = UploadOutcome | Exclude<ImageProblem['problem'], UploadOutcome>

interface ImageOutcome {
  readonly image: ReleaseImage
  readonly outcome: Outcome
}

/** Images that go into one request: as many as their operation takes. */
function requestsOf(images: readonly ReleaseImage[], service: string): readonly (readonly ReleaseImage[])[] {
  const requests: ReleaseImage[][] = []
  for (const image of images) {
    const { maxFiles = 1 } = contractNamed(service).images[image.upload] ?? {}
    const open = requests.find((request) => request[0]?.upload === image.upload && request.length < maxFiles)
    if (open) open.push(image)
    else requests.push([image])
  }
  return requests
}

type UploadEnd = Extract<RunEnd, { type: 'interrupted' | 'clock' }>

/** Uploads the images of each request, until one is tried as often as may be: each of the others would take as long to fail. */
async function uploadEach(
  requests: readonly (readonly ReleaseImage[])[],
  world: ImageRun,
): Promise<ImageOutcome[] | UploadEnd> {
  const all: ImageOutcome[] = []
  for (const request of requests) {
    const outcomes = await uploadWithRetries(request, world)
    if (!Array.isArray(outcomes)) return outcomes
    all.push(...outcomes)
    if (outcomes.some(({ outcome }) => mayPass(outcome, world))) break
  }
  return all
}

/** Uploads the images of one request; one by one where its answer leaves doubt which is which. */
async function uploadWithRetries(
  request: readonly ReleaseImage[],
  world: ImageRun,
): Promise<ImageOutcome[] | UploadEnd> {
  const done = new Map<ReleaseImage, Outcome>()
  for (const delayMs of [...world.retryDelaysMs, undefined]) {
    if (world.stop.aborted) return { type: 'interrupted' }
    const left = request.filter((image) => !done.has(image) || mayPass(done.get(image), world))
    const outcomes = await uploadOnce(left, world)
    // Before the first message is better than after it. Nor is it known then since when the image is there.
    const end = clockEnd(world.service.clock())
    if (end) return end
    if (outcomes === 'doubt') {
      const oneByOne = await uploadEach(
        left.map((image) => [image]),
        world,
      )
      return Array.isArray(oneByOne) ? [...outcomesOf(done), ...oneByOne] : oneByOne
    }
    for (const { image, outcome } of outcomes) done.set(image, outcome)
    await rememberUploaded(outcomes, world)
    const failed = [...done.values()].find((outcome) => mayPass(outcome, world))
    if (failed === undefined || delayMs === undefined) break
    world.onEvent({ type: 'retrying', inMs: delayMs, reason: failed.type === 'refused' ? failed.code : failed.reason })
    await world.clock.sleep(delayMs, world.stop)
  }
  return outcomesOf(done)
}

function outcomesOf(done: ReadonlyMap<ReleaseImage, Outcome>): ImageOutcome[] {
  return Array.from(done, ([image, outcome]) => ({ image, outcome }))
}

/** Remembers what was uploaded as soon as that is known: the run may be stopped while the others are tried again. */
async function rememberUploaded(
  outcomes: readonly ImageOutcome[],
  { ledger, imageAccount, clock, onEvent }: ImageRun,
): Promise<void> {
  for (const { image, outcome } of outcomes) {
    if (outcome.type !== 'uploaded') continue
    const { url } = outcome
    const { path, upload, sha256 } = image
    await ledger.rememberImage(ledgerKey(image, imageAccount), { url, uploadedAt: clock.now() })
    onEvent({ type: 'image', path, upload, sha256, url })
  }
}

/** Whether the service or the network is at fault for the moment, not the image. */
function mayPass(
  outcome: Outcome | undefined,
  { target }: ImageRun,
): outcome is Extract<UploadOutcome, { type: 'failed' | 'refused' }> {
  if (outcome?.type === 'failed') return outcome.reason !== 'unusable-url'
  return outcome?.type === 'refused' && contractNamed(target.service).passingUploadCodes.includes(outcome.code)
}

async function uploadOnce(
  images: readonly ReleaseImage[],
  world: ImageRun,
): Promise<readonly ImageOutcome[] | 'doubt'> {
  const outcomes: ImageOutcome[] = []
  const readable: { readonly image: ReleaseImage; readonly file: UploadFile }[] = []
  for (const image of images) {
    const content = world.readImage(image)
    if (content === 'missing') outcomes.push({ image, outcome: { type: 'file-missing' } })
    else if (content === 'other') outcomes.push({ image, outcome: { type: 'file-changed' } })
    else readable.push({ image, file: { name: nameOf(image.path), format: image.format, content } })
  }
  const [first] = readable
  if (first === undefined) return outcomes
  const { upload: operation } = first.image
  const answers =
    contractNamed(world.target.service).images[operation]?.images === 'one'
      ? [await world.service.uploadSingle(operation, first.file)]
      : await world.service.uploadMulti(
          operation,
          readable.map(({ file }) => file),
        )
  if (answers === undefined) return 'doubt'
  for (const [index, outcome] of answers.entries()) {
    const image = readable[index]?.image
    if (image) outcomes.push({ image, outcome })
  }
  return outcomes
}

/** Returns what the ledger remembers an image under. */
function ledgerKey({ sha256, upload }: ReleaseImage, account: string): Parameters<Run['ledger']['image']>[0] {
  return { sha256, operation: upload, account }
}

/** Returns what makes two images one upload: the content and the operation. */
export function imageKey({ sha256, upload: operation }: Pick<ReleaseImage, 'sha256' | 'upload'>): string {
  return `${operation} ${sha256}`
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

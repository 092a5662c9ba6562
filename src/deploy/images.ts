import { dayMs } from '../text/korean-time.ts'
import { isImageUrl } from '../text/urls.ts'
import { contractNamed } from '../contract/contracts.ts'
import type { LedgerImage } from '../ledger/ledger.ts'
import type { DeployTarget } from './plan-values.ts'
import type { UploadOutcome } from '../service/upload.ts'
import type { CompiledTemplate } from '../template.ts'
import type { ImageProblem, ReleaseImage, Run, RunEnd } from './run.ts'
import { clockEnd } from './window.ts'

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

/** Returns the owner of a release's images in the ledger: if nobody says how long they stay, each release uploads its own. */
export function imageAccountOf(
  { service, account }: Pick<DeployTarget, 'service' | 'account'>,
  release: string,
): string {
  return contractNamed(service).imageReuse.by === 'release' ? `${account} ${release}` : account
}

/** Returns whether an image that was uploaded before may still be shown. */
export function isUsable({ url, uploadedAt }: LedgerImage, service: string, nowMs: number): boolean {
  const { days } = contractNamed(service).imageReuse
  return nowMs - uploadedAt < days * dayMs && isImageUrl(url)
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

/**
 * Uploads what the ledger has no fresh URL of, one image a request: no answer then leaves doubt which image it is about. An
 * upload may be repeated freely, so what may pass is tried again.
 */
export async function uploadImages(images: readonly ReleaseImage[], run: Run): Promise<UploadedImages> {
  const { ledger, imageAccount, clock, target, onEvent } = run
  const urls = new Map<string, string>()
  const problems: ImageProblem[] = []
  for (const image of images) {
    const key = ledgerKey(image, imageAccount)
    const stored = await ledger.image(key)
    if (stored && isUsable(stored, target.service, clock.now())) {
      urls.set(imageKey(image), stored.url)
      continue
    }
    const outcome = await uploadWithRetries(image, run)
    if (outcome.type === 'interrupted' || outcome.type === 'clock') return outcome
    if (outcome.type === 'uploaded') {
      const { url } = outcome
      const { path, upload, sha256 } = image
      urls.set(imageKey(image), url)
      await ledger.rememberImage(key, { url, uploadedAt: clock.now() })
      onEvent({ type: 'image', path, upload, sha256, url })
      continue
    }
    problems.push({ image, problem: outcome })
    // Each of the others would take as long to fail.
    if (passingReason(outcome) !== undefined) break
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

type Outcome = UploadOutcome | ImageProblem['problem']

async function uploadWithRetries(
  image: ReleaseImage,
  run: Run,
): Promise<Outcome | Extract<RunEnd, { type: 'interrupted' | 'clock' }>> {
  const { service, clock, stop, retryDelaysMs, onEvent, readImage } = run
  for (let tries = 0; ; tries++) {
    if (stop.aborted) return { type: 'interrupted' }
    const content = readImage(image)
    if (content === 'missing') return { type: 'file-missing' }
    if (content === 'other') return { type: 'file-changed' }
    const { path, format, upload } = image
    const outcome = await service.upload(upload, { name: path.slice(path.lastIndexOf('/') + 1), format, content })
    // Before the first message is better than after it. Nor is it known then since when the image is there.
    const end = clockEnd(service.clock())
    if (end) return end
    const [reason, delayMs] = [passingReason(outcome), retryDelaysMs[tries]]
    if (reason === undefined || delayMs === undefined) return outcome
    onEvent({ type: 'retrying', inMs: delayMs, reason })
    await clock.sleep(delayMs, stop)
  }
}

/** Returns why an upload failed if the service or the network is at fault for the moment, not the image. */
function passingReason(outcome: Outcome): string | undefined {
  if (outcome.type === 'failed') return outcome.reason === 'unusable-url' ? undefined : outcome.reason
  return outcome.type === 'refused' && outcome.mayPass ? outcome.code : undefined
}

/** Returns the key of an image in the ledger. */
function ledgerKey({ sha256, upload }: ReleaseImage, account: string): Parameters<Run['ledger']['image']>[0] {
  return { sha256, operation: upload, account }
}

/** Returns a key that is the same for images of the same content and operation: one upload serves them. */
export function imageKey({ sha256, upload: operation }: Pick<ReleaseImage, 'sha256' | 'upload'>): string {
  return `${operation} ${sha256}`
}

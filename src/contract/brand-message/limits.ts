import type { ImageOperation, LimitRow } from '../contract.ts'
import type { Upload } from './kinds.ts'

export const limits: readonly LimitRow[] = []

const formats = ['jpg', 'png'] as const

/** What every image has to keep; ratios are width divided by height (interface: "Images"). */
const every = {
  images: 'one',
  answer: 'single',
  formats,
  maxBytes: 5_000_000,
  minWidthPx: 500,
  source: 'Images',
} as const

/** The interface gives height divided by width: 0.5 to 1.333. */
const free = { ratioMin: 1 / 1.333, ratioMax: 2 } as const

export const imageLimits = {
  IMAGE: { ...every, ...free, recommendedPx: { width: 800, height: 400 } },
  WIDE_IMAGE: { ...every, ratioMin: 1, ratioMax: 2, recommendedPx: { width: 800, height: 600 } },
  MAIN_WIDE_ITEMLIST_IMAGE: { ...every, ratioMin: 2, ratioMax: 2 },
  NORMAL_WIDE_ITEMLIST_IMAGE: { ...every, ratioMin: 1, ratioMax: 1 },
  CAROUSEL_FEED_IMAGE: { ...every, ...free, recommendedPx: { width: 800, height: 600 } },
  CAROUSEL_COMMERCE_IMAGE: { ...every, ...free, recommendedPx: { width: 800, height: 600 } },
} as const satisfies Readonly<Record<Upload, ImageOperation>>

/** When the service sends nothing (interface: "What the service does", 6). Times are those of Korea. */
export const times = { restrictedFrom: '20:50', restrictedUntil: '08:00' } as const

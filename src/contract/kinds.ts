/** The path variable `service_id` of the send operation (interface: "What the service does", 3). */
export const kinds = ['ft-text', 'ft-image', 'ft-wide', 'ft-wide-item-list', 'ft-carousel-feed'] as const

/** One of the five message kinds. */
export type Kind = (typeof kinds)[number]

/** The value of a button's `type` (interface: "Button types"). */
export const buttonTypes = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF'] as const

/** One of the seven button types. */
export type ButtonType = (typeof buttonTypes)[number]

/** The four image-upload operations, by the segment of their path. */
export const uploads = ['FT', 'FT_WIDE', 'ft-wide-item-list', 'ft-carousel-feed'] as const

/** One of the four image-upload operations. */
export type Upload = (typeof uploads)[number]

/** The upload operation whose images a kind may refer to; a text message has none. */
export const uploadOfKind = {
  'ft-text': undefined,
  'ft-image': 'FT',
  'ft-wide': 'FT_WIDE',
  'ft-wide-item-list': 'ft-wide-item-list',
  'ft-carousel-feed': 'ft-carousel-feed',
} as const satisfies Record<Kind, Upload | undefined>

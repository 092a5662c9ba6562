/** The path variable `service_id` of the send operation (interface: "What the service does", 3). */
export const kinds = ['ft-text', 'ft-image', 'ft-wide', 'ft-wide-item-list', 'ft-carousel-feed'] as const

/** One of the five message kinds. */
export type Kind = (typeof kinds)[number]

/** The value of a button's `type` (interface: "Button types"). */
export const buttonTypes = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF'] as const

/** One of the seven button types. */
export type ButtonType = (typeof buttonTypes)[number]

/** Whether the interface requires something. */
export type Presence = 'required' | 'optional'

/** What an upload operation takes and answers. */
export interface UploadFacts {
  /** How many images one request takes. */
  readonly images: 'one' | 'several'
  /** The shape of the answer; `open` where the interface does not say which of the two. */
  readonly answer: 'single' | 'multi' | 'open'
}

/** The four image-upload operations, by the segment of their path. */
export const uploads = ['FT', 'FT_WIDE', 'ft-wide-item-list', 'ft-carousel-feed'] as const

/** One of the four image-upload operations. */
export type Upload = (typeof uploads)[number]

const uploadTable = {
  FT: { images: 'one', answer: 'single' },
  FT_WIDE: { images: 'one', answer: 'single' },
  'ft-wide-item-list': { images: 'several', answer: 'open' },
  'ft-carousel-feed': { images: 'several', answer: 'multi' },
} as const satisfies { readonly [U in Upload]: UploadFacts }

type UploadOf<N extends UploadFacts['images']> = {
  [U in Upload]: (typeof uploadTable)[U]['images'] extends N ? U : never
}[Upload]

/** The operations that take one image a request. */
export type SingleUpload = UploadOf<'one'>

/** The operations that take several images a request. */
export type MultiUpload = UploadOf<'several'>

export const uploadFacts: { readonly [U in Upload]: UploadFacts } = uploadTable

export function isSingleUpload(upload: Upload): upload is SingleUpload {
  return uploadFacts[upload].images === 'one'
}

/** The sections of a message body: all of it, or what stands before, in and after its items or cards. */
export type BodySection = 'message' | 'before-items' | Repeated | 'after-items'

/** What a body may hold several of, each with parts of its own. */
export type Repeated = 'item' | 'card'

/** What a section is made of. */
export type MessagePart = 'header' | 'text' | 'image' | 'button' | 'coupon' | 'link' | 'tail'

/** The parts that may stand in a section, and whether they must. */
export type Parts = { readonly [P in MessagePart]?: Presence }

/** What a kind consists of. Readers, drafts, checks and drawings follow it. */
export interface KindFacts {
  /** What its body repeats; then the section `message` is absent, and present otherwise. */
  readonly repeats: Repeated | undefined
  readonly sections: { readonly [S in BodySection]?: Parts }
  /** The upload operation whose images it may refer to; undefined where it has no images. */
  readonly upload: Upload | undefined
  /** The limit of its button names. */
  readonly buttonName: 'buttonNameLong' | 'buttonNameShort'
}

const kindTable = {
  'ft-text': {
    repeats: undefined,
    sections: { message: { text: 'required', button: 'optional' } },
    upload: undefined,
    buttonName: 'buttonNameLong',
  },
  'ft-image': {
    repeats: undefined,
    sections: { message: { text: 'required', image: 'required', button: 'optional' } },
    upload: 'FT',
    buttonName: 'buttonNameLong',
  },
  'ft-wide': {
    repeats: undefined,
    sections: { message: { text: 'required', image: 'required', button: 'optional' } },
    upload: 'FT_WIDE',
    buttonName: 'buttonNameShort',
  },
  'ft-wide-item-list': {
    repeats: 'item',
    sections: {
      'before-items': { header: 'required', text: 'required', button: 'optional' },
      item: { image: 'required', link: 'required' },
      'after-items': { button: 'optional' },
    },
    upload: 'ft-wide-item-list',
    buttonName: 'buttonNameShort',
  },
  'ft-carousel-feed': {
    repeats: 'card',
    sections: {
      'before-items': { text: 'required' },
      card: { text: 'required', image: 'required', button: 'optional', coupon: 'optional' },
      'after-items': { tail: 'optional' },
    },
    upload: 'ft-carousel-feed',
    buttonName: 'buttonNameShort',
  },
} as const satisfies { readonly [K in Kind]: KindFacts }

/** The kinds whose body repeats something, or nothing. */
export type KindRepeating<R extends Repeated | undefined> = {
  [K in Kind]: (typeof kindTable)[K]['repeats'] extends R ? K : never
}[Kind]

/** Whether the body of a kind repeats this. */
export function isRepeating<R extends Repeated>(kind: Kind, repeated: R): kind is KindRepeating<R> {
  return kindFacts[kind].repeats === repeated
}

export const kindFacts: { readonly [K in Kind]: KindFacts } = kindTable

/** The upload operation whose images a kind may refer to; a text message has none. */
export const uploadOfKind = {
  'ft-text': kindTable['ft-text'].upload,
  'ft-image': kindTable['ft-image'].upload,
  'ft-wide': kindTable['ft-wide'].upload,
  'ft-wide-item-list': kindTable['ft-wide-item-list'].upload,
  'ft-carousel-feed': kindTable['ft-carousel-feed'].upload,
} as const satisfies { readonly [K in Kind]: Upload | undefined }

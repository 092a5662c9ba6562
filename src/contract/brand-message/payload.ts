/** Where a tap leads: web addresses, and those of apps. */
export interface LinkTargets {
  readonly linkMo?: string
  readonly linkPc?: string
  readonly schemeAndroid?: string
  readonly schemeIos?: string
}

/** The value of a button's `type` (interface: "Buttons"). */
export type ButtonType = 'WL' | 'AL' | 'BK' | 'MD' | 'BT' | 'AC' | 'BF'

export interface Button extends LinkTargets {
  readonly name: string
  readonly type: ButtonType
  readonly chatExtra?: string
  readonly chatEvent?: string
  readonly bizFormKey?: string
}

export interface Coupon extends LinkTargets {
  readonly title: string
  readonly description: string
}

/** Prices are whole numbers of won, the rate one of percent. */
export interface Commerce {
  readonly title: string
  readonly regularPrice: number
  readonly discountPrice?: number
  readonly discountRate?: number
  readonly discountFixed?: number
}

export interface Item extends LinkTargets {
  readonly title?: string
  /** The URL that the upload returned; in a compiled template `local:<path>` for a file. */
  readonly imageUrl: string
}

export interface FeedCard {
  readonly header: string
  readonly message: string
  readonly imageUrl: string
  readonly imageLink?: string
  readonly buttons: readonly Button[]
  readonly coupon?: Coupon
}

export interface CommerceCard {
  readonly additionalContent?: string
  readonly imageUrl: string
  readonly imageLink?: string
  readonly commerce: Commerce
  readonly buttons: readonly Button[]
  readonly coupon?: Coupon
}

export interface CarouselHead extends LinkTargets {
  readonly header: string
  readonly content: string
  readonly imageUrl: string
}

/** The fallback by a text message, which a send completes with the sender's number. */
export type ResendParameter =
  | { readonly isResend: false }
  | {
      readonly isResend: true
      readonly resendType?: 'SMS' | 'LMS'
      readonly resendTitle?: string
      readonly resendContent?: string
      readonly resendUnsubscribeNo?: string
    }

interface Common<Bubble extends string> {
  readonly chatBubbleType: Bubble
  readonly pushAlarm?: boolean
  readonly unsubscribeNo?: string
  readonly unsubscribeAuthNo?: string
  readonly adult?: boolean
  /** One entry, which a send multiplies. */
  readonly recipientList: readonly [{ readonly targeting: 'I' | 'M' | 'N'; readonly resendParameter: ResendParameter }]
}

interface Tapped {
  readonly buttons?: readonly Button[]
  readonly coupon?: Coupon
}

interface Pictured {
  readonly image: { readonly imageUrl: string; readonly imageLink?: string }
}

/** The body of a request for each kind, without what a send adds. */
export interface PayloadOf {
  'bm-text': Common<'TEXT'> & Tapped & { readonly content: string }
  'bm-image': Common<'IMAGE'> & Tapped & Pictured & { readonly content: string }
  'bm-wide': Common<'WIDE'> & Tapped & Pictured & { readonly content: string }
  'bm-wide-item-list': Common<'WIDE_ITEM_LIST'> &
    Tapped & { readonly header: string; readonly item: { readonly list: readonly Item[] } }
  'bm-commerce': Common<'COMMERCE'> &
    Pictured & {
      readonly additionalContent?: string
      readonly commerce: Commerce
      readonly buttons: readonly Button[]
      readonly coupon?: Coupon
    }
  'bm-carousel-feed': Common<'CAROUSEL_FEED'> & {
    readonly carousel: { readonly list: readonly FeedCard[]; readonly tail?: LinkTargets }
  }
  'bm-carousel-commerce': Common<'CAROUSEL_COMMERCE'> & {
    readonly carousel: {
      readonly head?: CarouselHead
      readonly list: readonly CommerceCard[]
      readonly tail?: LinkTargets
    }
  }
}

import { FormData, request } from 'undici'
import type { Upload } from '../../../src/contract/brand-message/limits.ts'
import type { Emulator } from '../../../src/emulator/emulator.ts'
import { pngBytes } from '../../project/image-bytes.ts'

export interface Answered {
  readonly status: number
  readonly header: { readonly resultCode: number; readonly resultMessage: string; readonly isSuccessful: boolean }
  readonly message: {
    readonly requestId: string
    readonly sendResults: readonly { readonly recipientSeq: number; readonly resultCode: number }[]
    readonly [field: string]: unknown
  } | null
  readonly image: { readonly imageSeq: number; readonly imageUrl: string; readonly imageName: string }
  readonly messageSearchResultResponse: {
    readonly totalCount: number
    readonly messages: readonly { readonly [field: string]: unknown }[]
  }
}

interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly body?: string | FormData
  readonly headers?: { readonly [name: string]: string }
}

/** Calls an operation with the credentials of an emulator. */
export async function call(
  { url, appKey, secretKey }: Emulator,
  path: string,
  { method = 'GET', body, headers }: Asked = {},
): Promise<Answered> {
  const response = await request(`${url}/brand-message/v1.0/appkeys/${appKey}/${path}`, {
    method,
    headers: { 'x-secret-key': secretKey, ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: response.statusCode, ...((await response.body.json()) as Omit<Answered, 'status'>) }
}

export function sendBody(emulator: Emulator, body: unknown, headers: Asked['headers'] = {}): Promise<Answered> {
  return call(emulator, 'freestyle-messages', {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export function uploadImage(emulator: Emulator, imageType: string, data: Buffer, field = 'image'): Promise<Answered> {
  const form = new FormData()
  form.append('imageType', imageType)
  form.append(field, new Blob([new Uint8Array(data)], { type: 'image/png' }), 'a.png')
  return call(emulator, 'images', { method: 'POST', body: form })
}

/** The codes of a request and of its recipients. */
export function codesOf({ header, message }: Answered): readonly number[] {
  return [header.resultCode, ...(message?.sendResults ?? []).map(({ resultCode }) => resultCode)]
}

export type Body = { readonly [field: string]: unknown; readonly recipientList: readonly object[] }

export const recipient = { recipientNo: '01012345678', targeting: 'I', resendParameter: { isResend: false } }

const button = { name: '예약', type: 'WL', linkMo: 'https://m.example.com/' }
const coupon = { title: '2000원 할인 쿠폰', description: '주말 한정', linkMo: 'https://m.example.com/c' }
const commerce = { title: '원두 1kg', regularPrice: 30_000, discountPrice: 27_000, discountRate: 10 }

/** Good bodies, with images that were uploaded for them. */
export async function bodiesFor(emulator: Emulator): Promise<{ readonly [bubble: string]: Body }> {
  const image = async (imageType: Upload, width: number, height: number): Promise<{ imageUrl: string }> => {
    const { image: stored } = await uploadImage(emulator, imageType, pngBytes({ width, height }))
    return { imageUrl: stored.imageUrl }
  }
  const bodyOf = (chatBubbleType: string, parts: object): Body => ({
    senderKey: 'emulator-sender',
    chatBubbleType,
    ...parts,
    recipientList: [recipient],
  })
  const normal = await image('NORMAL_WIDE_ITEMLIST_IMAGE', 600, 600)
  const list = [await image('MAIN_WIDE_ITEMLIST_IMAGE', 800, 400), normal, normal].map((picture) => ({
    title: '원두',
    ...picture,
    linkMo: 'https://m.example.com/1',
  }))
  const card = { header: '성수점', message: '새로 엽니다.', ...(await image('CAROUSEL_FEED_IMAGE', 800, 600)) }
  const product = { ...(await image('CAROUSEL_COMMERCE_IMAGE', 800, 600)), commerce, buttons: [button] }
  return {
    TEXT: bodyOf('TEXT', { content: '새 원두가 도착했어요.', buttons: [button], coupon }),
    IMAGE: bodyOf('IMAGE', { content: '사진', image: await image('IMAGE', 800, 400) }),
    WIDE: bodyOf('WIDE', { content: '넓은 사진', image: await image('WIDE_IMAGE', 800, 600) }),
    WIDE_ITEM_LIST: bodyOf('WIDE_ITEM_LIST', { header: '이달의 원두', item: { list } }),
    COMMERCE: bodyOf('COMMERCE', { image: await image('IMAGE', 800, 400), commerce, buttons: [button] }),
    CAROUSEL_FEED: bodyOf('CAROUSEL_FEED', {
      carousel: { list: [card, card].map((one) => ({ ...one, buttons: [button] })) },
    }),
    CAROUSEL_COMMERCE: bodyOf('CAROUSEL_COMMERCE', { carousel: { list: [product, product] } }),
  }
}

import { limits } from '../../contract/limits.ts'
import type { InterfaceSection } from './row.ts'

const { cards, cardHeader, cardMessage, cardButtonName, couponDescription } = limits

/** What the interface asks of a carousel. */
export const carouselSection: InterfaceSection = {
  title: { en: 'Carousel', ko: '캐러셀' },
  rows: [
    {
      field: 'carousel.list',
      fact: { en: `from ${cards.min} to ${cards.max} entries`, ko: `${cards.min}~${cards.max}장` },
      limits: ['cards'],
      rules: ['items-missing', 'too-few-cards', 'too-many-cards'],
    },
    {
      field: 'carousel.list[].header',
      fact: { en: `required, at most ${cardHeader.max} bytes`, ko: `필수. 최대 ${cardHeader.max}바이트` },
      limits: ['cardHeader'],
      rules: ['title-empty', 'card-header-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'carousel.list[].message',
      fact: { en: `required, at most ${cardMessage.max} bytes`, ko: `필수. 최대 ${cardMessage.max}바이트` },
      limits: ['cardMessage'],
      rules: ['text-missing', 'card-message-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'carousel.list[].attachment.button[].name',
      fact: { en: `required, at most ${cardButtonName.max} bytes`, ko: `필수. 최대 ${cardButtonName.max}바이트` },
      limits: ['cardButtonName'],
      rules: ['key-missing', 'value-empty', 'button-name-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'carousel.list[].attachment.button[].type',
      fact: { en: 'required, as in a message', ko: '필수. 메시지의 버튼과 같음' },
      rules: ['key-missing', 'value-not-allowed'],
    },
    {
      field: 'carousel.list[].attachment.image.img_url',
      fact: { en: 'required, one for each entry', ko: '필수. 카드마다 하나' },
      limits: ['cardImage'],
      rules: ['image-missing', 'image-repeated'],
    },
    {
      field: 'carousel.list[].attachment.image.img_link',
      fact: { en: 'one address for the image; may be left out', ko: '이미지를 누르면 열리는 주소 하나. 생략 가능' },
      rules: ['link-empty', 'link-without-scheme', 'link-scheme-not-allowed', 'second-link-not-allowed'],
    },
    {
      field: 'carousel.list[].attachment.coupon',
      fact: { en: 'one for each entry; may be left out', ko: '카드마다 하나. 생략 가능' },
      rules: ['coupon-repeated', 'block-not-allowed'],
    },
    {
      field: 'carousel.list[].attachment.coupon.description',
      fact: { en: `at most ${couponDescription.max} characters`, ko: `최대 ${couponDescription.max}자` },
      limits: ['couponDescription'],
      rules: ['coupon-description-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'carousel.tail',
      fact: { en: 'one for the whole carousel; may be left out', ko: '캐러셀 전체에 하나. 생략 가능' },
      rules: ['tail-repeated', 'block-not-allowed', 'link-empty'],
    },
  ],
}

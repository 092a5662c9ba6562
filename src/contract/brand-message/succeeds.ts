import type { Succession } from '../contract.ts'

/** How messages of friend talk become brand messages (interface: "Mapping from friend talk"). */
export const succeeds: Succession = {
  service: 'friend-talk',
  kinds: {
    'ft-text': 'bm-text',
    'ft-image': 'bm-image',
    'ft-wide': 'bm-wide',
    'ft-wide-item-list': 'bm-wide-item-list',
    'ft-carousel-feed': 'bm-carousel-feed',
  },
  settings: { failback_data: { key: 'resendParameter', fields: { msg: 'resendContent' } } },
  implied: {
    ad_flag: {
      value: 'Y',
      words: {
        en: 'A brand message is always an advertisement: its ad_flag is a comment now.',
        ko: '브랜드 메시지는 언제나 광고입니다. ad_flag를 주석으로 바꿨습니다.',
      },
    },
  },
}

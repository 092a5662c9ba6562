import { defineRule } from '../rule.ts'

export const appLinkTargetMissing = defineRule<object>()({
  id: 'app-link-target-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'A button of type AL leads nowhere; give it scheme_ios, scheme_android or url_mobile.',
    }),
    ko: () => ({
      message: 'AL 버튼에 연결할 주소가 없습니다. scheme_ios, scheme_android, url_mobile 중 하나를 쓰세요.',
    }),
  },
})

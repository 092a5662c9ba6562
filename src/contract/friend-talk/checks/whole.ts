import { heavyParts } from '../../checks/heavy.ts'
import { contractCheck } from '../../contract.ts'
import { repeatedIn } from '../kinds.ts'

export const payloadHeavy = heavyParts({ id: 'payload-heavy' }, { '/attachment': 4000, '/carousel': 8000 })

export const tailWithoutMobileLink = contractCheck<object>({
  id: 'tail-without-mobile-link',
  check({ content }, report) {
    const { mobile, pc, android, ios } = ('cards' in content && content.tail?.targets) || {}
    // The reader has reported a missing link.
    const first = pc ?? android ?? ios
    if (mobile === undefined && first) report({ pointer: '/carousel/tail', at: first.pointer, args: {} })
  },
  en: () => ({
    message:
      'The "more" button has no mobile link, which some services need. Add a web address in quotes, or "url_mobile" in a block.',
    help: '[더보기](exampleshop://menu "https://example.com/menu")',
  }),
  ko: () => ({
    message:
      '더보기 버튼에 모바일 링크가 없습니다. 모바일 링크가 꼭 있어야 하는 서비스가 있으니 따옴표 안에 웹 주소를 적거나 블록에 "url_mobile"을 더하세요.',
    help: '[더보기](exampleshop://menu "https://example.com/menu")',
  }),
})

const key = 'failback_data'

export const fallbackInItemKind = contractCheck<{ kind: string }>({
  id: 'fallback-in-item-kind',
  check({ kind, content }, report) {
    if (content.settings[key] === undefined || repeatedIn(kind) === undefined) return
    report({ pointer: `/${key}`, args: { kind } })
  },
  en: ({ kind }) => `Some services may refuse ${kind} with a fallback. Remove "${key}", or ask your provider.`,
  ko: ({ kind }) =>
    `대체 문자가 있는 ${kind} 메시지를 받지 않는 서비스가 있습니다. "${key}" 항목을 빼거나 이용하는 서비스에 확인하세요.`,
})

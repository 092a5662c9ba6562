import { appLinkTargets } from '../../contract/friend-talk/payload.ts'
import { buttonListsOf } from '../button-lists.ts'
import { defineRule, type Measure } from '../rule.ts'

/** The interface asks for one, sibling services for more. */
const minTargets = 2

export const appLinkWithOneTarget = defineRule<Measure & { target: string; others: readonly string[] }>()({
  id: 'app-link-with-one-target',
  tier: 'platform',
  severity: 'warning',
  check({ message }, report) {
    for (const { pointer, buttons } of buttonListsOf(message)) {
      for (const [index, { type, attributes }] of buttons.entries()) {
        if (type?.value !== 'AL') continue
        // That there is none at all is reported where the button is read.
        const targets = appLinkTargets.filter((name) => attributes[name] !== undefined)
        const [target] = targets
        const text = target && attributes[target]
        if (target === undefined || text === undefined || targets.length >= minTargets) continue
        const measure = { actual: targets.length, limit: minTargets, unit: 'fields' } as const
        const others = appLinkTargets.filter((name) => name !== target)
        report({ span: text.span, pointer: `${pointer}/${index}`, measure, args: { ...measure, target, others } })
      }
    }
  },
  words: {
    en: ({ target, others }) => ({
      message: `The app link has only "${target}"; some services need two targets. Add ${others.map((name) => `"${name}"`).join(' or ')}.`,
    }),
    ko: ({ target, others }) => ({
      message: `앱링크 대상이 "${target}" 하나뿐입니다. 두 가지가 있어야 하는 서비스가 있으니 ${others.map((name) => `"${name}"`).join(' 또는 ')} 항목을 추가하세요.`,
    }),
  },
})

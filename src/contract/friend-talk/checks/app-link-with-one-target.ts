import { contractCheck } from '../../contract.ts'
import { targetNames } from '../names.ts'
import { buttonsOf } from '../../checks/places.ts'

const targets = ['ios', 'android', 'mobile'] as const

/** The interface asks for one, sibling services for more. */
const minTargets = 2

interface OneTarget {
  readonly target: string
  readonly others: readonly string[]
}

export const appLinkWithOneTarget = contractCheck<OneTarget>({
  id: 'app-link-with-one-target',
  check({ content }, report) {
    for (const { pointer, type, attributes } of buttonsOf(content)) {
      // That there is none at all is reported where the button is read.
      const stated = targets.filter((target) => attributes[target] !== undefined)
      const [target] = stated
      if (type?.value !== 'AL' || target === undefined || stated.length >= minTargets) continue
      const others = targets.filter((other) => other !== target).map((other) => targetNames[other])
      report({
        pointer,
        at: attributes[target]?.pointer ?? pointer,
        measure: { actual: stated.length, limit: minTargets, unit: 'fields' },
        args: { target: targetNames[target], others },
      })
    }
  },
  en: ({ target, others }) =>
    `The app link has only "${target}"; some services need two targets. Add ${others.map((name) => `"${name}"`).join(' or ')}.`,
  ko: ({ target, others }) =>
    `앱링크 대상이 "${target}" 하나뿐입니다. 두 가지가 있어야 하는 서비스가 있으니 ${others.map((name) => `"${name}"`).join(' 또는 ')} 항목을 추가하세요.`,
})

import type { Text } from '../words/language.ts'

/** One thing in which what would be sent now differs from what was planned. */
export interface PlanDifference {
  readonly type:
    | 'release'
    | 'target'
    | 'exclude'
    | 'not-in'
    | 'message'
    | 'template'
    | 'recipients'
    | 'sender'
    | 'order'
  /** The message, or the field of the target. */
  readonly name: string
  readonly planned?: string | undefined
  readonly now?: string | undefined
}

/** A message that a release has under another id too: a recipient may receive it twice. */
export interface RepeatedMessage {
  readonly id: string
  /** Path of its file relative to the root. */
  readonly source: string
  readonly other: string
  /** Whether the other one is to be sent with it, or an earlier deploy of the release recorded it. */
  readonly where: 'plan' | 'ledger'
}

const names: { readonly [T in PlanDifference['type']]: (name: string) => Text } = {
  release: () => ({ en: 'release', ko: '릴리스' }),
  target: (name) => ({ en: `target, ${name}`, ko: `대상의 ${name}` }),
  exclude: () => ({ en: '--exclude', ko: '--exclude' }),
  'not-in': () => ({ en: '--not-in', ko: '--not-in' }),
  message: (name) => ({ en: `message ${name}`, ko: `메시지 ${name}` }),
  template: (name) => ({ en: `text of ${name}`, ko: `${name} 내용` }),
  recipients: (name) => ({ en: `recipients of ${name}`, ko: `${name} 수신자` }),
  sender: (name) => ({ en: `sender of ${name}`, ko: `${name} 발신자` }),
  order: () => ({ en: 'order of the messages', ko: '메시지 순서' }),
}

/** Says what differs from a plan. */
export function differenceText({ type, name, planned, now }: PlanDifference): Text {
  const { en, ko } = names[type](name)
  return {
    en: `${en}: planned ${planned ?? 'nothing'}, now ${now ?? 'nothing'}`,
    ko: `${ko}: 계획 ${planned ?? '없음'}, 현재 ${now ?? '없음'}`,
  }
}

/** Says that a release has a message under two ids, and what follows. */
export function repeatedText({ id, source, other, where }: RepeatedMessage): Text {
  return where === 'plan'
    ? {
        en: `${other} and ${id} (${source}) are the same message: a person on both lists receives it twice.`,
        ko: `${other} 메시지와 ${id}(${source}) 메시지는 내용이 같습니다. 두 목록에 모두 있는 수신자는 두 번 받습니다.`,
      }
    : {
        en: `${id} (${source}) is the same message as ${other}, which the release has already: a person who was sent ${other} receives it again. If it was only renamed, write "id: ${other}" in its frontmatter.`,
        ko: `${id}(${source}) 메시지는 이 릴리스에 이미 있는 ${other} 메시지와 내용이 같습니다. ${other} 메시지를 받은 수신자가 다시 받게 됩니다. 이름만 바꿨다면 프론트매터에 "id: ${other}"를 쓰세요.`,
      }
}

import { codeOf, contractOf, type Kind } from '../contract/contracts.ts'
import type { Failure } from '../ledger/ledger.ts'
import type { DeliveryGroup } from '../ledger/results.ts'
import type { Language, Text } from '../words/language.ts'
import { printable } from '../words/printable.ts'

/** The meaning of a code, and what a person does about it. */
interface Meaning {
  readonly meaning: string
  readonly toDo: string
}

/** Sends that failed alike; the code is absent where the service gave none. */
export type FailureKind = Pick<Failure, 'kind' | 'state' | 'code'>

const noCode: { readonly [S in FailureKind['state']]: Text } = {
  rejected: { en: 'the service gave no code', ko: '서비스가 코드를 주지 않았습니다' },
  deferred: { en: 'not sent', ko: '발송하지 않았습니다' },
  unknown: {
    en: 'no answer that can be believed; it may have been sent or not',
    ko: '믿을 수 있는 응답이 없어 발송 여부를 알 수 없습니다',
  },
}

/** Words the service's code for sends in a state: the same code means different things in different states. */
export function failureIn(lang: Language, { kind, state, code }: FailureKind): Meaning {
  const contract = contractOf(kind)
  const facts = codeOf(contract, code)
  const said = (meaning: Text, toDo: Text): Meaning => ({ meaning: meaning[lang], toDo: toDo[lang] })
  // This refusal of a whole request says nothing of its messages.
  if (state === 'deferred' && facts?.pause === 'authentication' && facts.outcome !== 'deferred')
    return said(
      { en: 'the service refused the user ID or the secret key', ko: '서비스가 사용자 ID나 비밀 키를 거부했습니다' },
      {
        en: 'Check the environment variables of the target, then deploy again.',
        ko: '발송 대상의 환경 변수를 확인한 뒤 다시 배포하세요.',
      },
    )
  const otherCode =
    state === 'unknown'
      ? {
          en: 'not exactly a code of the interface; it may have been sent or not',
          ko: '인터페이스의 코드와 정확히 같지 않아 발송 여부를 알 수 없습니다',
        }
      : { en: 'a code that the interface does not list', ko: '인터페이스에 없는 코드입니다' }
  const meaning = facts?.meaning ?? (code === undefined ? noCode[state] : otherCode)
  const toDo: { readonly [S in FailureKind['state']]: Text } = {
    unknown: contract.query
      ? {
          en: 'Ask the service with results fetch. What it does not list, look up in its console and settle with reconcile.',
          ko: 'results fetch로 서비스에 조회하세요. 목록에 없는 발송은 콘솔에서 확인한 뒤 reconcile로 정리하세요.',
        }
      : {
          en: "Look these up in the service's console, then settle them with reconcile.",
          ko: '서비스 콘솔에서 발송 여부를 확인한 뒤 reconcile로 정리하세요.',
        },
    deferred: (facts?.outcome === 'deferred' ? facts.toDo : undefined) ?? {
      en: 'Deploy again: that sends them.',
      ko: '다시 배포하면 발송됩니다.',
    },
    rejected: facts?.toDo ?? {
      en: 'Read what the service said: a wrong value of a recipient is corrected and retried, a changed message is a new release for these recipients.',
      ko: '서비스의 설명을 확인하세요. 수신자의 값이 잘못되었다면 고쳐서 다시 보내고, 메시지를 고쳤다면 이 수신자들에게 새 릴리스로 보내세요.',
    },
  }
  return said(meaning, toDo[state])
}

/** Words a delivery result. */
export function deliveryIn(
  lang: Language,
  kind: Kind,
  { delivery, code, fallbackCode = '' }: Pick<DeliveryGroup, 'delivery' | 'code' | 'fallbackCode'>,
): Meaning {
  const { meaning, toDo } = contractOf(kind).deliveryCode(code)
  const failedToo = printable(fallbackCode)
  const fallback: { readonly [delivery: string]: Text } = {
    'fallback-delivered': { en: 'the fallback message was delivered', ko: '대체 발송으로 전달되었습니다' },
    'fallback-failed': {
      en: `the fallback message was not delivered either (${failedToo})`,
      ko: `대체 발송도 전달되지 않았습니다(${failedToo})`,
    },
  }
  const nothing = {
    en: 'Nothing to do: these recipients were reached.',
    ko: '수신자에게 전달되었으니 할 일이 없습니다.',
  }
  return {
    meaning: [meaning, fallback[delivery]].flatMap((text) => text?.[lang] ?? []).join('; '),
    toDo: (delivery === 'fallback-delivered' ? nothing : toDo)[lang],
  }
}

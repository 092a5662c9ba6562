import { brandMessage } from '../../src/contract/brand-message/brand-message.ts'
import { deliveryCodes as brandDeliveryCodes } from '../../src/contract/brand-message/delivery.ts'
import { deliveryCodes } from '../../src/contract/friend-talk/delivery.ts'
import { friendTalk } from '../../src/contract/friend-talk/friend-talk.ts'
import { type CodeFacts, type Contract, deliveryNames } from '../../src/contract/contract.ts'
import { fileUploadCodes, multiUploadCodes, singleUploadCodes } from '../../src/contract/friend-talk/responses.ts'
import { type FailureKind, failureIn } from '../../src/deploy/meanings.ts'
import { stateNames } from '../../src/cli/commands/status/state-names.ts'
import type { Language } from '../../src/words/language.ts'

type Both = { readonly [L in Language]: string }

/** What a person does about an image that the service did not take. */
const uploadAdvice = {
  again: {
    en: 'Deploy again: images are uploaded again freely. If it stays, ask the provider.',
    ko: '다시 배포하세요. 이미지는 여러 번 올려도 됩니다. 계속되면 제공사에게 문의하세요.',
  },
  lighter: {
    en: 'Save the image with fewer bytes ([image-too-heavy](rules/image-too-heavy.md)).',
    ko: '이미지 용량을 줄이세요([image-too-heavy](rules/image-too-heavy.md)).',
  },
  size: {
    en: 'Give the image a size that the kind allows ([image-size-not-allowed](rules/image-size-not-allowed.md)).',
    ko: '종류에 맞는 크기로 바꾸세요([image-size-not-allowed](rules/image-size-not-allowed.md)).',
  },
  format: { en: 'Save the image as jpg or png.', ko: '이미지를 jpg나 png로 저장하세요.' },
  report: { en: 'Report it as a defect of friendtalk.', ko: 'friendtalk의 결함으로 알려 주세요.' },
  details: { en: 'Read the code of each file.', ko: '파일마다 받은 코드를 확인하세요.' },
} satisfies Record<string, Both>

type Advice = keyof typeof uploadAdvice

/** By the code, or by the message where one code has several. */
const adviceOf: { readonly [code: string]: Advice } = {
  FailedToUploadImageException: 'again',
  InvalidImageMaxLengthException: 'lighter',
  InvalidImageSizeException: 'size',
  InvalidImageFormatException: 'format',
  '6000': 'details',
  G900: 'again',
  CE400: 'report',
  CE500: 'again',
  CE504: 'again',
  '2001': 'lighter',
  '2002': 'size',
  '2003': 'format',
  '2004': 'again',
  '413': 'lighter',
}

const words = {
  title: { en: 'Codes of the service', ko: '서비스의 코드' },
  other: { en: '[한국어](ko/codes.md)', ko: '[English](../codes.md)' },
  intro: {
    en: 'Every code that the interface documents, and what to do, in the words of `friendtalk status`.',
    ko: '인터페이스에 있는 모든 코드와 대처 방법을 `friendtalk status`의 말로 적었습니다.',
  },
  sending: { en: 'Sending', ko: '발송' },
  sendingIntro: {
    en: 'In `results` for one message. For the whole request `C400_1`, `C400_2`, `C400_3`, `C404_1` and `G110` mean the same, and any other code leaves it unknown. The states are in [Deploying](deploying.md#states).',
    ko: '`results`에서 메시지마다 오는 코드입니다. 요청 전체에 온 `C400_1`, `C400_2`, `C400_3`, `C404_1`, `G110`도 같은 뜻이고, 그 밖의 코드가 오면 모두 확인 필요가 됩니다. 상태의 뜻은 [발송](deploying.md#상태)에 있습니다.',
  },
  noCode: { en: 'no code', ko: '코드 없음' },
  otherCode: { en: 'any other', ko: '그 밖의 코드' },
  columns: { en: '| codes | state | what to do |', ko: '| 코드 | 상태 | 할 일 |' },
  delivery: { en: 'Delivery', ko: '전달' },
  deliveryIntro: {
    en: "In [delivery results](results.md). The interface does not name these codes; they are those of the provider's public page. A fallback message counts as delivered with the code `0`.",
    ko: '[전달 결과](results.md)에 옵니다. 인터페이스에는 없는 코드이며, 제공사의 공개 문서에 있는 코드입니다. 대체 발송은 코드가 `0`이면 전달된 것으로 봅니다.',
  },
  deliveryColumns: { en: '| codes | delivery | what to do |', ko: '| 코드 | 전달 결과 | 할 일 |' },
  brandSending: { en: 'Sending brand messages', ko: '브랜드 메시지 발송' },
  brandSendingIntro: {
    en: 'For a recipient, for the whole request, and for an upload. `status` says what each code means, also where it stands here without.',
    ko: '수신자마다, 요청 전체에, 이미지 업로드에 오는 코드입니다. 여기에 뜻을 적지 않은 코드도 `status`에서는 뜻을 함께 보여 줍니다.',
  },
  brandDelivery: { en: 'Delivery of brand messages', ko: '브랜드 메시지 전달' },
  brandDeliveryIntro: {
    en: 'In [delivery results](results.md). A fallback message counts as delivered with `RSC04`, as failed with `RSC05`.',
    ko: '[전달 결과](results.md)에 옵니다. 대체 발송은 `RSC04`면 전달, `RSC05`면 실패로 봅니다.',
  },
  uploads: { en: 'Uploading images', ko: '이미지 업로드' },
  uploadIntro: {
    en: 'When an image fails, nothing of the deploy is sent. `deploy` names the image, the message and the line.',
    ko: '이미지를 올리지 못하면 아무것도 보내지 않습니다. `deploy`가 이미지와 메시지, 줄을 알려 줍니다.',
  },
  uploadColumns: { en: '| codes | what to do |', ko: '| 코드 | 할 일 |' },
} satisfies Record<string, Both>

/** What is done about codes: those with the same cells stand in one row. */
type Row = readonly [code: string, ...cells: string[]]

/** The page of every code of the service. */
export function codesPage(lang: Language): string {
  const say = (text: Both): string => text[lang]
  const page = [
    `# ${say(words.title)}`,
    say(words.other),
    say(words.intro),
    `## ${say(words.sending)}`,
    say(words.sendingIntro),
    table(say(words.columns), sendRows(lang, friend)),
    `## ${say(words.delivery)}`,
    say(words.deliveryIntro),
    table(say(words.deliveryColumns), deliveryRows(lang, friend)),
    `## ${say(words.uploads)}`,
    say(words.uploadIntro),
    table(say(words.uploadColumns), uploadRows(lang)),
    `## ${say(words.brandSending)}`,
    say(words.brandSendingIntro),
    table(say(words.columns), sendRows(lang, brand)),
    `## ${say(words.brandDelivery)}`,
    say(words.brandDeliveryIntro),
    table(say(words.deliveryColumns), deliveryRows(lang, brand)),
  ]
  return `${page.join('\n\n')}\n`
}

interface Service {
  readonly contract: Contract
  readonly kind: FailureKind['kind']
  /** The outcome of a code that is not listed. */
  readonly other: FailureKind['state']
  readonly deliveryCodes: object
}

const friend: Service = { contract: friendTalk, kind: 'ft-text', other: 'rejected', deliveryCodes }
const brand: Service = {
  contract: brandMessage,
  kind: 'bm-text',
  other: 'unknown',
  deliveryCodes: brandDeliveryCodes,
}

function deliveryRows(lang: Language, { contract, deliveryCodes: listed }: Service): Row[] {
  const rowOf = (name: string, code: string): Row => {
    const { delivery, meaning, toDo } = contract.deliveryCode(code)
    const delivered = deliveryNames[delivery][lang]
    return [meaning[lang] === delivered ? name : `${name}: ${meaning[lang]}`, delivered, toDo[lang]]
  }
  return [...Object.keys(listed).map((code) => rowOf(`\`${code}\``, code)), rowOf(words.otherCode[lang], 'any other')]
}

function sendRows(lang: Language, { contract, kind, other }: Service): Row[] {
  const rowOf = (name: string, failure: Omit<FailureKind, 'kind'>): Row => {
    const { meaning, toDo } = failureIn(lang, { kind, ...failure })
    return [`${name}: ${meaning}`, stateNames[failure.state][lang], toDo]
  }
  const known = Object.entries<CodeFacts>(contract.codes).flatMap(([code, { outcome, pause }]): Row[] => {
    if (outcome === 'accepted') return [[`\`${code}\``, stateNames.accepted[lang], '–']]
    const rows = [rowOf(`\`${code}\``, { state: outcome, code })]
    // The same code refuses the user ID or the secret key for a whole request.
    return pause === 'authentication' && outcome === 'rejected'
      ? [...rows, rowOf(`\`${code}\``, { state: 'deferred', code })]
      : rows
  })
  return [
    ...known,
    rowOf(words.otherCode[lang], { state: other, code: 'other' }),
    rowOf(words.noCode[lang], { state: 'unknown' }),
  ]
}

function uploadRows(lang: Language): Row[] {
  const rowOf = (code: string, message = ''): Row => {
    const advice = adviceOf[message] ?? adviceOf[code]
    if (advice === undefined) throw new Error(`No advice for ${code}`)
    return [`\`${`${code} ${message}`.trim()}\``, uploadAdvice[advice][lang]]
  }
  return [
    ...Object.entries(singleUploadCodes).flatMap(([code, messages]) =>
      Object.keys(messages).map((message) => rowOf(code, message.endsWith('Exception') ? message : '')),
    ),
    ...Object.keys(multiUploadCodes)
      .filter((code) => code === '6000')
      .map((code) => rowOf(code)),
    ...Object.keys(fileUploadCodes).map((code) => rowOf(code)),
  ]
}

/** The names of codes that are numbers, with what lies between the ends of a run left out. */
function ranges(codes: readonly string[]): string {
  const numbers = codes.map((code) => Number(/-?\d+/.exec(code)?.[0])).toSorted((a, b) => Math.abs(a) - Math.abs(b))
  const follows = (index: number): boolean => Math.abs((numbers[index] ?? 0) - (numbers[index - 1] ?? 0)) === 1
  return numbers
    .flatMap((number, index) =>
      follows(index) && follows(index + 1) ? [] : [`${follows(index) ? '–' : ' '}\`${number}\``],
    )
    .join('')
    .trim()
}

/** Of more codes in a row the names alone are told. */
const maxMeanings = 13

function table(head: string, rows: readonly Row[]): string {
  const byCells = new Map<string, string[]>()
  for (const [code, ...cells] of rows) {
    const key = cells.join(' | ')
    byCells.set(key, [...(byCells.get(key) ?? []), code])
  }
  const lines = [...byCells].map(([cells, codes]) => {
    return `| ${codes.length > maxMeanings ? ranges(codes) : codes.join('<br>')} | ${cells} |`
  })
  return [head, `|${' --- |'.repeat(head.split('|').length - 2)}`, ...lines].join('\n')
}

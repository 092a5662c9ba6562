import { deliveryCode, deliveryCodes } from '../../src/contract/delivery.ts'
import { deliveryNames } from '../../src/cli/commands/results/results-words.ts'
import {
  fileUploadCodes,
  multiUploadCodes,
  type SendCode,
  sendCodes,
  singleUploadCodes,
} from '../../src/contract/responses.ts'
import { type FailureKind, failureIn } from '../../src/words/failure-words.ts'
import { statusWords } from '../../src/cli/commands/status/status-words.ts'
import type { Language } from '../../src/words/language.ts'

type Both = { readonly [L in Language]: string }

/** What a person does about an image that the service did not take. */
const uploadAdvice = {
  again: {
    en: 'Deploy again: images are uploaded again freely. If it stays, ask the provider.',
    ko: '다시 배포하세요. 이미지는 여러 번 올려도 됩니다. 계속되면 제공사에게 문의하세요.',
  },
  lighter: {
    en: 'Save the image with fewer bytes. `friendtalk lint` reports it before ([image-too-heavy](rules/image-too-heavy.md)).',
    ko: '이미지 용량을 줄이세요. 발송 전에 `friendtalk lint`가 알려 줍니다([image-too-heavy](rules/image-too-heavy.md)).',
  },
  size: {
    en: 'Give the image a size that the kind allows ([image-size-not-allowed](rules/image-size-not-allowed.md), [image-ratio-not-allowed](rules/image-ratio-not-allowed.md)).',
    ko: '종류에 맞는 크기로 바꾸세요([image-size-not-allowed](rules/image-size-not-allowed.md), [image-ratio-not-allowed](rules/image-ratio-not-allowed.md)).',
  },
  format: {
    en: 'Save the image as jpg or png.',
    ko: '이미지를 jpg나 png로 저장하세요.',
  },
  report: {
    en: 'A request without a required field: report it, friendtalk fills in all of them.',
    ko: '필수 항목이 빠진 요청입니다. friendtalk가 모두 채우므로 결함으로 알려 주세요.',
  },
  details: {
    en: 'Read the code of each file below.',
    ko: '아래에서 파일마다 받은 코드를 확인하세요.',
  },
  none: { en: '–', ko: '–' },
} satisfies Record<string, Both>

type Advice = keyof typeof uploadAdvice

const singleAdvice: { readonly [message: string]: Advice } = {
  FailedToUploadImageException: 'again',
  InvalidImageMaxLengthException: 'lighter',
  InvalidImageSizeException: 'size',
  InvalidImageFormatException: 'format',
}
const codeAdvice: { readonly [code: string]: Advice } = {
  '0000': 'none',
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
    en: 'Every code that the interface documents, and what to do. `friendtalk status` shows them for your messages, with what the service said. The page is generated from the words that `status` uses.',
    ko: '인터페이스에 있는 모든 코드와 대처 방법입니다. 내 메시지의 코드와 서비스의 설명은 `friendtalk status`로 볼 수 있습니다. 이 페이지는 `status`가 쓰는 말로 만듭니다.',
  },
  sending: { en: 'Sending', ko: '발송' },
  sendingIntro: {
    en: 'In `results` for one message. For the whole request `C400_1`, `C400_2`, `C400_3`, `C404_1` and `G110` mean the same, and any other code leaves it unknown. What the states mean is in [Deploying](deploying.md#states).',
    ko: '`results`에서 메시지마다 오는 코드입니다. 요청 전체에 온 `C400_1`, `C400_2`, `C400_3`, `C404_1`, `G110`도 같은 뜻이고, 그 밖의 코드가 오면 모두 확인 필요가 됩니다. 상태의 뜻은 [발송](deploying.md#상태)에 있습니다.',
  },
  noCode: { en: 'no code', ko: '코드 없음' },
  otherCode: { en: 'any other', ko: '그 밖의 코드' },
  columns: {
    en: '| code | title in the interface | state | means | what to do |',
    ko: '| 코드 | 인터페이스의 이름 | 상태 | 뜻 | 할 일 |',
  },
  delivery: { en: 'Delivery', ko: '전달' },
  deliveryIntro: {
    en: "In [delivery results](results.md), once the service took a message. An assumption: the interface does not name these codes; they are those of the provider's public page. A fallback message counts as delivered with the code `0`.",
    ko: '서비스가 메시지를 접수한 뒤 [전달 결과](results.md)에 옵니다. 인터페이스에는 없는 코드이며, 제공사의 공개 문서에 있는 코드라고 가정합니다. 대체 발송은 코드가 `0`이면 전달된 것으로 봅니다.',
  },
  deliveryColumns: {
    en: '| code | delivery | means | what to do |',
    ko: '| 코드 | 전달 결과 | 뜻 | 할 일 |',
  },
  single: { en: 'Uploading a regular or wide image', ko: '기본 이미지와 와이드 이미지 업로드' },
  multi: { en: 'Uploading the images of a list or carousel', ko: '리스트와 캐러셀 이미지 업로드' },
  file: { en: 'A single file of such an upload', ko: '업로드한 파일 하나하나' },
  uploadIntro: {
    en: 'When an image fails, nothing of the deploy is sent. `deploy` names the image, the message and the line.',
    ko: '이미지를 올리지 못하면 아무것도 보내지 않습니다. `deploy`가 이미지와 메시지, 줄을 알려 줍니다.',
  },
  uploadColumns: {
    en: '| code | message | in the interface | what to do |',
    ko: '| 코드 | 메시지 | 인터페이스의 설명 | 할 일 |',
  },
} satisfies Record<string, Both>

/** The page of every code of the service. */
export function codesPage(lang: Language): string {
  const say = (text: Both): string => text[lang]
  const upload = (code: string, message: string, meaning: string): string => {
    const advice = singleAdvice[message] ?? codeAdvice[code]
    if (advice === undefined) throw new Error(`No advice for ${code}`)
    return row(`\`${code}\``, message === '' ? '' : `\`${message}\``, meaning, say(uploadAdvice[advice]))
  }
  const single = Object.entries(singleUploadCodes).flatMap(([code, messages]) =>
    Object.entries(messages).map(([message, meaning]) => upload(code, message, meaning)),
  )
  const multi = Object.entries(multiUploadCodes).map(([code, meaning]) => upload(code, '', meaning))
  const files = Object.entries(fileUploadCodes).map(([code, { message, meaning }]) => upload(code, message, meaning))
  const uploadTable = (rows: readonly string[]): string[] => [say(words.uploadColumns), rule(4), ...rows, '']
  return [
    `# ${say(words.title)}\n`,
    `${say(words.other)}\n`,
    `${say(words.intro)}\n`,
    `## ${say(words.sending)}\n`,
    `${say(words.sendingIntro)}\n`,
    say(words.columns),
    rule(5),
    ...sendRows(lang),
    '',
    `## ${say(words.delivery)}\n`,
    `${say(words.deliveryIntro)}\n`,
    say(words.deliveryColumns),
    rule(4),
    ...deliveryRows(lang),
    '',
    `## ${say(words.single)}\n`,
    `${say(words.uploadIntro)}\n`,
    ...uploadTable(single),
    `## ${say(words.multi)}\n`,
    ...uploadTable(multi),
    `## ${say(words.file)}\n`,
    ...uploadTable(files),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

function deliveryRows(lang: Language): string[] {
  const rowOf = (name: string, code: string): string => {
    const { delivery, meaning, toDo } = deliveryCode(code)
    return row(name, deliveryNames[lang][delivery], meaning[lang], toDo[lang])
  }
  return [
    ...Object.keys(deliveryCodes).map((code) => rowOf(`\`${code}\``, code)),
    rowOf(words.otherCode[lang], 'any other'),
  ]
}

function sendRows(lang: Language): string[] {
  const rowOf = (name: string, title: string, failure: FailureKind): string => {
    const { meaning, toDo } = failureIn(lang, failure)
    return row(name, title, statusWords[lang].states[failure.state], meaning, toDo)
  }
  const codes = Object.keys(sendCodes) as SendCode[]
  const known = codes.flatMap((code) => {
    const { title, outcome } = sendCodes[code]
    if (outcome === 'accepted') {
      const { accepted } = statusWords[lang].states
      return [row(`\`${code}\``, title, accepted, statusWords[lang].accepted, '–')]
    }
    const rows = [rowOf(`\`${code}\``, title, { state: outcome, code })]
    // The same code refuses the user ID or the secret key for a whole request.
    return code === 'C400_2' ? [...rows, rowOf(`\`${code}\``, title, { state: 'deferred', code })] : rows
  })
  return [
    ...known,
    rowOf(words.otherCode[lang], '–', { state: 'rejected', code: 'other' }),
    rowOf(words.noCode[lang], '–', { state: 'unknown' }),
  ]
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function rule(columns: number): string {
  return `|${' --- |'.repeat(columns)}`
}

import type { Language } from '../words/language.ts'

/** What the emulator says of a request that it refuses as a whole, and the same in Korean. */
const korean: readonly (readonly [RegExp, string])[] = [
  [/^a fault of the emulator$/, '에뮬레이터에서 일으킨 장애입니다.'],
  [/^too many requests in a second$/, '1초에 받을 수 있는 요청 수를 넘었습니다.'],
  [/^Content-Type must be application\/json\.$/, 'Content-Type은 application/json이어야 합니다.'],
  [/^The body is no JSON\.$/, '본문이 JSON이 아닙니다.'],
  [/^The body has more than (.+)\.$/, '본문이 $1보다 큽니다.'],
  [/^The body must be a JSON object\.$/, '본문은 JSON 객체여야 합니다.'],
  [/^The request cannot be read\.$/, '요청을 읽을 수 없습니다.'],
  [/^A defect of the emulator\.$/, '에뮬레이터의 결함입니다.'],
  [/^msg_data is missing\.$/, 'msg_data가 없습니다.'],
  [/^msg_data must be an array\.$/, 'msg_data는 배열이어야 합니다.'],
  [/^msg_data is empty\.$/, 'msg_data가 비어 있습니다.'],
  [
    /^msg_data has (\d+) messages; (\d+) are allowed\.$/,
    'msg_data에 메시지가 $1건 있습니다. $2건까지 보낼 수 있습니다.',
  ],
  [/^Sending is restricted between (\S+) and (\S+) in Korea\.$/, '한국 시각 $1부터 $2까지는 발송이 제한됩니다.'],
  [
    /^The header Authorization must be /,
    'Authorization 헤더는 <USER_ID>;<SECRET_KEY>여야 합니다. 받는 값은 에뮬레이터 페이지에 있습니다.',
  ],
  [
    /^This is the friendtalk emulator/,
    '실제 서비스가 아닌 friendtalk 에뮬레이터입니다. 자신의 사용자 ID와 비밀 키만 받으며, 보낸 내용은 남기지 않았습니다.',
  ],
]

/** Returns why a request was refused, in a language; one without a wording stays as the service says it. */
export function refusalText(description: string, lang: Language): string {
  if (lang === 'en') return description
  const known = korean.find(([pattern]) => pattern.test(description))
  if (known === undefined) return description
  const [pattern, text] = known
  const [, ...parts] = pattern.exec(description) ?? []
  return text.replaceAll(/\$(\d)/g, (_all, number: string) => parts[Number(number) - 1] ?? '')
}

import fc from 'fast-check'

/** A text as some systems type it: each letter in its parts. */
const decomposed = (text: string): string => text.normalize('NFD')
const directive = (rule: string, more = ''): string => `<!-- friendtalk-disable-next-line ${rule} -- 이유${more} -->`

/** Lines of a text, right and wrong. */
const textLines = [
  '안녕하세요.',
  '오늘만 **특가**입니다  ',
  '> ### 공지',
  '### 공지',
  '가<br>- 나 <br/>',
  '`~~*가* 나~~` <b>다</b>',
  '> - [보기](https://example.com)',
  `${decomposed('새 소식')}이 왔어요`,
  decomposed('각각'),
  '#{이름}님, 반갑습니다.\t ',
  '#{이름|고객}님',
  '\\#{이름} 그대로',
  '값은 #{이다',
  '#{이르}',
  '{{이름}}님과 {등급} 손님, ${지점}',
  '# 제목처럼 보이는 줄',
  '## 작은 제목',
  '#',
  '문의 010-1234-5678',
  'help@example.com',
  '무료\u200B배송',
  '[공지](https://example.com) 보기',
  '가족 👨‍👩‍👧‍👦 모두  ',
  '- 배송비 무료',
  '---',
  'a\\[b\\',
  '',
  '',
  '   ',
] as const

const comments = [
  '<!-- 동료에게 -->',
  directive('phone-number-in-message'),
  directive('email-in-message'),
  directive('msg-too-long'),
  directive('phone-number-in-message, not-nfc'),
  '<!-- friendtalk-disable trailing-space -- 이유 -->',
  '<!-- friendtalk-disable-next-lin not-nfc -- 이유 -->',
  '<!-- friendtalk-disable\nemail-in-message\n-- 이유 -->',
] as const

const buttons = [
  '- [보기](https://example.com)',
  `- [${decomposed('앱 열기')}](shop://open)`,
  '［보기］（https://example.com）',
  '［보기](https://example.com) "https://example.org"',
  '```button\nname: 123\ntype: BK\n```',
  '```button\n# friendtalk-disable-next-line button-name-too-long -- 이유\nname: 확인\ntype: BK\n```',
  '```buton\nname: 확인\ntype: BK\n```',
  '```button\nname: 상담\ntype: BC\nchat_extra: a b\n```',
] as const

const settings = [
  'ad_flag: true',
  'ad_flag: n',
  'ad_flag: "y"',
  'ad_flag: Y',
  'title: 2026',
  `title: ${decomposed('제목')}`,
  'titel: a',
  'sender: marketin',
  'echo_to_webhook: 0123',
  'echo_to_webhook: a#{이름}',
  'meta: { a: 1 }',
  'echo_to_webhook: |\n  # friendtalk-disable not-nfc -- 이유\n  b',
  '# friendtalk-disable-next-line variable-unbounded -- 이유',
  '# 그냥 주석',
  'failback_data:\n  api_unique_id: lms-standard\n  msg: a #{이름}\n  origin_cid: 0212345678',
] as const

const variables = [
  '',
  'vars:\n  이름: { max: 5 }',
  'vars:\n  이름: { max: 5 } # 고객\n  등급: { max: 3 }',
  'vars:\n  # 고객\n  이름:\n    max: 5\n    example: 하늘\n\n  등급:\n    max: 3 # 짧게',
  'vars: { 이름: { max: 5 }, 등급: {} }',
  'vars:\n  등급: {}\n  지점: {}',
  `vars:\n  ${decomposed('이름')}: { max: 5 }`,
] as const

const itemLines = '## 하나\n[![a](1.png)](https://example.com/1)\n'
const frames = [
  (text: string) => text,
  (text: string) => `${text}\n![a](${decomposed('사진')}.png)\n`,
  (text: string) => `# ${decomposed('머리')} \n${text}\n${itemLines.repeat(3)}---\n`,
  (text: string) => `한 줄  \n## 카드 하나 \n![a](1.png)\n${text}\n## 둘\n![b](2.png)\nx\n`,
] as const
const kindOf = ['ft-text', 'ft-image', 'ft-wide-item-list', 'ft-carousel-feed'] as const

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...textLines) },
  { weight: 2, arbitrary: fc.constantFrom<string>(...comments) },
  { weight: 1, arbitrary: fc.constantFrom<string>(...buttons) },
)

/** A message of lines that are right and wrong, in a file whose lines end in one way. */
export const message = fc
  .record({
    frame: fc.nat({ max: frames.length - 1 }),
    lines: fc.array(line, { minLength: 1, maxLength: 9 }),
    before: fc.uniqueArray(fc.constantFrom<string>(...settings), { maxLength: 3 }),
    vars: fc.constantFrom<string>(...variables),
    ending: fc.constantFrom('\n', '\r\n', '\r'),
  })
  .map(({ frame, lines, before, vars, ending }) => {
    const body = (frames[frame] ?? frames[0])(lines.join('\n'))
    const head = ['---', `kind: ${kindOf[frame] ?? 'ft-text'}`, ...before, vars, '---'].filter((one) => one !== '')
    return { source: `${head.join('\n')}\n${body}\n`.replaceAll('\n', ending), ending }
  })

import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { applyFixes } from '../../src/rules/apply-fixes.ts'
import { anyImage, compileSource } from '../compile-source.ts'

const rules = new Set(['look-alike-character', 'form-mistyped', 'variable-written-otherwise'])

interface Row {
  readonly rule: string
  /** `«` and `»` stand around what is found. */
  readonly source: string
  /** The source once it is fixed, and whether that is safe; it has no fix when absent. */
  readonly fixed?: string
  readonly isSafe?: true
}

const named = 'vars: { 이름: { max: 3 } }\n'
const text = (body: string, settings = ''): string => `---\nkind: ft-text\n${settings}---\n${body}\n`
const block = (yaml: string): string => `x\n\`\`\`button\n${yaml}\n\`\`\``

const otherwise = (body: string, fixed?: string, settings = named): Row => {
  const row = { rule: 'variable-written-otherwise', source: text(body, settings) }
  return fixed === undefined ? row : { ...row, fixed: text(fixed, settings) }
}
const mistyped = (body: string, fixed?: string): Row => {
  const row = { rule: 'form-mistyped', source: text(body) }
  return fixed === undefined ? row : { ...row, fixed: text(fixed) }
}
const cardTitle = (above: string): Row => {
  const source = (line: string): string => twoCards.replace('## b', line)
  return { rule: 'form-mistyped', source: source(`\n«${above}»`), fixed: source(`\n## ${above}`) }
}
const safely = (row: Row): Row => ({ ...row, isSafe: true })
const link = (marked: string, meant: string): Row => mistyped(`x\n- [a](${marked})`, `x\n- [a](${meant})`)
const linkInBlock = (marked: string, meant: string): Row => {
  const button = (url: string): string => block(`name: a\ntype: WL\nurl_mobile: ${url}`)
  return mistyped(button(marked), button(meant))
}

const itemsBelow = (above: string): string =>
  `---\nkind: ft-wide-item-list\n---\n${above}\n글\n${['a', 'b', 'c'].map((name) => `## ${name}\n[![a](b.png)](https://${name}.kr)\n`).join('')}`
const hidden = (marked: string, meant: string): Row => {
  return { rule: 'look-alike-character', source: text(`x\n${marked}`), fixed: text(`x\n${meant}`), isSafe: true }
}

const twoCards = '---\nkind: ft-carousel-feed\n---\nx\n## a\n![a](a.png)\nt\n## b\n![a](b.png)\nt\n'
const fallback = 'failback_data:\n  api_unique_id: a\n  msg: 글\n'

const rows: readonly Row[] = [
  // Settings between lines of dashes: indented, with blank lines among them, in quotes of any sort
  ...[
    ['  «sender: a»\n', 'sender: a\n'],
    ['\n«sender: a»\n\nid: b\n\n', 'sender: a\n\nid: b\n'],
    ['  «ad_flag: N»\n\n  title: 봄\n', 'ad_flag: N\n\ntitle: 봄\n'],
    [
      '«failback_data:»\n  api_unique_id: a\n  msg: |\n    글\n\n    줄\n',
      'failback_data:\n  api_unique_id: a\n  msg: |\n    글\n\n    줄\n',
    ],
    ['«recipients: "a b.csv"»\n', 'recipients: "a b.csv"\n'],
    ["«recipients: 'a.ndjson'»\n", "recipients: 'a.ndjson'\n"],
  ].map(([typed = '', meant = '']) => ({
    rule: 'form-mistyped',
    source: text(`---\n${typed}---\nx`),
    fixed: text('x', meant),
  })),
  { rule: 'form-mistyped', source: text('---\n«sender: ’a’»\n---\nx'), fixed: text('x', 'sender: ’a’\n') },
  // Settings that the frontmatter has too, of which one is meant
  ...[
    'ad_flag: N\nsender: b\ntitle: c',
    'title: c\nad_flag: N\necho_to_webhook: b',
    'kind: ft-text\nsender: b\nad_flag: N',
  ].map((typed) => {
    const [first = '', ...rest] = typed.split('\n')
    const body = ['---', `«${first}»`, ...rest, '---', 'x'].join('\n')
    return { rule: 'form-mistyped', source: text(body, 'sender: a\ntitle: b\nad_flag: N\n') }
  }),
  // Such settings below a text
  mistyped('x\n\n---\n«ad_flag: N»\necho_to_webhook: a\nchat_extra: a\n---\nx'),
  mistyped('x\n\n---\n  «ad_flag: N»\n---\nx'.replace('  «', '«  ')),
  mistyped('x\n\n«recipients: "a.csv"»\nx'),
  mistyped('x\n\n«ad_flag: ’N’»\nx'),
  // A button of which the link is on the line below, and is not closed
  mistyped('x\n\n- [예약](«\n»https://a.kr'),
  mistyped('x\n\n[예약](«\n»https://a.kr'),
  // The address of a button in a block, with a variable in its host
  {
    rule: 'link-without-scheme',
    source: text(block('name: a\ntype: WL\nurl_mobile: «www.#{이름}.kr»'), named),
    fixed: text(block('name: a\ntype: WL\nurl_mobile: https://www.#{이름}.kr'), named),
  },
  // What is said of a variable, below the wrong key
  ...['', 'vars:\n  나이: { max: 3 }\n'].map((vars) => ({
    rule: 'key-unknown',
    source: text(`x #{이름}${vars === '' ? '' : ' #{나이}'}`, `${vars}${fallback}  «이름»: { max: 5 }\n`),
  })),
  // A number and a text in quotes of a word processor
  {
    rule: 'form-mistyped',
    source: text('#{이름}', 'vars: { 이름: { max: «’3’», example: ’가’ } }\n'),
    fixed: text('#{이름}', "vars: { 이름: { max: 3, example: '가' } }\n"),
  },
  // The address of a button in a block, without its start
  ...['www.a.kr', 'a.kr/b', '//a.kr'].map((to) => ({
    rule: 'link-without-scheme',
    source: text(block(`name: a\ntype: WL\nurl_mobile: «${to}»`)),
    fixed: text(block(`name: a\ntype: WL\nurl_mobile: https://${to.replace('//', '')}`)),
  })),
  // Settings between lines of their own
  ...['sender: marketing', 'id: spring-sale', 'title: 봄 소식'].map((setting) => ({
    rule: 'form-mistyped',
    source: text(`---\n«${setting}»\n---\nx`),
    fixed: text('x', `${setting}\n`),
  })),
  // The second line of a frame, or what ends the cards
  { rule: 'look-alike-character', source: `${twoCards}─────\n준비물\n«─────»\n[더 보기](https://a.kr)\n` },
  {
    rule: 'look-alike-character',
    source: `${twoCards}─────\n준비물\n«———»\n[더 보기](https://a.kr)\n`,
    fixed: `${twoCards}─────\n준비물\n---\n[더 보기](https://a.kr)\n`,
    isSafe: true,
  },
  // Lines that are no settings, between those that are
  ...['(내부용) 담당 김하늘', '[메모] 3월 발송분', '@담당', '**메모**', '메모', 'ad_flag'].flatMap((line) => [
    { rule: 'form-mistyped', source: text('글', `ad_flag: N\n«${line}»\n`) },
    { rule: 'form-mistyped', source: text('글', `«${line}»\nad_flag: N\n`) },
  ]),
  { rule: 'form-mistyped', source: text('글', 'ad_flag: N\n«(내부용)»\n담당 김하늘\n') },
  ...['==', '~', '***', '--', '```', '—'].map((line) => ({
    rule: 'form-mistyped',
    source: text('글', `ad_flag: N\n«${line}»\n`),
    fixed: text('글', 'ad_flag: N\n'),
    isSafe: true as const,
  })),
  // A line of signs between settings, and a note that may be the text
  ...['title: 봄', 'meta:\n  담당: 김', '# 메모'].map((below) => ({
    rule: 'form-mistyped',
    source: text('글', `ad_flag: N\n«===»\n${below}\n`),
    fixed: text('글', `ad_flag: N\n${below}\n`),
    isSafe: true as const,
  })),
  { rule: 'form-mistyped', source: text('글', 'ad_flag: N\n«===»\n메모\n') },
  { rule: 'frontmatter-unclosed', source: `«---»\nkind: ft-text\n\n(내부용) 담당\n---\n글\n` },
  {
    rule: 'form-mistyped',
    source: text('글', 'title:\n«봄 세일»\nad_flag: N\n'),
    fixed: text('글', 'title: 봄 세일\nad_flag: N\n'),
  },
  // The title of a card
  ...['시집', '■ 셋', '3. 셋', '[셋]', '제목: 셋'].map(cardTitle),
  {
    rule: 'form-mistyped',
    source: twoCards.replace('## b\n', '## b\n\n«---»\n'),
    fixed: twoCards.replace('## b\n', '## b\n\n'),
  },
  {
    rule: 'form-mistyped',
    source: twoCards.replace('## b', '##«.» b'),
    fixed: twoCards,
  },
  // What stands behind a button
  mistyped('x\n- [a](https://a.kr) «# 메모»', 'x\n- [a](https://a.kr)\n<!-- 메모 -->'),
  mistyped('x\n- [a](https://a.kr)«, [b](https://b.kr)»', 'x\n- [a](https://a.kr)\n- [b](https://b.kr)'),
  // What says that an address is one
  mistyped('x\n- [a](«iOS: »shop://a)', 'x\n- [a](shop://a)'),
  mistyped('x\n- [a](«AOS:»market://a)', 'x\n- [a](market://a)'),
  ...['PC:', 'url:', 'mobile:', 'm:', 'link: '].map((word) =>
    mistyped(`x\n- [a](«${word}»https://a.kr)`, 'x\n- [a](https://a.kr)'),
  ),
  mistyped('x\n- [a]« »(PC: https://a.kr)', 'x\n- [a](https://a.kr)'),
  // Settings in the text
  mistyped('글\n\n«ad_flag: N»'),
  mistyped('글\n\n«url_mobile: https://a.kr»\n글'),
  mistyped('«type: BK»'),
  ...['ad_flag：N', 'Ad_flag : No', 'recipients: a.csv', '- url_mobile : https://a.kr', 'chat_extra: a'].map((line) =>
    mistyped(`글\n\n«${line}»\n글`),
  ),
  ...['vars:\n  이름: { max: 3 }', 'vars:\n  이름:\n    max: 3', 'vars: { 이름: { max: 3 } }'].map((typed) => {
    const [line = '', ...below] = typed.split('\n')
    return mistyped(['글\n', `«${line}»`, ...below].join('\n'))
  }),
  // What ends the items, with what belongs below it on one line
  {
    rule: 'form-mistyped',
    source: `${twoCards}«---» [전체](https://a.kr)\n`,
    fixed: `${twoCards}---\n[전체](https://a.kr)\n`,
  },
  ...['- [전체](https://a.kr)', '[전체](https://a.kr)'].map((button) => ({
    rule: 'form-mistyped',
    source: `${itemsBelow('# 가')}«---» ${button}\n`,
    fixed: `${itemsBelow('# 가')}---\n- [전체](https://a.kr)\n`,
  })),
  // A file in a fence
  ...['', 'markdown'].map((name) => ({
    rule: 'form-mistyped',
    source: `«\`\`\`${name}\n»${text('글')}\`\`\`\n`,
    fixed: text('글'),
  })),
  // A remark behind a value with a variable
  safely({
    rule: 'form-mistyped',
    source: text('글', `${named}failback_data:\n  api_unique_id: a\n  msg: «가 #{이름}» # 메모\n`),
    fixed: text('글', `${named}failback_data:\n  api_unique_id: a\n  msg: "가 #{이름}" # 메모\n`),
  }),
  mistyped(
    block('name: a\ntype: WL\nurl_mobile: «<https://a.kr/b>»'),
    block('name: a\ntype: WL\nurl_mobile: https://a.kr/b'),
  ),
  // A comma behind a name or a path
  {
    rule: 'look-alike-character',
    source: text('x', 'failback_data:\n  api_unique_id: a«,»\n  msg: 가,\n'),
    fixed: text('x', 'failback_data:\n  api_unique_id: a\n  msg: 가,\n'),
  },
  {
    rule: 'look-alike-character',
    source: text(block('name: 상담«,»\ntype: BK')),
    fixed: text(block('name: 상담\ntype: BK')),
  },
  {
    rule: 'look-alike-character',
    source: text('x', 'recipients: a.csv«,»\n'),
    fixed: text('x', 'recipients: a.csv\n'),
  },
  // Mappings in braces over several lines
  ...[
    ['  이름: { max: «3» example: 가 },\n', '  이름: { max: 3, example: 가 },\n'],
    ['  이름: { max: 3 «}»\n  등급: { max: 3 }\n', '  이름: { max: 3 },\n  등급: { max: 3 }\n'],
    ['  이름: {\n    max: 3\n  «}»\n  등급: { max: 3 }\n', '  이름: {\n    max: 3\n  },\n  등급: { max: 3 }\n'],
  ].map(([typed = '', meant = '']) => {
    const body = meant.includes('등급') ? '#{이름} #{등급}' : '#{이름}'
    return safely({
      rule: 'form-mistyped',
      source: text(body, `vars: {\n${typed}}\n`),
      fixed: text(body, `vars: {\n${meant}}\n`),
    })
  }),
  {
    rule: 'look-alike-character',
    source: text('#{이름}', 'vars:\n  이름: {\n    max: 3\n  }«,»\n'),
    fixed: text('#{이름}', 'vars:\n  이름: {\n    max: 3\n  }\n'),
    isSafe: true,
  },
  // Further fields of the fallback service
  ...['  type«：» LMS\n', '  sub:\n    type«：» LMS\n'].map((line): Row => {
    const settings = `failback_data:\n  api_unique_id: a\n  msg: b\n${line}`
    const fixed = text('x', settings.replace('«：»', ':'))
    return { rule: 'look-alike-character', source: text('x', settings), fixed, isSafe: true }
  }),
  // A text that is not indented further than its key
  ...['', '  '].map((indent) => ({
    rule: 'form-mistyped',
    source: text(
      '글',
      `failback_data:\n  api_unique_id: a\n  msg: |\n«${indent || '첫'}»${indent ? '첫' : ''} 줄\n${indent}다음 줄\n`,
    ),
    fixed: text('글', 'failback_data:\n  api_unique_id: a\n  msg: |\n    첫 줄\n    다음 줄\n'),
    isSafe: true as const,
  })),
  // Mappings in braces
  ...['- ', ''].flatMap((item) => [
    safely(mistyped(block(`${item}{name«:»가, type:BK}`), block(`${item}{name: 가, type: BK}`))),
    mistyped(
      block(`${item}{name: 가, type: WL, url_mobile: «https://a.kr/?a=1,2»}`),
      block(`${item}{name: 가, type: WL, url_mobile: "https://a.kr/?a=1,2"}`),
    ),
    mistyped(block(`${item}{name: «봄,여름», type: BK}`), block(`${item}{name: "봄,여름", type: BK}`)),
    mistyped(block(`${item}«{»name: 가, type: BK`), block(`${item}{name: 가, type: BK }`)),
    safely(mistyped(block(`${item}{name: «가» type: BK}`), block(`${item}{name: 가, type: BK}`))),
    safely(mistyped(block(`${item}{name: 가, type: BK}«}»`), block(`${item}{name: 가, type: BK}`))),
    safely(mistyped(block(`${item}{name: «#1», type: BK}`), block(`${item}{name: "#1", type: BK}`))),
    safely(mistyped(block(`${item}{name: «예약: 가», type: BK}`), block(`${item}{name: "예약: 가", type: BK}`))),
  ]),
  safely(
    mistyped(
      block('- {name«:»가, type:BK}\n- {name: 나, type: BK}'),
      block('- {name: 가, type: BK}\n- {name: 나, type: BK}'),
    ),
  ),
  {
    rule: 'form-mistyped',
    source: text('글', 'failback_data: {api_unique_id: a, msg: «안녕하세요, 고객님»}\n'),
    fixed: text('글', 'failback_data: {api_unique_id: a, msg: "안녕하세요, 고객님"}\n'),
  },
  ...['**봄 세일**', '*긴급* 예약', '*봄*'].map((title) => ({
    rule: 'form-mistyped',
    source: text('글', `title: «${title}»\n`),
    fixed: text('글', `title: "${title}"\n`),
    isSafe: true as const,
  })),
  // Variables
  otherwise('«#{이름»|고객님, 반갑습니다.'),
  otherwise('«#{이름»|{고객}}님'),
  otherwise('«#이름»|고객}님'),
  otherwise('«#{이름}|고객}»님 «#{이름}님}»', '#{이름|고객}님 #{이름}님'),
  otherwise('«#{이름}||고객}»님 «#{이름} 님}»', '#{이름|고객}님 #{이름} 님'),
  otherwise('«%이름»|고객%님'),
  otherwise('«[이름]» 고객님, 안녕하세요.\n#{이름}님께만', '#{이름} 고객님, 안녕하세요.\n#{이름}님께만'),
  otherwise('«[[이름]]» «@{이름}» «[%이름%]» #{이름} «[*이름*]»', '#{이름} #{이름} #{이름} #{이름} #{이름}'),
  otherwise('«{{이름}}»님', '#{이름}님'),
  otherwise('«{{ 이름 }}»님, «${이름}»님\n«{이름}»님 «%이름%»님', '#{이름}님, #{이름}님\n#{이름}님 #{이름}님'),
  otherwise('«{{{이름}}}», «${{ 이름 }}»', '#{이름}, #{이름}'),
  otherwise("«{{고객.이름}}»님 «${user['이름']}»님", '#{이름}님 #{이름}님'),
  otherwise('«{{회원 성명}}»님 «{{ customer.first_name | default: "고객" }}»님 «{{#if 회원}}»님{{/if}}', undefined, ''),
  otherwise('«{{order.shipping_address.recipient_full_name}}»', undefined, ''),
  otherwise('«{{#이름}}»님{{/이름}} {{^이름}}'),
  otherwise('«{@이름}»님 «{이름)»님', '#{이름}님 #{이름}님'),
  otherwise('«(이름}»님 «&#35;{이름}»님', '#{이름}님 #{이름}님'),
  otherwise(`«[${'이름'.normalize('NFD')}]»님`, '#{이름}님'),
  otherwise('«{$name}» «%recipient.name%» «＄{고객명}» {$100} {%10} [%OFF%] %eb%aa%bf.com%2f', undefined, ''),
  otherwise(
    '«%고객명%»님 «％고객명％» «#[고객명]» «#(고객명)»님 «#고객명}»님 «{고객명}»님 «#고객명#»님',
    undefined,
    '',
  ),
  otherwise('#{event}\n\nhttps://a.kr/b«#event»', undefined, 'vars: { event: { max: 3 } }\n'),
  otherwise('«*|FNAME|*»님 «<%= user.name %>»님, {가} {a.b} *가* | 나', undefined, ''),
  otherwise('«{{#{이름}}}»님, {#{이름}}님', '#{이름}님, {#{이름}}님'),
  otherwise('«[이름]»님 «<이름>»님 «#이름»', '#{이름}님 #{이름}님 #{이름}'),
  otherwise('«{이름}» #봄세일 «{이름} #», «{이름}» #1', '#{이름} #봄세일 #{이름}, #{이름} #1'),
  otherwise('«{이름}»#봄세일 «{이름}»#🌸 «{이름}» #_봄', '#{이름}#봄세일 #{이름}#🌸 #{이름} #_봄'),
  otherwise(
    '[이름] #{이름}, «[이름]»님 #{이름} [이름]은 #{이름}',
    '[이름] #{이름}, #{이름}님 #{이름} [이름]은 #{이름}',
  ),
  { ...otherwise('«＃｛이름｝»님 «# {이름}»님', '#{이름}님 #{이름}님'), isSafe: true },
  otherwise('«≪이름≫»님 «⟪이름⟫»님, ≪이름≫ #{이름}', '#{이름}님 #{이름}님, ≪이름≫ #{이름}'),
  otherwise('«#{이름님}», «#{이름 고객님}», «#{이름씨}»', '#{이름}님, #{이름} 고객님, #{이름}씨'),
  ...["'", '"', '‘', '“', '`'].map((quote) => {
    const behind = { '‘': '’', '“': '”' }[quote] ?? quote
    return mistyped(`x\n- [a](«${quote}»https://a.kr/it's${behind})`, "x\n- [a](https://a.kr/it's)")
  }),
  ...["'", '"', '‘', '’', '`'].map((quote): Row => {
    const image = (path: string): string => `---\nkind: ft-image\n---\nx\n\n![a](${path})\n`
    return { rule: 'form-mistyped', source: image(`«${quote}»b.png${quote}`), fixed: image('b.png') }
  }),
  otherwise('«[이름]»의 선물\n«[이름]»2호\n[이름]: #{이름}', '#{이름}의 선물\n#{이름}2호\n[이름]: #{이름}'),
  otherwise('\\*#{이름}«{이름}»\\*', '\\*#{이름}#{이름}\\*'),
  ...['{{이름|고객}}', '[이름|고객]', '[[이름 | 고객]]', '「이름|고객」', '#{이름}|고객)', '#{이름} | 고객]'].map(
    (typed) => otherwise(`«${typed}»님`, '#{이름|고객}님'),
  ),
  otherwise('«{{이름|upper}}»님'),
  otherwise('«{{ 이름 | default: "고객" }}»님', '#{이름|고객}님'),
  // Marks around those of a variable
  ...[
    '{{${이름}}}',
    '{{#이름}}',
    '{{[이름]}}',
    '{{{#이름}}}',
    '%% 이름 %%',
    '$ 이름 $',
    '{{{custom.이름}}}',
    '[%=이름%]',
  ].map((typed) => otherwise(`«${typed}»님`, '#{이름}님')),
  ...[
    '{{custom_attribute.«${이름}»}}',
    '[«$이름$»]',
    '$«%이름%»$',
    '[[«$이름»]]',
    '«*|이름:고객|*»',
    '«{{이름:고객}}»',
  ].map((typed) => otherwise(`${typed}님`)),
  otherwise('{"가": «{이름}»}', '{"가": #{이름}}'),
  otherwise('«{{이룸}}»님 «${user_name}»님, 인증 번호 «{{1}}»'),
  otherwise('x\n- [«{이름}»](https://a.kr/«${이름}»)', 'x\n- [#{이름}](https://a.kr/#{이름})'),
  otherwise('x\n- [a](shop://«{{이름}}»)', 'x\n- [a](shop://#{이름})'),
  otherwise(block('name: "가 «{이름}»"\ntype: BK'), block('name: "가 #{이름}"\ntype: BK')),
  otherwise(block('name: 가«{이름}»\ntype: BK'), block('name: 가#{이름}\ntype: BK')),
  // Behind a blank YAML would read the right form as a comment.
  otherwise(block('name: 가 «{이름}»\ntype: BK')),
  otherwise('x', undefined, `${named}echo_to_webhook: 가 «{{이름}}»\n`),
  {
    ...otherwise('x', undefined, `${named}failback_data: { api_unique_id: lms-standard, msg: "«{{이름}}»" }\n`),
    fixed: text('x', `${named}failback_data: { api_unique_id: lms-standard, msg: "#{이름}" }\n`),
  },

  // Variables that a line break cuts
  ...[
    ['#{이름«\n»}님', '#{이름}님'],
    ['#{«\n»이름}님', '#{이름}님'],
    ['#{이«\n»름}님', '#{이름}님'],
    ['＃｛이름«\n»  ｝', '#{이름}'],
    ['#{이름«\n»|고객(님)}', '#{이름|고객(님)}'],
  ].map(([marked = '', meant = '']): Row => {
    return { rule: 'form-mistyped', source: text(marked, named), fixed: text(meant, named), isSafe: true }
  }),
  // A blank may be meant as well as nothing.
  { rule: 'form-mistyped', source: text('#{이름|고«\n»객}', named), fixed: text('#{이름|고 객}', named) },
  otherwise('«{{이름\n}}»님 «${이름\n}» «#(이름\n)»', '#{이름}님 #{이름} #{이름}'),
  {
    rule: 'form-mistyped',
    source: text('x\n- [#{이름«\n»}](https://a.kr)', named),
    fixed: text('x\n- [#{이름}](https://a.kr)', named),
  },
  // What closes them is further on: a brace behind the name would leave another one.
  otherwise('«#{이름» 안녕하세요\n글 } 끝'),
  otherwise('«#{이름»\n{가} 글', '#{이름}\n{가} 글'),
  {
    rule: 'variable-written-otherwise',
    source: `${twoCards.replace('---\n', `---\n${named}`).replace('## a', '## «#{이름»\n}님')}- [b](https://b.kr)\n`,
  },
  { ...otherwise('«＃｛이름|고객(님)｝»', '#{이름|고객(님)}'), isSafe: true },

  // What YAML takes for a comment
  ...[
    ['echo_to_webhook: «주문 #12»\n', 'echo_to_webhook: "주문 #12"\n'],
    ['echo_to_webhook: «#오늘만»\n', 'echo_to_webhook: "#오늘만"\n'],
    [
      'failback_data:\n  api_unique_id: lms\n  msg: «오늘만 #특가 진행»\n',
      'failback_data:\n  api_unique_id: lms\n  msg: "오늘만 #특가 진행"\n',
    ],
  ].map(([marked = '', meant = '']): Row => {
    return { rule: 'form-mistyped', source: text('x', marked), fixed: text('x', meant) }
  }),
  {
    rule: 'form-mistyped',
    source: text('#{이름}', 'vars: { 이름: { max: 3, fallback: «손님 #1» } }\n'),
    fixed: text('#{이름}', 'vars: { 이름: { max: 3, fallback: "손님 #1" } }\n'),
    isSafe: true,
  },
  {
    rule: 'form-mistyped',
    source: text('x', `${named}echo_to_webhook: «#{이름}»\n`),
    fixed: text('x', `${named}echo_to_webhook: "#{이름}"\n`),
    isSafe: true,
  },
  // Variables of other tools at the start of a value, where YAML reads marks of its own
  ...['{{이름}}', '{{ 이름 }}', '{이름}', '[이름]', '%이름%'].map((typed): Row => {
    const echo = (value: string): string => text('#{이름}', `${named}echo_to_webhook: ${value}\n`)
    return { rule: 'form-mistyped', source: echo(`«${typed}»`), fixed: echo('"#{이름}"') }
  }),
  {
    rule: 'form-mistyped',
    source: text(`#{이름}\n${block('- name: «{{이름}}님»\n  type: WL\n  url_mobile: «{{이름}}»')}`, named),
    fixed: text(`#{이름}\n${block('- name: "#{이름}님"\n  type: WL\n  url_mobile: "#{이름}"')}`, named),
  },

  // Texts that start with a sign of YAML's own
  ...[
    '& 주문',
    '* 주문',
    '!주문',
    '[주문] 1',
    '[광고] 봄 [세일]',
    '@주문',
    '%주문',
    '`주문',
    '> 주문',
    '>주문',
    '| 주문',
  ].map((typed): Row => {
    const echo = (value: string): string => text('x', `echo_to_webhook: ${value}\n`)
    return { rule: 'form-mistyped', source: echo(`«${typed}»`), fixed: echo(`"${typed}"`), isSafe: true }
  }),
  {
    rule: 'form-mistyped',
    source: text('x', 'echo_to_webhook: «@주문 #1»\n'),
    fixed: text('x', 'echo_to_webhook: "@주문 #1"\n'),
  },
  { ...mistyped(block('name: «[가] 나»\ntype: MD'), block('name: "[가] 나"\ntype: MD')), isSafe: true },

  // Characters that nobody sees in the scheme and the host of a link, and behind the dash of a button
  ...[
    'https://a.kr«\u200B»',
    'https://a.«\u200B»kr/b',
    'https://a.kr«\uFEFF»?b=1',
    'ht«\u200B»tps://a.kr',
    'https:«\u2060»//a.kr',
    'https:/«\u200B»/a.kr/b',
    'shop«\u3164»://home',
  ].flatMap((marked) => {
    const meant = marked.replace(/«.»/u, '')
    return [
      hidden(`- [a](${marked})`, `- [a](${meant})`),
      hidden(`- [a](<${marked}>)`, `- [a](<${meant}>)`),
      ...(meant.startsWith('https')
        ? [
            hidden(`- [a](https://b.kr "${marked}")`, `- [a](https://b.kr "${meant}")`),
            hidden(
              `\`\`\`button\nname: a\ntype: WL\nurl_mobile: ${marked}\n\`\`\``,
              `\`\`\`button\nname: a\ntype: WL\nurl_mobile: ${meant}\n\`\`\``,
            ),
          ]
        : []),
    ]
  }),
  ...['\u3164', '\u200B', '\u115F', '\u200D'].map((mark) =>
    hidden(`-«${mark}»[a](https://a.kr)`, '- [a](https://a.kr)'),
  ),

  // A space among the words that a link looks for
  mistyped('x\n- [a](https://a.kr/?q=봄« »세일 2개)', 'x\n- [a](https://a.kr/?q=봄%20세일%202개)'),
  mistyped('x\n- [a](https://a.kr/?q=1&« »b=2)', 'x\n- [a](https://a.kr/?q=1&b=2)'),

  // A space in the scheme of a link
  ...['my« »app://x', 'my«  »app://x', 'ht« »tps://a.kr', 'my« »app://x "https://a.kr"'].map((marked) =>
    mistyped(`x\n- [a](${marked})`, `x\n- [a](${marked.replace(/«\s+»/u, '')})`),
  ),

  // The header of a list with the signs of an item
  ...['##', '###', '####'].map((signs): Row => {
    return { rule: 'form-mistyped', source: itemsBelow(`«${signs}» 머리`), fixed: itemsBelow('# 머리') }
  }),
  { rule: 'form-mistyped', source: itemsBelow('<!-- 메모 -->\n«##»머리'), fixed: itemsBelow('<!-- 메모 -->\n# 머리') },
  {
    rule: 'form-mistyped',
    source: itemsBelow('«##» 머리\n- [a](https://a.kr)'),
    fixed: itemsBelow('# 머리\n- [a](https://a.kr)'),
  },

  // The link of an item below its image
  ...['[둘째](https://a.kr)', '- [둘째](https://a.kr "https://b.kr")', 'https://a.kr/?q=#{이름}', '<https://a.kr>'].map(
    (typed): Row => {
      const items = (second: string): string =>
        `---\nkind: ft-wide-item-list\n${named}---\n# a\nb\n## 첫째\n[![](a.png)](https://c.kr)\n## 둘째\n${second}\n## 셋째\n[![](c.png)](https://d.kr/#{이름})\n`
      const target = typed.replaceAll(/^(?:- )?\[둘째\]\(|^<|[>)]$/g, '')
      return {
        rule: 'item-link-missing',
        source: items(`![](b.png)\n\n«${typed}»`),
        fixed: items(`[![](b.png)](${target})`),
      }
    },
  ),
  // An image without a name
  {
    rule: 'form-mistyped',
    source: '---\nkind: ft-image\n---\nx\n\n![](a.jp«g»\n',
    fixed: '---\nkind: ft-image\n---\nx\n\n![](a.jpg)\n',
  },
  {
    rule: 'form-mistyped',
    source: '---\nkind: ft-image\n---\nx\n\n![«]»a.jpg)\n',
    fixed: '---\nkind: ft-image\n---\nx\n\n![](a.jpg)\n',
  },

  // No space behind the dash of a list
  {
    ...mistyped(
      block('«-»name: 가\n type: MD\n«*»name: 나\n  type: MD'),
      block('- name: 가\n  type: MD\n- name: 나\n  type: MD'),
    ),
    isSafe: true,
  },
  {
    ...mistyped(
      block('- name: 가\n  type: MD\n«-»name: 나\n  type: MD'),
      block('- name: 가\n  type: MD\n- name: 나\n  type: MD'),
    ),
    isSafe: true,
  },
  ...['–', '•'].map((dash): Row => {
    const list = (mark: string): string => text(block(`${mark}name: 가\n  type: MD`))
    return { rule: 'look-alike-character', source: list(`«${dash}»`), fixed: list('- '), isSafe: true }
  }),
  { ...mistyped(block('«-- »name: 가\n   type: MD'), block('- name: 가\n  type: MD')), isSafe: true },
  {
    rule: 'form-mistyped',
    source: '---\n«-»kind: ft-text\n---\nx\n',
    fixed: '---\nkind: ft-text\n---\nx\n',
    isSafe: true,
  },

  // Settings in one line, and the declaration of a variable without its braces
  mistyped(block('name: 가, «type»: MD'), block('name: 가\ntype: MD')),
  mistyped(
    block('- name: 가, «type»: MD\n- name: 나\n  type: MD'),
    block('- name: 가\n  type: MD\n- name: 나\n  type: MD'),
  ),
  { ...mistyped(block('name: «가: type»\ntype: MD'), block('name: "가: type"\ntype: MD')), isSafe: true },
  { ...mistyped(block('name: «가, 종류: MD»\ntype: MD'), block('name: "가, 종류: MD"\ntype: MD')), isSafe: true },
  {
    rule: 'form-mistyped',
    source: '---\nkind: ft-text, «ad_flag»: N\n---\nx\n',
    fixed: '---\nkind: ft-text\nad_flag: N\n---\nx\n',
  },
  ...[' ', '  ', ' / ', ' | '].map((gap): Row => {
    const source = `---\nkind: ft-text${gap}«ad_flag»: N\ntitle: 안내\n---\nx\n`
    return { rule: 'form-mistyped', source, fixed: '---\nkind: ft-text\nad_flag: N\ntitle: 안내\n---\nx\n' }
  }),
  mistyped(block('name: 가 나 «type»: MD'), block('name: 가 나\ntype: MD')),
  ...[
    ['max: 10, example: «12,300»', 'max: 10, example: "12,300"', 'safe'],
    ['example: «1,234,500원», max: 10', 'example: "1,234,500원", max: 10', 'safe'],
    ['max: 30, example: «서울시 중구, 을지로 3층»', 'max: 30, example: "서울시 중구, 을지로 3층"', ''],
    ['max: 9, fallback: «가, 나», example: «다,라»', 'max: 9, fallback: "가, 나", example: "다,라"', ''],
  ].map(([marked = '', fixed = '', safety]): Row => {
    const vars = (value: string): string => text('#{이름}', `vars:\n  이름: { ${value} }\n`)
    // The first of several in a line says what is wrong.
    const source = vars(marked.replace(/(»[^«]*)«([^»]*)»/, '$1$2'))
    return { rule: 'form-mistyped', source, fixed: vars(fixed), ...(safety === 'safe' && { isSafe: true }) }
  }),
  ...['max: 3', 'max: 3, example: 가'].map((typed): Row => {
    const vars = (value: string): string => text('#{이름}', `vars:\n  이름: ${value}\n`)
    return { rule: 'form-mistyped', source: vars(`«${typed}»`), fixed: vars(`{ ${typed} }`), isSafe: true }
  }),

  // The name of a variable with its marks, or one that is none
  ...['"#{이름}"', '#{이름}', '{이름}', '{{이름}}', '"{이름}"', '[이름]', '%이름%', '$이름', '#이름'].map(
    (typed): Row => {
      const vars = (name: string): string =>
        text('#{이름} #{나이}', `vars: { 나이: { max: 1 }, ${name}: { max: 3 } }\n`)
      return { rule: 'form-mistyped', source: vars(`«${typed}»`), fixed: vars('이름'), isSafe: true }
    },
  ),
  {
    rule: 'form-mistyped',
    source: text('#{이름}', 'vars: {«{이름}»: {max: 3}}\n'),
    fixed: text('#{이름}', 'vars: {이름: {max: 3}}\n'),
    isSafe: true,
  },
  ...[
    ['이 름', '이름', '이름'],
    ['이름!', '이름', '이름'],
    ['고객 이름', '고객_이름', '고객 이름'],
    ['user-name', 'user_name', 'user-name'],
    ['user.name', 'username', 'username'],
  ].map(([typed = '', meant = '', use = '']): Row => {
    const vars = (name: string, used: string): string => text(used, `vars: { ${name}: { max: 3 } }\n`)
    const used = use === meant ? `#{${use}}` : `«#{${use}}»`
    return {
      rule: 'variable-name-invalid',
      source: vars(`«${typed}»`, used),
      fixed: vars(meant, `#{${meant}}`),
    }
  }),
  { rule: 'variable-name-invalid', source: text('x', 'vars: { «"!"»: { max: 3 } }\n') },
  {
    rule: 'variable-name-invalid',
    source: text('#{이름}', 'vars: { «이 름»: { max: 3 }, 이름: { max: 3 } }\n'),
  },

  // What a mapping of the frontmatter goes on with, and settings right below it
  ...[
    ['vars:\n  이름: { max: 3 }\n', '  등급: { max: 3 }\n', '#{이름} #{등급}'],
    ['vars:\n  이름: { max: 3 }\n', '  등급:\n    max: 3\n', '#{이름} #{등급}'],
    ['vars:\n  이름:\n    max: 3\n', '    example: 가\n', '#{이름}'],
    ['failback_data:\n  api_unique_id: a\n  msg: b\n', '  origin_cid: "02"\n', '글'],
    ['', 'id: spring\n', '글'],
    ['', 'sender: vip\n', '글'],
    ['', 'title: 봄 소식\n', '글'],
    ['', 'meta:\n  team: a\n', '글'],
  ].map(([above = '', below = '', body = '']): Row => {
    const [first = '', ...others] = below.split('\n')
    const marked = [first.replace(/\S.*/, '«$&»'), ...others].join('\n')
    const head = `---\nkind: ft-text\n${above}`
    return { rule: 'form-mistyped', source: `${head}---\n${marked}${body}\n`, fixed: `${head}${below}---\n${body}\n` }
  }),
  // An indented line is text: a setting behind it is none at the start of the body
  ...['  ad_flag: N', '  url_mobile: https://a.kr'].map((line): Row => mistyped(`${line}\n«ad_flag: N»\nx`)),
  ...['ad_flag: N', 'echo_to_webhook: a'].map((line): Row => {
    const marked = line.replace(/^\w+/, '«$&»')
    return { rule: 'key-unknown', source: text('글', `failback_data:\n  api_unique_id: a\n  msg: b\n  ${marked}\n`) }
  }),
  ...['«  chat_extra: abc»', '«    url_mobile: https://a.kr»'].map((line): Row => {
    return mistyped(`${block('name: a\ntype: BC')}\n${line}`)
  }),
  // Conditions of templates: what ends them is part of the mistake
  ...[
    '«{% if 이름 %}»#{이름}님, {% endif %}',
    '«{%- if 이름 == "김" -%}»#{이름}{% else %}고객{%- endif -%}',
    '«{% for x in 쿠폰 %}»#{이름}{% endfor %}',
    '«{% if 등급 >= 3 %}»#{이름}{% endif %}',
    '«<% if (이름) %>»#{이름}<% } %>',
    '«{#if 이름}»#{이름}{/if}',
    '«{{#if 이름}}»#{이름}{{/if}}',
    '#{이름} «{% endif %}»',
    '#{이름}«{/if}»',
  ].map((body) => otherwise(body)),
  // What is said of a variable, in the column of its name or left of it
  ...['«  »max: 3', '«m»ax: 3', '    max: 3\n«  »fallback: 가', '    max: 3\n«e»xample: 가'].map((marked): Row => {
    const meant = marked.replaceAll(/« *(\w?)»/g, '    $1')
    const vars = (lines: string): string => text('#{이름}', `vars:\n  이름:\n${lines}\n`)
    return { rule: 'form-mistyped', source: vars(marked), fixed: vars(meant), isSafe: true }
  }),
  // What is said of a variable, by other names
  ...[
    ...['maxLength', 'max_length', 'length', 'maximum', '최대', '글자수'].map((typed) => [typed, 'max: 3', 'max']),
    ...['예시', 'sample'].map((typed) => [typed, 'max: 3, example: 가', 'example']),
    ...['default', '기본값'].map((typed) => [typed, 'max: 3, fallback: 가', 'fallback']),
  ].flatMap(([typed = '', settings = '', key = '']): Row[] => {
    const marked = settings.replace(key, `«${typed}»`)
    const lines = (all: string): string => `vars:\n  이름:\n    ${all.replaceAll(', ', '\n    ')}\n`
    return [
      {
        rule: 'key-unknown',
        source: text('#{이름}', `vars: { 이름: { ${marked} } }\n`),
        fixed: text('#{이름}', `vars: { 이름: { ${settings} } }\n`),
      },
      { rule: 'key-unknown', source: text('#{이름}', lines(marked)), fixed: text('#{이름}', lines(settings)) },
    ]
  }),
  { rule: 'key-unknown', source: text('#{이름}', 'vars: { 이름: { max: 3, «maxLength»: 5 } }\n') },

  ...['«<!-- 메모 -->»\n', '«// 메모»\n'].map((marked): Row => {
    return { rule: 'form-mistyped', source: text('x', marked), fixed: text('x', '# 메모\n'), isSafe: true }
  }),

  // Bullets in front of a button, and what Markdown has behind the path of an image
  ...['- [ ]', '- [x]', '--', '- -', '- •'].map((bullet): Row => {
    return { ...mistyped(`x\n«${bullet}» [a](https://a.kr)`, 'x\n- [a](https://a.kr)'), isSafe: true }
  }),
  ...['"제목"', "'제목'", '=300x'].map((title): Row => {
    const image = (typed: string): string => `---\nkind: ft-image\n---\n![a](a.jpg${typed})\n\nx\n`
    return { rule: 'form-mistyped', source: image(`« ${title}»`), fixed: image('') }
  }),
  {
    rule: 'form-mistyped',
    source: '---\nkind: ft-image\n---\nx\n\n«[»a](a.jpg)\n',
    fixed: '---\nkind: ft-image\n---\nx\n\n![a](a.jpg)\n',
  },

  // Marks that are mixed up around a name and a link, or in front of a title
  { ...mistyped('x\n- «(»a)(https://a.kr)', 'x\n- [a](https://a.kr)'), isSafe: true },
  { ...mistyped('x\n- [a]«[»https://a.kr]', 'x\n- [a](https://a.kr)'), isSafe: true },
  mistyped('x\n- «"»a"(https://a.kr)', 'x\n- [a](https://a.kr)'),
  mistyped('x\n- [«[»a]](https://a.kr)', 'x\n- [a](https://a.kr)'),
  mistyped('x\n- «!»[a](https://a.kr)', 'x\n- [a](https://a.kr)'),
  mistyped('x\n- [a](https://a.kr «/ »"https://b.kr")', 'x\n- [a](https://a.kr "https://b.kr")'),
  mistyped('x\n- [a](https« ://»a.kr)', 'x\n- [a](https://a.kr)'),
  mistyped('«<%-- a --%>»\nx', '<!-- a -->\nx'),
  // Settings below the frontmatter, and another message.
  { rule: 'form-mistyped', source: text('«ad_flag: N»\nx'), fixed: text('x', 'ad_flag: N\n') },
  {
    rule: 'form-mistyped',
    source: text('\n«vars:»\n  이름: { max: 3, example: a }\n#{이름}'),
    fixed: text('\n#{이름}', 'vars:\n  이름: { max: 3, example: a }\n'),
  },
  { rule: 'form-mistyped', source: `${text('x')}\n«---»\nkind: ft-text\n---\ny\n` },
  // A comment whose end is mistyped, and one in it.
  { ...mistyped('<!-- a« —>»\nx\n<!-- b -->\ny', '<!-- a -->\nx\n<!-- b -->\ny'), isSafe: true },
  { rule: 'comment-unclosed', source: text('«<!--»\nx\n<!-- b -->\ny'), fixed: text('<!-- -->\nx\n<!-- b -->\ny') },
  // A comment whose start is mistyped, or one of a template.
  ...['<!_-', '<!__', '<!=-', '!<--', '<!'].map((opening): Row => {
    return { ...mistyped(`«${opening}» 메모 -->\nx`, '<!-- 메모 -->\nx'), isSafe: true }
  }),
  mistyped('«{{! 메모 }}»\nx', '<!-- 메모 -->\nx'),
  mistyped('«{{!-- 메모 --}}»\nx', '<!-- 메모 -->\nx'),
  // Something behind the end of a comment.
  ...['\u00a0', '\u3000'].flatMap((space): Row[] =>
    ['<!-- a -->', '<!-- a\nb -->'].map((typed) => ({
      rule: 'look-alike-character',
      source: text(`${typed}«${space}»\nx`),
      fixed: text(`${typed}\nx`),
      isSafe: true,
    })),
  ),
  mistyped('<!-- a\n«b -->» x', '<!-- a\nb -->\nx'),
  // Decoration may have such marks, too: no fix.
  ...['/* a */', '{# a #}'].map((typed): Row => ({ rule: 'form-mistyped', source: text(`«${typed}»\nx`) })),
  link('«https:/»a.kr/b', 'https://a.kr/b'),
  link('«https:»a.kr', 'https://a.kr'),
  link('«https:\\\\\\\\»a.kr', 'https://a.kr'),
  link('«htps://»a.kr', 'https://a.kr'),
  link('«ttp://»a.kr', 'http://a.kr'),
  link('«HTTPSS://»a.kr', 'https://a.kr'),
  link('«http:///»a.kr', 'http://a.kr'),
  linkInBlock('«https//»a.kr', 'https://a.kr'),
  linkInBlock('«https;//»a.kr', 'https://a.kr'),
  linkInBlock('«https：//»a.kr', 'https://a.kr'),

  // A button with some of its marks, in a list of buttons that ends a text, and a tail in its place
  mistyped('x\n- [a«]»https://a.kr', 'x\n- [a](https://a.kr)'),
  mistyped('x\n- [a]«: »https://a.kr "https://b.kr"', 'x\n- [a](https://a.kr "https://b.kr")'),
  mistyped('x\n-« »a（shop://a）', 'x\n- [a](shop://a)'),
  { ...mistyped('x\n- «［»a］：https://a.kr', 'x\n- [a](https://a.kr)'), rule: 'look-alike-character' },
  mistyped(
    'x\n- 배송비 무료\n\n- [a](https://a.kr)\n-« »b<https://b.kr>\n<!-- c -->\n- [d«]»https://d.kr',
    'x\n- 배송비 무료\n\n- [a](https://a.kr)\n- [b](https://b.kr)\n<!-- c -->\n- [d](https://d.kr)',
  ),
  ...[
    ['«- »[a]: https://a.kr', 'card'],
    ['[a«]»https://a.kr', 'card'],
    ['[a]«: »https://a.kr', 'card'],
    ['«a»(https://a.kr)', 'card'],
    ['- [a«]»https://a.kr', 'item'],
  ].map(([marked = '', of = '']): Row => {
    const carousel = (end: string): string =>
      `---\nkind: ft-carousel-feed\n---\nx\n## a\n![a](a.png)\nt\n- [b«]»https://b.kr\n## b\n![a](b.png)\nt\n---\n${end}\n`
    const list = (end: string): string => `${itemsBelow('# a')}---\n${end}\n`
    return of === 'item'
      ? { rule: 'form-mistyped', source: list(marked), fixed: list('- [a](https://a.kr)') }
      : {
          rule: 'form-mistyped',
          source: carousel(marked),
          fixed: carousel('[a](https://a.kr)').replace('«]»', '](').replace('b.kr\n##', 'b.kr)\n##'),
        }
  }),

  // An opening fence that others have marks around, or of the marks of dividers and tags
  { ...mistyped('x\n«- »```button\nname: 가\ntype: MD\n```', block('name: 가\ntype: MD')), isSafe: true },
  { ...mistyped('x\n«* »```button\n  name: 가\n  type: MD\n  ```', block('  name: 가\n  type: MD')), isSafe: true },
  ...['#', '##'].map((signs): Row => {
    return {
      ...mistyped(`x\n«${signs} »\`\`\`button\nname: 가\ntype: MD\n\`\`\``, block('name: 가\ntype: MD')),
      isSafe: true,
    }
  }),
  { rule: 'link-without-scheme', source: text('x\n- [보기](«#top»)') },
  { rule: 'key-unknown', source: text(block('name: 가\ntype: AL\n«link»: shop://a')) },
  mistyped('x\n«1. »~~~button\nname: 가\ntype: MD', block('name: 가\ntype: MD')),
  mistyped('x\n```button«```»\nname: 가\ntype: MD\n\n안내: 끝', `${block('name: 가\ntype: MD')}\n\n안내: 끝`),
  mistyped('x\n«---button»\nname: 가\ntype: MD\n---\n끝', `${block('name: 가\ntype: MD')}\n끝`),
  mistyped('x\n«=== 버튼 ===»\nname: 가\ntype: MD\n===', block('name: 가\ntype: MD')),
  mistyped('x\n«<button>»\n  name: 가\n  type: MD\n</button>', block('  name: 가\n  type: MD')),

  // What ends the cards is mistyped or missing above the tail
  ...['[a](https://a.kr)', '```tail\nurl_mobile: https://a.kr\n```'].flatMap((tail): Row[] => {
    const cards = (end: string): string => `${twoCards}- [b](https://b.kr)\n${end}\n`
    const fixed = cards(`---\n${tail}`)
    const commented = cards(`---\n<!-- 끝 -->\n${tail}`)
    return [
      { rule: 'form-mistyped', source: cards(`«＝＝＝»\n${tail}`), fixed },
      { rule: 'form-mistyped', source: cards(`«===»\n${tail}`), fixed },
      { rule: 'look-alike-character', source: cards(`«\u200B»---\n${tail}`), fixed, isSafe: true },
      { rule: 'look-alike-character', source: cards(`---«\u200B»\n${tail}`), fixed, isSafe: true },
      { rule: 'form-mistyped', source: cards(`---«끝»\n${tail}`), fixed: commented },
      { rule: 'form-mistyped', source: cards(`--- «끝» ---\n${tail}`), fixed: commented },
    ]
  }),
  {
    rule: 'form-mistyped',
    source: `${twoCards}«\`\`\`»tail\nurl_mobile: https://a.kr\n\`\`\`\n`,
    fixed: `${twoCards}---\n\`\`\`tail\nurl_mobile: https://a.kr\n\`\`\`\n`,
  },
  // A button without its dash as well as a tail: no fix
  {
    rule: 'form-mistyped',
    source: `${twoCards}- [b](https://b.kr)\n«[아주 긴 이름 하나](https://a.kr)»\n<!-- a -->\n`,
  },
  {
    rule: 'form-mistyped',
    source: `${twoCards}«[a](https://a.kr)»\n끝\n`,
    fixed: `${twoCards}- [a](https://a.kr)\n끝\n`,
  },

  // Other quotes around a second link, of which the first says it
  ...['″', '‶', '˝', '′', '〃', '❛', "''", '&quot;', '&#34;', '&rdquo;'].map((quote): Row => {
    const rule = quote.startsWith('&') ? 'form-mistyped' : 'look-alike-character'
    const first = quote.startsWith('&') ? quote : quote.charAt(0)
    const source = text(`x\n- [a](https://a.kr «${first}»${quote.slice(first.length)}https://b.kr/?c=d${quote})`)
    return { rule, source, fixed: text('x\n- [a](https://a.kr "https://b.kr/?c=d")'), isSafe: true }
  }),

  // Marks of a link in full width: in the host they mean nothing else
  ...[
    ['a．kr／b', '．', 'a.kr/b', true],
    ['a。kr', '。', 'a.kr', true],
    ['a.kr：80/b', '：', 'a.kr:80/b', true],
    ['a.kr/b？c＝d＆e=f', '？', 'a.kr/b?c=d&e=f', false],
    ['a.kr/할인？c=d', '？', 'a.kr/할인?c=d', false],
    ['a.kr/b＃c', '＃', 'a.kr/b#c', false],
    ['a.kr/～b', '～', 'a.kr/~b', false],
  ].flatMap(([typed, first, meant, isHost]): Row[] => {
    const marked = String(typed).replace(String(first), '«$&»')
    const places = [
      [`x\n- [a](https://${marked})`, `x\n- [a](https://${meant})`],
      [`x\n- [a](https://a.kr "https://${marked}")`, `x\n- [a](https://a.kr "https://${meant}")`],
      [
        block(`name: a\ntype: WL\nurl_mobile: https://${marked}`),
        block(`name: a\ntype: WL\nurl_mobile: https://${meant}`),
      ],
    ] as const
    return places.map(([source, fixed]): Row => {
      const row = { rule: 'look-alike-character', source: text(source), fixed: text(fixed) }
      return isHost === true ? { ...row, isSafe: true } : row
    })
  }),

  // Beside a variable, which stands for characters of an address
  ...[
    ['b«／»#{이름}', 'b/#{이름}'],
    ['#{이름}«／»b', '#{이름}/b'],
    ['#{이름}«＆»c=#{이름}', '#{이름}&c=#{이름}'],
  ].map(([typed, meant]): Row => {
    const [source, fixed] = [typed, meant].map((path) => text(`x\n- [a](https://a.kr/${path})`, named))
    return { rule: 'look-alike-character', source: source ?? '', fixed: fixed ?? '' }
  }),
  { ...otherwise('x\n- [a](https://a.kr/«＃{이름}»)', 'x\n- [a](https://a.kr/#{이름})'), isSafe: true },

  // Spaces of other sorts behind a form
  ...['\u00A0', '\u3000', ' \u2003 '].flatMap((space): Row[] => {
    const image = (end: string): string => `---\nkind: ft-image\n---\nx\n![a](b.png)${end}\n`
    return [
      hidden(`- [a](https://a.kr)«${space}»`, '- [a](https://a.kr)'),
      { rule: 'look-alike-character', source: image(`«${space}»`), fixed: image(''), isSafe: true },
    ]
  }),

  // A path with parentheses, and brackets of a name that stand alone
  ...['사진 (2).png', 'img/봄 세일 (최종) 2.png', '사진 （2）.png'].flatMap((path): Row[] =>
    ['', '](https://a.kr)'].map((end): Row => {
      const [open, found] = [end === '' ? '' : '[', path.indexOf(' ')]
      const image = (typed: string): string => `---\nkind: ft-image\n---\nx\n${open}![a](${typed})${end}\n`
      const marked = `${path.slice(0, found)}« »${path.slice(found + 1)}`
      return { rule: 'form-mistyped', source: image(marked), fixed: image(`<${path}>`), isSafe: true }
    }),
  ),
  mistyped('x\n- «[»봄] 신상](https://a.kr)', 'x\n- [[봄] 신상](https://a.kr)'),
  mistyped('x\n- «[»a] b] c](https://a.kr)', 'x\n- [[[a] b] c](https://a.kr)'),
  mistyped('x\n-« »봄] 신상](https://a.kr)', 'x\n- [[봄] 신상](https://a.kr)'),
  mistyped('x\n- [보러 가«기»https://a.kr)', 'x\n- [보러 가기](https://a.kr)'),
  mistyped('x\n- [보러 가기« »https://a.kr)', 'x\n- [보러 가기](https://a.kr)'),
  ...['-', '→', '->', '=>', '='].map((sign) =>
    mistyped(`x\n- [예약]« ${sign} »https://a.kr`, 'x\n- [예약](https://a.kr)'),
  ),
  // Text behind the end of the frontmatter, and settings below it
  ...['안녕하세요', '#{이름}님', '안녕: 하세요, (봄)', '🎉🎉', '(^^)', '- [가](https://a.kr)', '"봄" 세일'].map(
    (words): Row => {
      const vars = words.includes('#{') ? named : ''
      const file = (end: string): string => `---\nkind: ft-text\n${vars}---${end}\n봄 세일\n`
      return {
        rule: 'form-mistyped',
        source: file(` ${words}`).replace('--- ', '«---» '),
        fixed: file(`\n${words}`),
        isSafe: true,
      }
    },
  ),
  ...['', '\n', '---\n', '\n---\n'].map((between): Row => {
    const source = `---\nkind: ft-text\n---\n${between}«ad_flag: N»\n---\n안녕\n`
    return {
      rule: 'form-mistyped',
      source,
      fixed: `---\nkind: ft-text\nad_flag: N\n---\n${between === '\n' || between === '' ? between : between.replace('---\n', '')}안녕\n`,
    }
  }),
  { rule: 'form-mistyped', source: '---\nkind: ft-text\n---\n«kind: ft-text»\n안녕\n' },
  {
    rule: 'form-mistyped',
    source: '---\nkind: ft-text\n«---» 봄 세일\n일시: 5/1\n',
    fixed: '---\nkind: ft-text\n---\n봄 세일\n일시: 5/1\n',
    isSafe: true,
  },
  // Arrows, which are no comment for sure
  mistyped('«<---» 아래 버튼을 눌러 주세요 --->\nx'),
  mistyped('«<--» 좌우로 넘겨 보세요 -->\nx', '<!-- 좌우로 넘겨 보세요 -->\nx'),
  // An image whose mark is another one, whose link stands around it, or as mail programs paste it
  ...['|', '?', '¡'].map((sign): Row => {
    const image = (mark: string): string => `---\nkind: ft-image\n---\n${mark}[a](b.png)\nx\n`
    return { rule: 'form-mistyped', source: image(`«${sign}»`), fixed: image('!') }
  }),
  ...[
    '«[![a](b.png)»\n](https://a.kr)',
    '«[»\n![a](b.png)\n](https://a.kr)',
    '«[»\n\n![a](b.png)\n\n](https://a.kr)',
  ].map((marked): Row => {
    const image = (lines: string): string => `---\nkind: ft-image\n---\n${lines}\nx\n`
    return { rule: 'form-mistyped', source: image(marked), fixed: image('[![a](b.png)](https://a.kr)') }
  }),
  {
    rule: 'form-mistyped',
    source: '---\nkind: ft-image\n---\n«[이미지: b.png]»\nx\n',
    fixed: '---\nkind: ft-image\n---\n![](b.png)\nx\n',
  },
  { rule: 'link-inside-text', source: text('x\n! «[보기](https://a.kr)»') },
  mistyped('x\n- [보기](«`»https://a.kr`)', 'x\n- [보기](https://a.kr)'),
  mistyped('x\n«보»기](https://a.kr)', 'x\n- [보기](https://a.kr)'),
  mistyped('x\n- [보기](https://a.kr/x« 모바일»)', 'x\n- [보기](https://a.kr/x)'),
  mistyped('x\n- [보기](«모바일 »https://a.kr)', 'x\n- [보기](https://a.kr)'),
  // Text behind the fence that closes a block
  ...['감사합니다', '♥', '(^^)', '"봄" 세일'].map((words) =>
    mistyped(
      `x\n\`\`\`button\nname: a\ntype: BK\n«\`\`\`»${words}`,
      `x\n\`\`\`button\nname: a\ntype: BK\n\`\`\`\n${words}`,
    ),
  ),
  {
    ...mistyped('x\n```button\n{name«:»a,type:BK}\n```', 'x\n```button\n{name: a,type: BK}\n```'),
    isSafe: true,
  },
  // What ends the items below a block that nothing closes, and a button below the items
  {
    rule: 'block-unclosed',
    source: `${twoCards}«\`\`\`coupon»\ntitle: 10% 할인 쿠폰\ndescription: 오늘만\n---\n[더 보기](https://a.kr)\n`,
    fixed: `${twoCards}\`\`\`coupon\ntitle: 10% 할인 쿠폰\ndescription: 오늘만\n\`\`\`\n---\n[더 보기](https://a.kr)\n`,
  },
  {
    rule: 'form-mistyped',
    source: `${itemsBelow('# x')}«- [모두](https://a.kr)»\n`,
    fixed: `${itemsBelow('# x')}---\n- [모두](https://a.kr)\n`,
  },
  // A title of an item without its mark
  ...[
    ['#b', '## b'],
    ['b', '## b'],
    ['2. b', '## 2. b'],
    ['■ b', '## ■ b'],
    ['`## b`', '## b'],
    ['|## b|', '## b'],
  ].map(([typed = '', meant = '']): Row => {
    const items = itemsBelow('# x')
    return { rule: 'form-mistyped', source: items.replace('## b', `«${typed}»`), fixed: items.replace('## b', meant) }
  }),
  mistyped('x\n```«button» name: a, type: BK ```', 'x\n```button\n{ name: a, type: BK }\n```'),
  // Words in front of an address, and attributes behind a form
  ...['링크: ', '주소 : ', '링크 ', 'URL: '].map((words) => {
    const [typed, gap] = [words.trimEnd(), words.length - words.trimEnd().length]
    return mistyped(`x\n- [예약](«${typed}${' '.repeat(gap)}»https://a.kr)`, 'x\n- [예약](https://a.kr)')
  }),
  mistyped('x\n- [예약](https://a.kr) «{SALE}»', 'x\n- [예약](https://a.kr)\n{SALE}'),
  ...['{:target="_blank"}', '{.btn #x}', '{:target="_blank"} {.b}'].map((attributes) =>
    mistyped(`x\n- [예약](https://a.kr)«${attributes}»`, 'x\n- [예약](https://a.kr)'),
  ),
  // A number with a comma
  {
    rule: 'form-mistyped',
    source: text('#{이름}', 'vars: { 이름: { max: «1,000», example: 가 } }\n'),
    fixed: text('#{이름}', 'vars: { 이름: { max: 1000, example: 가 } }\n'),
    isSafe: true,
  },
  {
    rule: 'form-mistyped',
    source: text('#{이름}', 'vars:\n  이름:\n    max: «1,000»\n    example: "max: 1,000, 무료"\n'),
    fixed: text('#{이름}', 'vars:\n  이름:\n    max: 1000\n    example: "max: 1,000, 무료"\n'),
    isSafe: true,
  },
  {
    rule: 'form-mistyped',
    source: text('#{이름}', 'vars: { 이름: { max: «1,000», example: "a, max: 1,000, 무료" } }\n'),
    fixed: text('#{이름}', 'vars: { 이름: { max: 1000, example: "a, max: 1,000, 무료" } }\n'),
    isSafe: true,
  },
  // Text behind an image that holds a name of an image
  {
    rule: 'form-mistyped',
    source: '---\nkind: ft-image\n---\nx\n![a](b.png) «아래 (c.png)»\n',
    fixed: '---\nkind: ft-image\n---\nx\n![a](b.png)\n아래 (c.png)\n',
  },
  mistyped('x\n«name: a»\ntype: BK\n~~~', block('name: a\ntype: BK')),
  // A title with a bracket, an image behind a title, a heading inside a card
  {
    rule: 'form-mistyped',
    source: twoCards.replace('## b\n', '#«#»[한정] b\n'),
    fixed: twoCards.replace('## b\n', '## [한정] b\n'),
    isSafe: true,
  },
  {
    rule: 'form-mistyped',
    source: twoCards.replace('## b\n![a](b.png)', '«## b» ![a](b.png)'),
    fixed: twoCards,
  },
  {
    rule: 'form-mistyped',
    source: twoCards.replace('## b\n![a](b.png)', '«## [한정] b» ![a](b.png)'),
    fixed: twoCards.replace('## b\n', '## [한정] b\n'),
  },
  { rule: 'form-mistyped', source: `${twoCards}«###» c\nu\n` },
  // A block without its fences
  mistyped('x\n«name: a»\ntype: WL\nurl_mobile: https://a.kr', block('name: a\ntype: WL\nurl_mobile: https://a.kr')),
  // The same below what names it, or on one line
  ...['buttons:', 'Button', '버튼:', '**버튼**', '### 버튼'].map((label) =>
    mistyped(
      `x\n${label}\n«name: a»\ntype: WL\nurl_mobile: https://a.kr`,
      block('name: a\ntype: WL\nurl_mobile: https://a.kr'),
    ),
  ),
  mistyped(
    'x\n버튼\n«```»\nname: a\ntype: WL\nurl_mobile: https://a.kr\n```',
    block('name: a\ntype: WL\nurl_mobile: https://a.kr'),
  ),
  mistyped(
    'x\n링크\n«name: a»\ntype: WL\nurl_mobile: https://a.kr',
    `x\n링크\n${block('name: a\ntype: WL\nurl_mobile: https://a.kr').slice(2)}`,
  ),
  mistyped(
    'x\n«버튼»: {name: a, type: WL, url_mobile: https://a.kr}',
    block('{name: a, type: WL, url_mobile: https://a.kr}'),
  ),
  mistyped('x\n«buttons»: [{ type: BK, name: a }]', block('[{ type: BK, name: a }]')),
  // Signs in front of a text with a link are no bullet where nothing leads anywhere.
  { rule: 'link-inside-text', source: text('x\n※ «[문의](02-123-4567)»') },

  // Markdown around a form
  mistyped('x\n«>» - [보기](https://example.com)', 'x\n- [보기](https://example.com)'),
  mistyped('x\n«###» - [보기](https://example.com)', 'x\n- [보기](https://example.com)'),
  mistyped('x\n«`»- [보기](https://example.com)`', 'x\n- [보기](https://example.com)'),
  mistyped('x\n«가<br>»- [보기](https://example.com)', 'x\n가<br>\n- [보기](https://example.com)'),
  mistyped('x\n- [보기](https://example.com) «지금»', 'x\n- [보기](https://example.com)\n지금'),
  mistyped('x\n«[공지](https://example.com)»', 'x\n- [공지](https://example.com)'),
]

function findings(source: string): readonly Diagnostic[] {
  return compileSource(source, { image: anyImage }).diagnostics.filter(({ rule }) => rules.has(rule))
}

describe('what was meant otherwise', () => {
  it.each([
    '- [예약](',
    '- [예약] (',
    '[예약](',
    '- [예약](h',
    '- [예약](‹',
    '- [예약](〈https',
    '- [예약](<',
    '- [](',
    '![배너](',
    '[![배너](',
    '[![배너](a.png',
    '[![배너](a.png)',
    '[![배너](a.png)](',
  ])('is told where a form has only begun: %s', (line) => {
    // That a link is empty follows where its parentheses are told for something else.
    const { diagnostics } = compileSource(text(`x\n\n${line}`))
    const found = diagnostics.filter(({ rule }) => rule !== 'link-empty')
    expect(found).toMatchObject([{ rule: 'form-mistyped', severity: 'error', start: { line: 6 } }])
  })

  it.each(['myapp:///home', 'kakaotalk:///a/b', 'fb:///home', 'shop://home'])('is nothing in the link %s', (to) => {
    const { template, diagnostics } = compileSource(text(`x\n\n- [앱](${to})`))
    expect(diagnostics).toEqual([])
    expect(template?.payload).toMatchObject({ attachment: { button: [{ type: 'AL', scheme_ios: to }] } })
  })

  it('leaves the data of the fallback service as it is', () => {
    const data = 'failback_data:\n  api_unique_id: sms\n  msg: 글\n  retry: { max: "3" }\n'
    const { diagnostics } = compileSource(text('글', `ad_flag: 광고\n${data}`))
    expect(diagnostics.map(({ rule, start }) => `${start.line} ${rule}`)).toEqual(['3 value-not-allowed'])
  })

  it.each(['ad_flag: 안내', 'ad_flag: n', 'echo_to_webhook: 0123'])(
    'is one error where the value of a setting that stands too low is wrong as well: %s',
    (setting) => {
      const { diagnostics } = compileSource(text(`${setting}\n\n글`))
      expect(diagnostics.map(({ rule, start }) => `${start.line} ${rule}`)).toEqual(['4 form-mistyped'])
    },
  )

  it.each(rows)('$rule stands at its place in $source', ({ rule, source: marked, fixed, isSafe }) => {
    const source = marked.replaceAll(/[«»]/g, '')
    const offsets = [...marked.matchAll(/[«»]/g)].map(({ index }, before) => index - before)
    // Nothing follows from it; that HTML is sent as typed is said of the text itself.
    const found = compileSource(source, { image: anyImage }).diagnostics.filter(
      ({ rule: id }) => id !== 'markdown-in-text',
    )
    expect(found.flatMap(({ start, end }) => [start.offset, end.offset])).toEqual(offsets)
    expect(new Set(found.map((one) => `${one.severity} ${one.rule}`))).toEqual(new Set([`error ${rule}`]))
    expect(applyFixes(source, found, { unsafe: true }).source).toBe(fixed ?? source)
    expect(applyFixes(source, found).source).toBe(isSafe ? fixed : source)
  })

  // Whoever means the characters is told what to type.
  it.each(rows)('is sent as it is typed once its mark is escaped, in $source', ({ source: marked }) => {
    const source = marked.replaceAll(/[«»]/g, '')
    const [found] = compileSource(source, { image: anyImage }).diagnostics
    const mark = /put "\\" in front of its "(.)"\./.exec(found?.help ?? '')?.[1]
    if (found === undefined || mark === undefined) return
    const { offset } = found.start
    const lineStart = source.slice(0, offset).search(/[^\r\n]*$/)
    const at = source.indexOf(mark, found.rule === 'variable-written-otherwise' ? offset : lineStart)
    const escaped = `${source.slice(0, at)}\\${source.slice(at)}`
    const left = compileSource(escaped, { image: anyImage })
    const again = left.diagnostics.filter(({ rule, start }) => rule === found.rule && start.offset - offset < 2)
    expect(again.filter(({ start }) => start.offset >= offset)).toEqual([])
    expect(JSON.stringify(left.template?.payload ?? {})).not.toContain('\\\\')
  })

  it.each(['\ntitle: 봄 소식', 'title', 'id: 봄 소식', '  안내: 확인하세요', '  곳: 강남점'])(
    'may be text below the frontmatter: %j',
    (body) => {
      const { diagnostics } = compileSource(text(`${body} #{이름}`, 'vars:\n  이름: { max: 3 }\n'))
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    },
  )

  it('is said in Korean without particles that depend on what is quoted, and in quotes that can be read', () => {
    const said = (source: string): string | undefined =>
      compileSource(source, { image: anyImage, lang: 'ko' }).diagnostics[0]?.message
    expect(said(text('x', 'title: "여름\n'))).toBe(`여기에 '"' 문자가 빠졌습니다: 설정은 "키: 값"처럼 씁니다.`)
    expect(said(text('{{#if 회원}}'))).toMatch(/^"\{\{#if 회원\}\}" 부분은 다른 도구의 조건문/)
    expect(said(text('{{이름}}', named))).toMatch(/^"\{\{이름\}\}" 부분은 변수 표기가 아닙니다/)
    expect(said(text('x\n- [a](htps://a.kr)'))).toMatch(/^"htps:\/\/" 대신 "https:\/\/"처럼 쓰세요/)
    expect(said(itemsBelow('# 추천 #'))).toMatch(/헤더는 "# 헤더"처럼 씁니다/)
  })

  it.each([
    '-[예약](https://a.kr)',
    '- [예약](https://a.kr',
    '- [예약]( https://a.kr)',
    '• [예약](https://a.kr)',
    '  - [예약](https://a.kr)',
    ' <!-- 예약 -->',
    '<!-- 예약 --> 안내',
    '[예약](https://a.kr)을 눌러 주세요',
  ])('is the same beside emoji, of which nothing is taken: %s', (line) => {
    const found = (typed: string): readonly object[] => {
      const source = `---\nkind: ft-text\n---\n안녕하세요.\n\n${typed}\n`
      return compileSource(source).diagnostics.map(({ rule, message, fix }) => ({
        rule,
        message,
        fix: fix?.edits.length,
      }))
    }
    for (const emoji of ['☀️', '1️⃣', '👩🏽‍💻', '❤️‍🔥', '🏳️‍🌈', '👨‍👩‍👧']) {
      expect(found(line.replace('예약', `${emoji} 예약`))).toEqual(found(line.replace('예약', '가 예약')))
    }
  })

  it('is the path of an image in full width, where a file has the plain one', () => {
    const image = (path: string): string => `---\nkind: ft-image\n---\n![a](${path})\n\nx\n`
    const compiled = (source: string): readonly Diagnostic[] =>
      compileSource(source, { image: (path) => (path === 'b/c-1.png' ? anyImage() : { type: 'not-found' }) })
        .diagnostics
    const found = compiled(image('b／c－1．png'))
    expect(found.map(({ rule, start }) => [rule, start.column])).toEqual([['look-alike-character', 7]])
    expect(applyFixes(image('b／c－1．png'), found).source).toBe(image('b/c-1.png'))
    expect(compiled(image('b／d.png')).map(({ rule }) => rule)).toEqual(['image-not-found'])
  })

  it.each([
    ['braces are escaped', text('#{이름} \\{{이름}} \\${이름} $\\{이름} \\#{등급}', named)],
    ['braces or signs hold no declared name', text('{가} {가 나} {{{추워}}} 50%가% ${} {{}} {a.b} 1{2}3')],
    [
      'signs hold something else than a name',
      text(
        '50%할인%, 10 %할인% 100%면 % [%특가%] %%봄%% a.kr/%EA%B0 #봄#여름# #(1) #[2] a#(나) {#봄} {가}, {광고} [고객명]님',
      ),
    ],
    ['a sum ends with a percent sign', text('#{할인} 50%할인%', 'vars: { 할인: { max: 3 } }\n')],
    ['a field takes no variables', text(block('name: a\ntype: BC\nchat_extra: "{{a}}"'))],
    [
      'a name is the heading of its variable',
      text('[이름] #{이름}\n[이름]\n#{이름}\n[이름]: #{이름}\n[이름] 회원 #{이름}', named),
    ],
    [
      'a name is the heading of a line with its variable',
      text('[이름] 조회 시 필요\n#{이름}\n\n[이름] 회원님: #{이름}\n#이름 소식\n#{이름}에서', named),
    ],
    ['braces frame variables', text('{ #{이름} | #{이름} | 문의 }\n{#{이름}님, #{이름}점}', named)],
    ['a bar or a brace stands behind a variable', text('#{이름}|#{이름} #{이름} | 봄 {#{이름}님} #{이름}\\}', named)],
    ['a list has no links', text('- 배송비 무료\n* 사은품 증정\n  • 한정 수량')],
    ['marks of other forms stand in text', text('#봄세일 (광고) [공지] 안내\n1. 첫째\n> 인용')],
    [
      'names and addresses are read',
      text('안내: https://example.com\n문의(https://example.com/a) 참고\n[공지](오늘) [a]: b'),
    ],
    ['an address stands behind words in brackets', text('[공지] 자세히 (https://a.kr)\n- 장소: 서점(https://a.kr)')],
    ['an address stands behind a name and a colon', text('x\n- 장소:서점(https://a.kr)')],
    [
      'what an address is stands in front of it',
      text('x\n▶ [장소] (지도: https://a.kr)\n- [장소] (지도: https://a.kr)'),
    ],
    ['an address holds brackets', text('https://a.kr/a[b]\nhttps://a.kr/?a=[b]')],
    ['a date or a sum stands in braces', text('{{1-1}} {{2026.01.01}}')],
    ['text stands behind a list with links', text('x\n- 자세히(https://a.kr)\n- [a]https://a.kr\n\n문의 주세요')],
    ['a list with a link holds text', text('x\n- 배송비 무료\n- 자세히(https://a.kr)')],
    ['a list of text holds links', text('x\n- [a]https://a.kr\n- 홈페이지: https://b.kr')],
    [
      'a line of a list says where something is',
      text('x\n\n- 이벤트 내용은 홈페이지를 참고해 주세요(https://a.kr)\n\n- 자세히 (https://a.kr)'),
    ],
    ['a list ends with an address', text('x\n- 홈페이지: https://a.kr\n- https://b.kr\n- 문의(02-123-4567)')],
    ['other marks stand in front of a link', text('x\n▶ [a] https://a.kr\n* a(https://a.kr)\n1. a(https://a.kr)')],
    ['a name is in front of a variable', text('- 담당(#{이름})\n- [담당]#{이름}', named)],
    [
      'lines name what blocks are called, too',
      text('--- 쿠폰 ---\n할인: 1000원\n\n- "링크"\n안내: 내용\n[버튼]\n가\n***더보기***\n가: 나\n- 버튼'),
    ],
    ['code stands in a list', text('- ```\n  a: b\n  ```\n- ```bash\n  name: a\n  ```')],
    ['a fence in a list is escaped', text('\\- ```button\n  name: a\n  type: MD')],
    ...['────', '━━━', '———', '····', 'ㅡㅡㅡ', '====', '~~~~', '****', '* * *'].map((line): [string, string] => [
      `"${line}" decorates the text of the last card`,
      `${twoCards}${line}\n- [b](https://b.kr)\n`,
    ]),
    [
      'a line above a coupon ends a text',
      `${twoCards}────\n\`\`\`coupon\ntitle: 봄 할인 쿠폰\ndescription: 첫 구매\n\`\`\`\n`,
    ],
    ['the header of a list starts with a hashtag', itemsBelow('# #오늘의추천')],
    ['the header of a list starts with a number', itemsBelow('# #1 베스트')],
    [
      'words in braces start or end with the name of a variable',
      text('{이름 받기} {골드 이름} {이름업 상자} $이름업 {#{이름}} {나 #{이름}} #이름표', named),
    ],
    [
      'text has the keys of a block',
      text('예약 안내\n\nname: KIM HANEUL\ntype: Deluxe Twin\n\ntitle: 겨울 패키지\ndescription: 조식 포함'),
    ],
    [
      'percent signs or asterisks decorate a line',
      text('%% 최대 50% %%\n%%% 깜짝 세일 %%%\n/**** 선착순 100명 ****/\n/** a **/'),
    ],
    ['text names a block', text('버튼\n아래를 누르세요.\n\n버튼: {보기, 구매}\n쿠폰: {이름} 님께\n링크:\n안내')],
    ['a frame holds a label', `${twoCards}────\n[준비물] 스케치북\n────\n`],
    ['lines decorate the text of a card', `${twoCards}--- 끝 ---\n안내\n＝＝＝\n끝\n- [b](https://b.kr)\n`],
    ['a line with words ends a text', `${twoCards}--- 끝 ---\n- [b](https://b.kr)\n`],
    ['a link is escaped', text('\\[보기](https://example.com)')],
    ['a comment is escaped', text('\\<!-- 그대로 -->')],
    [
      'comments stand in the frontmatter',
      text('x', '# 메모 #하나\ntitle: 오늘 # 메모\nad_flag: N #메모\nmeta: { a: b, #c\n  d: e }\n'),
    ],
    ['marks like quotes stand in one link', text("x\n- [a](https://a.kr/it's?b=1&quot=2&amp;c=5)")],
    [
      'marks in full width stand in text, or among Hangul in a link',
      text('정말？ 1～2개＋α\n- [a](https://a.kr/할인？/봄／여름/가＝나?d=1～5)\n- [b](app://열기？)'),
    ],
    ['an item holds text beside its image', itemsBelow('## b\nx\n[![a](b.png)](https://a.kr)')],
    ['an image is mistyped, or its place is empty', itemsBelow('## b\nx a.png')],
    ['a header stands further down', itemsBelow('## b\nx\n# c')],
    ['a text stands above an item', itemsBelow('x\n## b')],
    ['a card has no header above it', '---\nkind: ft-carousel-feed\n---\n## a\nx\n## b\nx\n![a](b.png)\n'],
    ['a joiner is part of an emoji in a link', text('x\n- [a](https://a.kr/👨\u200d👩\u200d👧)')],
    ['an item of a list is text', text('x', 'meta:\n  - -name: a\n')],
    ['braces stand around lines', text('{\n이름: 가\n}\n#{이름}\n[이름\n안내] \\#{이름\n}', named)],
    [
      'names stand in quotes, and marks in what is said of them',
      text('#{이름} #{나이}', 'vars: { "이름": { max: 3, example: "#{가}" }, 나이: { max: 3, example: "{나}" } }\n'),
    ],
    ['a task of a list is text', text('x\n- [ ] 예약\n- [x] (오늘)\n- []')],
    ['an indented text stands between lines of dashes', text('---\n안내: 봄\n\n  들여쓴 안내\n---\nx')],
    ['a star is part of a name behind a variable', text('#{이름}*수*님', named)],
    ['lines of dashes stand around text', text('x\n\n---\n  안내: 확인하세요\n---\nx')],
    ['a mapping of the fallback service is no variable', text('x', `${fallback}  retry: { max: "3" }\n`)],
    ['two variables touch in a name', text('x\n- [#{이름}#{이름}](https://example.com)', named)],
  ])('nothing is found where %s', (_, source) => {
    expect(findings(source).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
  })
})

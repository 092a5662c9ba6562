import { describe, expect, it } from 'vitest'
import { type CompileContext, maxFileBytes } from '../../src/compile.ts'
import type { RuleId } from '../../src/violation.ts'
import { maxYamlBytes } from '../../src/language/yaml.ts'
import type { ImageLookup } from '../../src/message/message.ts'
import { configFindings } from '../../src/rules/findings/config.ts'
import { suppressionsFindings } from '../../src/rules/findings/suppressions.ts'
import { reportedRules } from '../../src/rules/rules.ts'
import { anyImage, compileSource, readerDiagnostics, someFacts as facts } from '../compile-source.ts'

interface Row {
  readonly rule: RuleId
  /** `«` and `»` stand around the place of the fault; they are no part of the source. */
  readonly source: string
  /** What else is found. */
  readonly also?: readonly RuleId[]
  readonly context?: Partial<CompileContext>
}

const text = (body: string, settings = ''): string => `---\nkind: ft-text\n${settings}---\n${body}`
const set = (settings: string): string => text('x', `${settings}\n`)
const image = (body: string): string => `---\nkind: ft-image\n---\nx\n${body}`
const block = (yaml: string): string => text(`x\n\`\`\`button\n${yaml}\n\`\`\``)
const item = '## b\n[![a](b.png)](https://a.kr)\n'
const list = (first: string, after = ''): string =>
  `---\nkind: ft-wide-item-list\n---\n# a\nx\n${first}${item}${item}${after}`
const offer = '![a](https://a.kr/b.png)\n- [a](https://a.kr)\n'
const price = '```price\nregularPrice: 1000\n```\n'
const product = (body: string): string => `---\nkind: «bm-commerce»\n---\n${body}`
const card = '## b\n![a](b.png)\nx\n'
const carousel = (first: string, after = ''): string => `---\nkind: ft-carousel-feed\n---\nx\n${first}${card}${after}`
/** The same message without the marks that stand there. */
const bare = (source: string): string => source.replace(/kind: «(.*)»/, 'kind: $1')
const products = (before: string): string =>
  `---\nkind: bm-carousel-commerce\n---\n${before}${`## a\n${offer}${price}`.repeat(2)}`
const lookup = (result: ImageLookup): Partial<CompileContext> => ({ image: () => result })

const rows: readonly Row[] = [
  // The file
  { rule: 'file-too-large', source: `«»${'a'.repeat(maxFileBytes + 1)}` },
  { rule: 'file-too-large', source: `«»${'가'.repeat((maxFileBytes - 1) / 3 + 1)}` },
  { rule: 'file-empty', source: '«»' },
  { rule: 'file-empty', source: '«»\n \t\r\n' },
  { rule: 'nul-character', source: text('a«\0»b') },
  { rule: 'nul-character', source: text('a«\0\0\0»b') },
  { rule: 'nul-character', source: set('title: «"a\\0b"»') },
  { rule: 'combining-marks', source: text(`a«${'\u0301'.repeat(31)}»b`) },
  { rule: 'lone-surrogate', source: text('a«\ud83d»b') },
  { rule: 'lone-surrogate', source: text('😀«\ude00»') },
  { rule: 'lone-surrogate', source: set('title: «"\\ud83d"»') },

  // Frontmatter and YAML
  { rule: 'frontmatter-missing', source: '«»x' },
  { rule: 'frontmatter-missing', source: '«»+++\nkind = "ft-text"\n+++\nx' },
  { rule: 'frontmatter-missing', source: '«»title\n---\nx' },
  { rule: 'frontmatter-unclosed', source: '«---»\nkind: ft-text\nx' },
  { rule: 'frontmatter-unclosed', source: '«---»\n안녕하세요.' },
  { rule: 'frontmatter-unclosed', source: '«---»' },
  { rule: 'frontmatter-mistyped', source: '«\n»---\nkind: ft-text\n---\nx' },
  { rule: 'frontmatter-mistyped', source: '---\nkind«：»ft-text\n---\nx' },
  { rule: 'yaml-too-large', source: `---\n«kind: ft-text\ntitle: ${'a'.repeat(maxYamlBytes)}\n»---\nx` },
  { rule: 'yaml-too-large', source: text(`x\n\`\`\`button\n«name: ${'a'.repeat(maxYamlBytes)}\n»\`\`\``) },
  { rule: 'yaml-syntax', source: set("title: 'a' «b»") },
  { rule: 'yaml-syntax', source: set('title: "«\\»q"') },
  { rule: 'yaml-syntax', source: set('sender: «@»b') },
  { rule: 'yaml-syntax', source: set('title: "b" «c»') },
  { rule: 'key-unknown', source: set('«image»: a.png') },
  { rule: 'yaml-syntax', source: set('title: «*a»') },
  { rule: 'yaml-syntax', source: set('failback_data: { api_unique_id: «*a», msg: b }') },
  { rule: 'yaml-syntax', source: block('name: «*a»\ntype: BK') },
  { rule: 'yaml-syntax', source: block('name: a\ntype: WL\nurl_mobile: «*a»') },
  { rule: 'yaml-syntax', source: set('title: «!foo» a') },
  { rule: 'yaml-syntax', source: block('«%YAML 1.2»\n---\nname: a\ntype: BK') },
  { rule: 'key-duplicate', source: set('title: a\n«title»: b') },
  { rule: 'key-duplicate', source: set('«kind»: ft-image') },
  { rule: 'key-duplicate', source: block('name: a\ntype: BK\n«name»: b') },
  { rule: 'key-unknown', source: set('«titel»: a') },
  { rule: 'key-unknown', source: set('«__proto__»: a') },
  { rule: 'key-unknown', source: set('vars: { a: { «maxx»: 1 } }') },
  { rule: 'key-unknown', source: set('vars: { a: { «__proto__»: { max: 1 } } }') },
  ...['vars:\n  a: { max: 1 }', 'meta:\n  a: { b: 1 }'].flatMap((above): Row[] => [
    { rule: 'key-unknown', source: set(`${above}\n«failback»: { api_unique_id: a, msg: b }`) },
    { rule: 'key-unknown', source: set(`${above}\n«failback»:\n  api_unique_id: a\n  msg: b`) },
  ]),
  { rule: 'key-unknown', source: block('name: a\ntype: BK\n«url»: https://a.kr') },
  { rule: 'key-unknown', source: carousel('## a\n![a](b)\nx\n```coupon\ntitle: a\n«price»: b\n```\n') },
  {
    rule: 'key-unknown',
    source: list('## a\n![a](b)\n```link\nurl_mobile: https://a.kr\n«img_link»: https://a.kr\n```\n'),
  },
  { rule: 'key-unknown', source: carousel(card, '---\n```tail\nurl_mobile: https://a.kr\n«name»: a\n```') },
  { rule: 'key-missing', source: '«---»\ntitle: a\n---\nx' },
  { rule: 'key-missing', source: '«---»\n---\nx' },
  { rule: 'key-missing', source: set('«failback_data»: { msg: a }') },
  { rule: 'key-missing', source: set('«failback_data»: { api_unique_id: a }') },
  { rule: 'key-missing', source: block('«name»: a') },
  { rule: 'key-missing', source: block('«type»: BK') },
  { rule: 'key-missing', source: block('- «name»: a\n  type: WL\n  url_pc: https://a.kr') },
  { rule: 'key-missing', source: block('«name»: a\ntype: BF') },
  { rule: 'value-type', source: set('title: «[a, b]»') },
  { rule: 'value-type', source: set('title: «true»') },
  { rule: 'value-type', source: set('vars: { a: { max: «[1]» } }') },
  { rule: 'value-type', source: set('vars: { a: { max: «1.5» } }') },
  { rule: 'value-type', source: set('meta: «a»') },
  { rule: 'value-type', source: '«---»\nkind\n---\nx' },
  { rule: 'value-type', source: '«---»\n- a\n---\nx' },
  { rule: 'value-type', source: block('- name: a\n  type: BK\n- «b»') },
  { rule: 'value-empty', source: set('«title»:') },
  { rule: 'yaml-syntax', source: set('title: &a «b»') },
  { rule: 'value-empty', source: set('sender: «""»') },
  { rule: 'value-empty', source: set('failback_data: { api_unique_id: a, msg: «""» }') },
  { rule: 'value-empty', source: text('x\n- «[]»(https://a.kr)') },
  { rule: 'value-empty', source: block('name: «""»\ntype: BK') },
  { rule: 'value-empty', source: text('x\n```«button»\n```') },
  { rule: 'value-empty', source: carousel('## a\n![a](b)\nx\n```«coupon»\n# a\n```\n') },
  { rule: 'value-empty', source: carousel('## a\n![a](b)\nx\n```«coupon»\n{}\n```\n') },
  { rule: 'number-unquoted', source: set('title: «2026»') },
  { rule: 'number-unquoted', source: set('failback_data: { api_unique_id: a, msg: b, origin_cid: «012345678» }') },
  { rule: 'number-unquoted', source: set('failback_data: { api_unique_id: a, msg: b, c: { d: [«01»] } }') },
  { rule: 'number-unquoted', source: set('vars: { a: { example: «1» } }') },
  { rule: 'number-unquoted', source: block('name: «7»\ntype: BK') },
  { rule: 'value-not-allowed', source: '---\nkind: «ft-txt»\n---\nx' },
  { rule: 'value-not-allowed', source: set('ad_flag: «y»') },
  { rule: 'value-not-allowed', source: block('name: a\ntype: «wl»\nurl_mobile: https://a.kr') },
  { rule: 'value-too-small', source: set('vars: { a: { max: «0» } }') },
  { rule: 'id-invalid', source: set('id: «Summer»') },
  { rule: 'id-invalid', source: set(`id: «${'a'.repeat(65)}»`) },
  { rule: 'id-invalid', source: set('id: «.a»') },
  { rule: 'id-invalid', source: set('id: «../../x»') },
  { rule: 'id-from-path-invalid', source: '«---»\nkind: ft-text\n---\nx', context: { path: '!여름/a.md' } },
  { rule: 'id-from-path-invalid', source: '«---»\nkind: ft-text\n---\nx', context: { path: `${'a'.repeat(65)}.md` } },
  { rule: 'sender-unknown', source: set('sender: «marketin»'), context: { senders: ['marketing'] } },
  { rule: 'sender-unknown', source: '«---»\nkind: ft-text\n---\nx', context: { senders: ['marketing'] } },
  { rule: 'failback-field-reserved', source: set('failback_data: { api_unique_id: a, msg: b, «secret_key»: c }') },
  {
    rule: 'failback-field-reserved',
    source: set('failback_data: { api_unique_id: a, msg: b, «sender_number»: "02" }'),
  },
  {
    rule: 'failback-field-reserved',
    source: set('failback_data: { api_unique_id: a, msg: b, «receiver_number»: "02" }'),
  },

  // Variables
  { rule: 'variable-name-invalid', source: text('a «#{b c}»') },
  { rule: 'variable-name-invalid', source: text('a «#{}»') },
  { rule: 'variable-name-invalid', source: text('a «#{|b}»') },
  { rule: 'variable-name-invalid', source: text(`a «#{${'가'.repeat(33)}}»`) },
  { rule: 'variable-name-invalid', source: set('vars: { «a-b»: {} }') },
  { rule: 'variable-unclosed', source: text('a «#{»b') },
  { rule: 'variable-unclosed', source: set('echo_to_webhook: "a«#{»b"') },
  { rule: 'variable-undeclared', source: text('a «#{이름}»') },
  { rule: 'variable-undeclared', source: text('a «#{이름|고객}»') },
  { rule: 'variable-undeclared', source: set('echo_to_webhook: "\\u0041«#{이름}»"') },
  { rule: 'variable-undeclared', source: text('x\n- [a](shop://«#{이름}»)') },
  { rule: 'variable-not-allowed', source: block('name: a\ntype: BC\nchat_extra: b«#{a}»') },
  { rule: 'variable-not-allowed', source: image('![a](«#{a}».png)') },
  { rule: 'variable-ambiguous', source: text('a «\\#{이름}» b #{이름} c', 'vars: { 이름: {} }\n') },

  // What is mistyped
  { rule: 'comment-unclosed', source: text('x\n«<!--» a\nb') },

  // What stands in the wrong place
  { rule: 'heading-not-allowed', source: text('x\n«# a»') },
  { rule: 'heading-not-allowed', source: text('x\n«## a»\ny') },
  { rule: 'heading-not-allowed', source: text('x\n«#»') },
  { rule: 'heading-not-allowed', source: text('«# a»') },
  { rule: 'heading-not-allowed', source: text('«## a»\n- [a](https://a.kr)') },
  { rule: 'heading-not-allowed', source: `---\nkind: ft-carousel-feed\n---\n«# a»\n${card}${card}` },
  { rule: 'heading-not-allowed', source: carousel('## a\n![a](b.png)\n«# b»\n') },
  { rule: 'heading-not-allowed', source: image('![a](b)\n«# a»') },
  { rule: 'heading-not-allowed', source: carousel(`«# a»\n${card}`) },
  { rule: 'heading-not-allowed', source: list('## a\n«# b»\n[![a](b.png)](https://a.kr)\n') },
  { rule: 'header-repeated', source: '---\nkind: ft-wide-item-list\n---\n# a\n«# b»\nx\n' + item.repeat(3) },
  { rule: 'header-after-text', source: '---\nkind: ft-wide-item-list\n---\nx\n«# a»\n' + item.repeat(3) },
  { rule: 'title-empty', source: list('«##»\n[![a](b.png)](https://a.kr)\n') },
  { rule: 'title-empty', source: carousel('«##»\n![a](b.png)\nx\n') },
  {
    rule: 'title-empty',
    source: '---\nkind: ft-wide-item-list\n---\n«#»\nx\n' + item.repeat(3),
  },
  { rule: 'text-not-allowed', source: list(`${item}«a\n\nb»\n`) },
  { rule: 'text-not-allowed', source: list(item, '---\n«a»') },
  { rule: 'text-missing', source: '---\nkind: «ft-text»\n---\n' },
  { rule: 'text-missing', source: '---\nkind: «ft-text»\n---\n- [a](https://a.kr)\n<!-- b -->' },
  { rule: 'text-missing', source: '---\nkind: «ft-carousel-feed»\n---\n' + card.repeat(2) },
  { rule: 'text-missing', source: carousel('«## a»\n![a](b.png)\n') },
  { rule: 'header-missing', source: '---\nkind: «ft-wide-item-list»\n---\nx\n' + item.repeat(3) },
  { rule: 'items-missing', source: '---\nkind: «ft-wide-item-list»\n---\n# a\nx' },
  { rule: 'items-missing', source: '---\nkind: «ft-carousel-feed»\n---\nx' },
  { rule: 'divider-not-allowed', source: carousel(`«---»\n${card}`) },
  { rule: 'divider-not-allowed', source: carousel(`${card}«---»\n`) },
  { rule: 'divider-not-allowed', source: carousel(card, '---\n«-----»\n[a](https://a.kr)') },
  { rule: 'image-not-allowed', source: text('x\n«![a](b.png)»') },
  { rule: 'image-not-allowed', source: carousel(`«![a](b.png)»\n${card}`) },
  { rule: 'image-not-allowed', source: list(item, '---\n«![a](b.png)»') },
  { rule: 'image-repeated', source: image('![a](b.png)\n«![c](d.png)»') },
  { rule: 'image-repeated', source: list(`${item}«![c](d.png)»\n`) },
  { rule: 'image-repeated', source: carousel(`${card}«![c](d.png)»\n`) },
  { rule: 'image-missing', source: '---\nkind: «ft-image»\n---\nx' },
  { rule: 'image-missing', source: '---\nkind: «ft-wide»\n---\nx' },
  { rule: 'image-missing', source: carousel('«## a»\nx\n') },
  { rule: 'image-missing', source: list('«## a»\n') },
  { rule: 'image-missing', source: list('«## a»\n```link\nurl_mobile: https://a.kr\n```\n') },
  { rule: 'button-not-allowed', source: carousel(`«- [a](https://a.kr)»\n${card}`) },
  { rule: 'button-not-allowed', source: list(`${item}«- [a](https://a.kr)»\n`) },
  { rule: 'button-not-allowed', source: carousel(card, '---\n«- [a](https://a.kr)»') },
  { rule: 'block-unknown', source: text('x\n```«buton»\nname: a\ntype: BK\n```') },
  { rule: 'block-unknown', source: text('x\n``` «js x» \na\n```') },
  { rule: 'block-unclosed', source: text('x\n«```button»\nname: a\ntype: BK') },
  { rule: 'block-not-allowed', source: text('x\n```«coupon»\ntitle: a\n```') },
  { rule: 'block-not-allowed', source: carousel(card, '---\n```«button»\nname: a\ntype: BK\n```') },
  { rule: 'block-not-allowed', source: carousel(`${card}\`\`\`«link»\nurl_mobile: https://a.kr\n\`\`\`\n`) },
  { rule: 'block-not-allowed', source: list(item, '---\n```«tail»\nurl_mobile: https://a.kr\n```') },
  {
    rule: 'coupon-repeated',
    source: carousel(`${card}\`\`\`coupon\ntitle: a\n\`\`\`\n\`\`\`«coupon»\ntitle: a\n\`\`\`\n`),
  },
  { rule: 'header-missing', source: product(offer + price) },
  { rule: 'price-missing', source: product(`# a\n${offer}`) },
  { rule: 'price-repeated', source: bare(product(`# a\n${offer}${price}\`\`\`«price»\nregularPrice: 1\n\`\`\``)) },
  { rule: 'buttons-missing', source: product(`# a\n![a](https://a.kr/b.png)\n${price}`) },
  { rule: 'divider-not-allowed', source: bare(product(`# a\n«---»\n${offer}${price}`)) },
  { rule: 'head-incomplete', source: products('# «a»\n') },
  { rule: 'head-incomplete', source: products('«a»\n![a](https://a.kr/b.png)\n') },
  { rule: 'head-incomplete', source: products('«```link\nlinkMo: https://a.kr\n```»\n') },
  {
    rule: 'failback-field-reserved',
    source: '---\nkind: bm-text\nresendParameter: { «resendSendNo»: "0212345678" }\n---\nx',
  },
  { rule: 'value-not-allowed', source: '---\nkind: bm-text\nresendParameter: { resendType: «1» }\n---\nx' },
  { rule: 'setting-not-allowed', source: set('«targeting»: I') },
  {
    rule: 'setting-not-allowed',
    source: bare(product(`# a\n${offer}${price}`)).replace('---\n#', '«ad_flag»: Q\n---\n#'),
  },
  { rule: 'tail-repeated', source: carousel(card, '---\n[a](https://a.kr)\n«[b](https://b.kr)»') },
  { rule: 'tail-repeated', source: carousel(card, '---\n[a](https://a.kr)\n```«tail»\nurl_mobile: https://a.kr\n```') },
  { rule: 'merge-conflict', source: text('x\n«<<<<<<< HEAD»\na\n=======\nb\n>>>>>>> b') },
  {
    rule: 'merge-conflict',
    source: '---\nkind: ft-text\n«<<<<<<< HEAD»\n||||||| 1a2b3c4\n=======\n>>>>>>> b\n---\nx\n',
  },
  { rule: 'merge-conflict', source: text('x\n«>>>>>>> feature/summer»\ny') },
  { rule: 'comment-unclosed', source: text('x\n«<!--» a\nb') },
  { rule: 'comment-unclosed', source: carousel(card, '«<!--» a') },

  // Links
  { rule: 'link-empty', source: text('x\n- [a]«()»') },
  { rule: 'link-empty', source: text('x\n- [a](https://a.kr «""»)') },
  { rule: 'link-empty', source: image('[![a](b.png)]«()»') },
  { rule: 'link-without-scheme', source: text('x\n- [a](«www.a.kr»)') },
  { rule: 'link-without-scheme', source: text('x\n- [a](«//a.kr»)') },
  { rule: 'link-without-scheme', source: image('[![a](b.png)](«a.kr»)') },
  { rule: 'link-without-scheme', source: carousel(card, '---\n[a](«a.kr»)') },
  { rule: 'link-scheme-not-allowed', source: image('[![a](b.png)](«shop://a»)') },
  { rule: 'link-scheme-not-allowed', source: carousel('## a\n[![a](b.png)](«shop://a»)\nx\n') },
  { rule: 'second-link-not-allowed', source: image('[![a](b.png)](https://a.kr «"https://b.kr"»)') },
  { rule: 'second-link-not-allowed', source: carousel('## a\n[![a](b.png)](https://a.kr «"https://b.kr"»)\nx\n') },
  { rule: 'second-link-not-web', source: text('x\n- [a](https://a.kr "«shop://b»")') },
  { rule: 'second-link-not-web', source: text('x\n- [a](shop://a "«b.kr»")') },
  { rule: 'second-link-not-web', source: list('## a\n[![a](b.png)](https://a.kr "«shop://b»")\n') },
  { rule: 'item-link-missing', source: list('## a\n«![a](b.png)»\n') },
  { rule: 'item-link-repeated', source: list(`${item}\`\`\`«link»\nurl_mobile: https://a.kr\n\`\`\`\n`) },
  {
    rule: 'item-link-repeated',
    source: list(
      '## a\n![a](b.png)\n```link\nurl_mobile: https://a.kr\n```\n```«link»\nurl_mobile: https://a.kr\n```\n',
    ),
  },
  { rule: 'item-link-not-mobile', source: list('## a\n[![a](b.png)](«shop://a»)\n') },
  { rule: 'item-link-not-mobile', source: list('## a\n![a](b.png)\n```link\nscheme_ios: «shop://a»\n```\n') },
  { rule: 'button-attribute-not-allowed', source: block('name: a\ntype: BK\nurl_mobile: «https://a.kr»') },
  { rule: 'button-attribute-not-allowed', source: block('name: a\ntype: BC\nchat_event: «a»') },
  {
    rule: 'button-attribute-not-allowed',
    source: block('name: a\ntype: WL\nurl_mobile: https://a.kr\nscheme_ios: «a://b»'),
  },
  { rule: 'app-link-target-missing', source: block('«name»: a\ntype: AL') },
  { rule: 'app-link-target-missing', source: block('«name»: a\ntype: AL\nurl_pc: https://a.kr') },

  // Images
  { rule: 'image-path-empty', source: image('![a]«()»') },
  { rule: 'image-path-absolute', source: image('![a](«/b.png»)') },
  ...['C:\\b\\c.png', 'C:/b.png', '\\b\\c.png', '\\\\b\\c.png'].flatMap((path): Row[] => [
    { rule: 'image-path-absolute', source: image(`![a](«${path}»)`) },
    { rule: 'image-path-absolute', source: image(`[![a](«${path}»)](https://a.kr)`) },
  ]),
  { rule: 'image-outside-root', source: image('![a](«../b.png»)') },
  { rule: 'image-outside-root', source: image('![a](«c/../../b.png»)') },
  { rule: 'image-outside-root', source: image('![a](«b.png»)'), context: lookup({ type: 'outside-root' }) },
  { rule: 'image-url-not-https', source: image('![a](«http://a.kr/b.png»)') },
  { rule: 'image-path-absolute', source: image('![a](«file:///b.png»)') },
  { rule: 'image-not-found', source: image('![a](«b.png»)'), context: lookup({ type: 'not-found' }) },
  {
    rule: 'image-not-found',
    source: image('![a](<«b c.png»>)'),
    context: lookup({ type: 'not-found', suggestion: 'd.png' }),
  },
  {
    rule: 'image-unreadable',
    source: image('![a](«b.png»)'),
    context: lookup({ type: 'unreadable', reason: 'permission' }),
  },
  {
    rule: 'image-unreadable',
    source: image('![a](«b»)'),
    context: lookup({ type: 'unreadable', reason: 'directory' }),
  },
  { rule: 'image-cmyk', source: image('![a](«b.png»)'), context: lookup({ type: 'found', facts, isCmyk: true }) },
  { rule: 'image-turned', source: image('![a](«b.png»)'), context: lookup({ type: 'found', facts, isTurned: true }) },
  {
    rule: 'image-too-large',
    source: image('![a](«b.png»)'),
    context: lookup({ type: 'too-large', bytes: 2, maxBytes: 1 }),
  },
  { rule: 'image-format', source: image('![a](«b.png»)'), context: lookup({ type: 'other-format', format: 'gif' }) },
  {
    rule: 'image-format',
    source: image('![a](«b.png»)'),
    context: lookup({ type: 'other-format', format: 'unknown' }),
  },
  { rule: 'image-damaged', source: image('![a](«b.png»)'), context: lookup({ type: 'damaged' }) },
]

function compileRow({ source, context }: Row, more: Partial<CompileContext> = {}): ReturnType<typeof compileSource> {
  return compileSource(source.replaceAll(/[«»]/g, ''), { image: anyImage, ...context, ...more })
}

/** Rows whose sizes may change. */
const compiledRows = rows
  .filter(({ rule }) => rule !== 'yaml-too-large' && rule !== 'file-too-large')
  .map((row) => [row, compileRow(row)] as const)

const named = rows.map((row) => ({ row, rule: row.rule, shown: row.source.slice(0, 200) }))

describe('a fault', () => {
  it.each(named)('$rule stands at its place in $shown', ({ row }) => {
    const { source, rule, also = [] } = row
    const { template, ...result } = compileRow(row)
    const diagnostics = readerDiagnostics(result)
    expect(diagnostics.map((found) => found.rule).toSorted()).toEqual([rule, ...also].toSorted())
    const severity = reportedRules.find(({ id }) => id === rule)?.severity
    // A warning keeps nothing from being sent.
    expect(template === undefined).toBe(severity === 'error')
    const found = diagnostics.find((diagnostic) => diagnostic.rule === rule)
    const start = source.indexOf('«')
    const end = source.indexOf('»') - 1
    expect([found?.start.offset, found?.end.offset]).toEqual([start, end])
    const before = source.slice(0, start).split('\n')
    expect(found?.start).toEqual({ line: before.length, column: (before.at(-1) ?? '').length + 1, offset: start })
    expect(found).toMatchObject({ path: row.context?.path ?? 'message.md', severity })
  })

  it('has a row for every rule that has words', () => {
    // What surrounds messages is not reported by `compile`.
    const elsewhere = [
      ...Object.keys({ ...configFindings, ...suppressionsFindings }),
      'file-not-utf8',
      'file-outside-root',
      'file-unreadable',
      'id-duplicate',
      'image-unused',
      'recipient-link-invalid',
      'recipient-overflow',
      'recipient-text-empty',
      'recipients-not-read',
    ]
    const tested = new Set<string>([...rows.map(({ rule }) => rule), ...elsewhere])
    expect([...tested].toSorted()).toEqual(reportedRules.map(({ id }) => id).toSorted())
  })

  it.each(named)('$rule has words in English and Korean for $shown', ({ row }) => {
    const [english, korean] = [compileRow(row, { lang: 'en' }), compileRow(row, { lang: 'ko' })]
    expect(korean.diagnostics.map(({ rule }) => rule)).toEqual(english.diagnostics.map(({ rule }) => rule))
    const texts = ({ diagnostics }: typeof english): string[] =>
      diagnostics.flatMap(({ message, help }) => (help === undefined ? [message] : [message, help]))
    for (const sentence of [...texts(english), ...texts(korean)]) {
      expect(sentence.trim()).not.toBe('')
      expect(sentence).not.toMatch(/undefined|\[object|NaN|\$\{/)
    }
    for (const { message } of english.diagnostics) expect(message).toMatch(/^(?:["A-Z]|ft-|bm-).*[.?]$/s)
    for (const { message } of korean.diagnostics) {
      expect(message).toMatch(/[가-힣]/)
      expect(message).toMatch(/[.?]$/)
    }
  })

  it.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('stands at the same line and column with %s', (_, ending) => {
    for (const [row, withLf] of compiledRows) {
      const other = compileRow({ ...row, source: row.source.replaceAll(/\r\n|\n/g, ending) })
      const placeOf = ({ diagnostics }: typeof withLf): unknown =>
        diagnostics.map(({ rule, start }) => `${rule} ${start.line}:${start.column}`)
      expect(placeOf(other)).toEqual(placeOf(withLf))
    }
  })

  it('stands at the same place with a byte order mark', () => {
    for (const [row, { diagnostics }] of compiledRows) {
      expect(compileRow({ ...row, source: `\ufeff${row.source}` }).diagnostics).toEqual(diagnostics)
    }
  })

  it.each([
    [
      'five in one message',
      '---\nkind: ft-image\nid: A\nad_flag: y\ntitel: b\n---\nx #{이름}\n- [a](b.kr)\n',
      ['image-missing', 'id-invalid', 'value-not-allowed', 'key-unknown', 'variable-undeclared', 'link-without-scheme'],
    ],
    [
      'those of every card',
      '---\nkind: ft-carousel-feed\n---\nx\n##\n![a](/b)\nx\n## b\nx\n## c\n![a](b)\n',
      ['title-empty', 'image-path-absolute', 'image-missing', 'text-missing'],
    ],
    [
      'those of every button of a block',
      block('- name: a\n  type: WL\n- type: BK\n- name: b\n  type: BC\n  url: c\n- name: "#{d}"\n  type: xx'),
      ['key-missing', 'key-missing', 'key-unknown', 'variable-undeclared', 'value-not-allowed'],
    ],
    [
      'one in the YAML of a block and those around it',
      text('x #{a}\n```button\nname: "a\n```\n# b\n'),
      ['variable-undeclared', 'yaml-syntax', 'heading-not-allowed'],
    ],
    [
      'one in the frontmatter beside those of the body',
      text('x\n# a\n![b](c)\n```js\n```', 'vars: [a]\n'),
      ['heading-not-allowed', 'image-not-allowed', 'block-unknown'],
    ],
    [
      'a misspelt kind beside what is wrong with a message of the kind that is near',
      '---\nkind: ft-txt\n---\n#{a}\n# b\n![c](d)\n',
      ['value-not-allowed', 'variable-undeclared', 'heading-not-allowed', 'image-not-allowed'],
    ],
    ['a kind that is near none, alone', '---\nkind: sms\n---\n#{a}\n# b\n', ['value-not-allowed']],
  ] as const)('is reported with all the others: %s', (_, source, rules) => {
    expect(readerDiagnostics(compileSource(source, { image: anyImage })).map(({ rule }) => rule)).toEqual(rules)
  })
})

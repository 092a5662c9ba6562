import type { BlockName, Placed, Suggesting } from '../../finding-types.ts'
import { contractOf, factsOf, type Kind } from '../../contract/contracts.ts'
import { blockNames } from '../../language/block-names.ts'
import { finding, findings } from '../finding.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { suggested } from '../word-fixes.ts'
import { oneOf, places } from '../terms.ts'

export const blocksFindings = findings({
  'app-link-target-missing': finding<{ type: string; targets: readonly string[]; atLeast: number }>({
    tier: 'interface',
    en: ({ type, targets, atLeast }) =>
      atLeast > 1
        ? `A button of type ${type} needs ${atLeast} of ${targets.slice(0, -1).join(', ')} and ${targets.at(-1)}; add what is missing.`
        : `A button of type ${type} leads nowhere; give it ${targets.slice(0, -1).join(', ')} or ${targets.at(-1)}.`,
    ko: ({ type, targets, atLeast }) =>
      atLeast > 1
        ? `${type} 버튼에는 ${targets.join(', ')} 중 ${atLeast}개가 필요합니다. 빠진 것을 추가하세요.`
        : `${type} 버튼에 연결할 주소가 없습니다. ${targets.join(', ')} 중 하나를 쓰세요.`,
  }),
  'block-not-allowed': finding<Placed & { name: BlockName }>({
    en: ({ name, kind, place }) => `A ${name} block has no place in ${places.en[place]} of ${kind}; move or remove it.`,
    ko: ({ name, kind, place }) => `${kind}: ${places.ko[place]}에는 ${name} 블록을 쓸 수 없습니다. 옮기거나 지우세요.`,
  }),
  'block-unclosed': finding<{ name: string }>({
    en: ({ name }) =>
      name === ''
        ? 'A second line of "```" is missing; add it, or send this one as text: "\\```".'
        : `The ${name} block is not closed; end it with a line of "\`\`\`".`,
    ko: ({ name }) =>
      name === ''
        ? '짝이 되는 "```" 줄이 없습니다. 더하거나, 글자로 보내려면 "\\```"로 쓰세요.'
        : `${name} 블록이 닫히지 않았습니다. "\`\`\`" 줄로 닫으세요.`,
  }),
  'block-unknown': finding<Suggesting<{ name: string }>>({
    en: ({ name, suggestion }) => ({
      message: `"${name}" is not a block; use ${oneOf(blockNames)}.${suggestionIn.en(suggestion)}`,
      help: 'For text that starts with three backticks, escape the first: \\```',
    }),
    ko: ({ name, suggestion }) => ({
      message: `"${name}" 블록은 없습니다. ${oneOf(blockNames)} 중에서 고르세요.${suggestionIn.ko(suggestion)}`,
      help: '백틱 세 개로 시작하는 텍스트라면 첫 백틱을 이스케이프하세요: \\```',
    }),
    fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
  }),
  'button-attribute-not-allowed': finding<{ attribute: string; type: string; allowed: readonly string[] }>({
    tier: 'interface',
    en: ({ attribute, type, allowed }) => ({
      message: `A button of type ${type} has no "${attribute}"; remove it.`,
      help: `It has ${oneOf(allowed)}.`,
    }),
    ko: ({ attribute, type, allowed }) => ({
      message: `${type} 버튼에는 "${attribute}" 속성을 쓸 수 없습니다. 지우세요.`,
      help: `쓸 수 있는 속성: ${oneOf(allowed)}`,
    }),
  }),
  'button-not-allowed': finding<Placed>({
    en: ({ kind, place }) => ({
      message: `A button has no place in ${places.en[place]} of ${kind}; move or remove it.`,
      ...(factsOf(kind).repeats === 'card' && { help: 'In a carousel the cards have the buttons.' }),
      ...(factsOf(kind).repeats === 'item' && { help: 'Buttons stand before the first item or after "---".' }),
    }),
    ko: ({ kind, place }) => ({
      message: `${kind}: ${places.ko[place]}에는 버튼을 쓸 수 없습니다. 옮기거나 지우세요.`,
      ...(factsOf(kind).repeats === 'card' && { help: '캐러셀의 버튼은 카드 안에 씁니다.' }),
      ...(factsOf(kind).repeats === 'item' && { help: '버튼은 첫 아이템 앞이나 "---" 뒤에 씁니다.' }),
    }),
  }),
  'buttons-missing': finding<Placed>({
    tier: 'interface',
    en: ({ kind, place }) => `${place === 'card' ? 'The card' : kind} needs a button; write "- [name](https://…)".`,
    ko: ({ kind, place }) =>
      `${place === 'card' ? '카드' : kind}에는 버튼이 필요합니다. "- [이름](https://…)" 줄을 쓰세요.`,
  }),
  'comment-unclosed': {
    en: 'The comment is not closed; end it with "-->", or write "\\<!--" for the characters.',
    ko: '주석이 닫히지 않았습니다. "-->"로 닫거나, 문자 자체라면 "\\<!--"로 쓰세요.',
  },
  'coupon-repeated': {
    en: 'There is a coupon already; remove one of the two.',
    ko: '쿠폰이 이미 있습니다. 하나를 지우세요.',
  },
  'price-missing': finding<Placed>({
    tier: 'interface',
    en: ({ kind, place }) => ({
      message: `${place === 'card' ? 'The card' : kind} needs the price of its product; write a price block.`,
      help: priceBlock(kind),
    }),
    ko: ({ kind, place }) => ({
      message: `${place === 'card' ? '카드' : kind}에는 상품의 가격이 필요합니다. price 블록을 쓰세요.`,
      help: priceBlock(kind),
    }),
  }),
  'price-repeated': {
    en: 'There is a price already; remove one of the two.',
    ko: '가격이 이미 있습니다. 하나를 지우세요.',
  },
})

function priceBlock(kind: Kind): string {
  return `\`\`\`price\n${contractOf(kind).names.regular}: 30000\n\`\`\``
}

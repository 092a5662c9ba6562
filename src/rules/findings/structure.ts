import type { BodySection } from '../../contract/contract.ts'
import type { Placed } from '../../finding-types.ts'
import { factsOf, type Kind } from '../../contract/contracts.ts'
import { finding, findings } from '../finding.ts'
import type { Language } from '../../words/language.ts'
import { places } from '../terms.ts'

/** Returns whether a message of the kind is one product, whose name the header is. */
function isProduct(kind: Kind): boolean {
  return factsOf(kind).sections.message?.price !== undefined
}

const headParts = {
  en: { header: '"# …"', text: 'a text', image: 'an image' },
  ko: { header: '"# …" 줄', text: '본문', image: '이미지' },
}

/** The place of a message's text, told where there is text in a wrong place. */
const textElsewhere = {
  en: { item: 'The header and the titles are its text.', card: 'The cards have the text.' },
  ko: { item: '이 종류의 글은 헤더와 제목뿐입니다.', card: '본문은 카드 안에 씁니다.' },
}

function elsewhere(lang: Language, { kind, place }: Placed): { readonly help?: string } {
  const { repeats, sections } = factsOf(kind)
  const isNowhere = repeats !== undefined && sections['before-items']?.text === undefined
  return isNowhere && (repeats === 'item' || place !== 'card') ? { help: textElsewhere[lang][repeats] } : {}
}

export const structureFindings = findings({
  'divider-not-allowed': finding<{ place: BodySection }>({
    en: ({ place }) => ({
      message: {
        message: 'This "---" has no place here; remove it.',
        'before-items': '"---" ends items or cards, but none stands above it; remove it.',
        item: '"---" ends the items, but more follow; remove it.',
        card: '"---" ends the cards, but more follow; remove it.',
        'after-items': 'The items or cards have ended already; remove this "---".',
      }[place],
      help: 'To send it as text write "\\---".',
    }),
    ko: ({ place }) => ({
      message: {
        message: '여기에는 "---"를 쓸 수 없습니다. 지우세요.',
        'before-items': '"---"는 아이템이나 카드를 끝내는 줄인데 위에 아무것도 없습니다. 지우세요.',
        item: '"---"는 아이템을 끝내는 줄인데 뒤에 아이템이 더 있습니다. 지우세요.',
        card: '"---"는 카드를 끝내는 줄인데 뒤에 카드가 더 있습니다. 지우세요.',
        'after-items': '아이템이나 카드는 이미 끝났습니다. 이 "---"를 지우세요.',
      }[place],
      help: '글자로 보내려면 "\\---"로 쓰세요.',
    }),
  }),
  /** `missing` are the parts that the head of a carousel lacks. */
  'head-incomplete': finding<{ missing: readonly (keyof typeof headParts.en)[] }>({
    tier: 'interface',
    en: ({ missing }) =>
      `What stands before the first card is a card of its own and lacks ${missing.map((part) => headParts.en[part]).join(' and ')}; add what is missing, or remove all of it.`,
    ko: ({ missing }) =>
      `첫 카드 앞의 내용은 인트로 카드가 되는데 빠진 것이 있습니다: ${missing.map((part) => headParts.ko[part]).join(', ')}. 더하거나 인트로를 모두 지우세요.`,
  }),
  'header-after-text': {
    en: 'The header stands after text; move it to the top.',
    ko: '헤더가 본문 뒤에 있습니다. 맨 위로 옮기세요.',
  },
  'header-missing': finding<Placed>({
    tier: 'interface',
    en: ({ kind }) =>
      `${kind} needs ${isProduct(kind) ? 'the name of its product' : 'a header'}; write "# …" at the top.`,
    ko: ({ kind }) =>
      `${kind}에는 ${isProduct(kind) ? '상품 이름이' : '헤더가'} 필요합니다. 맨 위에 "# …" 줄을 쓰세요.`,
  }),
  'header-repeated': {
    en: 'The message has a header already; remove one of the two.',
    ko: '헤더가 이미 있습니다. 하나를 지우세요.',
  },
  'heading-not-allowed': finding<Placed & { depth: 1 | 2 }>({
    en: ({ kind, depth, place }) => ({
      message: `A heading has no place in ${places.en[place]} of ${kind}; for text that starts with "#" write "\\${'#'.repeat(depth)} …".`,
      ...(factsOf(kind).repeats === 'card' && depth === 1 && { help: 'Cards of a carousel start with "## ".' }),
    }),
    ko: ({ kind, depth, place }) => ({
      message: `${kind}: ${places.ko[place]}에는 제목을 쓸 수 없습니다. "#"로 시작하는 텍스트라면 "\\${'#'.repeat(depth)} …"로 쓰세요.`,
      ...(factsOf(kind).repeats === 'card' && depth === 1 && { help: '캐러셀의 카드는 "## "로 시작합니다.' }),
    }),
  }),
  'items-missing': finding<{ kind: Kind }>({
    tier: 'interface',
    en: ({ kind }) =>
      factsOf(kind).repeats === 'card'
        ? 'The carousel has no cards; start each with "## ".'
        : 'The list has no items; start each with "## ".',
    ko: ({ kind }) =>
      factsOf(kind).repeats === 'card'
        ? '캐러셀에 카드가 없습니다. 카드는 "## "로 시작합니다.'
        : '리스트에 아이템이 없습니다. 아이템은 "## "로 시작합니다.',
  }),
  'tail-repeated': {
    en: 'The carousel has a tail already; remove one of the two.',
    ko: '캐러셀에 더보기(tail)가 이미 있습니다. 하나를 지우세요.',
  },
  'text-missing': finding<Placed>({
    tier: 'interface',
    en: ({ kind, place }) => ({
      message:
        place === 'card'
          ? 'The card has no text; write some below its title.'
          : `The message has no text; ${kind} needs some.`,
      ...(place === 'message' && factsOf(kind).repeats !== undefined
        ? { help: 'The text stands before the first "## ".' }
        : {}),
    }),
    ko: ({ kind, place }) => ({
      message:
        place === 'card'
          ? '카드에 본문이 없습니다. 제목 아래에 쓰세요.'
          : `메시지에 본문이 없습니다. ${kind}에는 본문이 필요합니다.`,
      ...(place === 'message' && factsOf(kind).repeats !== undefined ? { help: '본문은 첫 "## " 앞에 씁니다.' } : {}),
    }),
  }),
  'text-not-allowed': finding<Placed>({
    en: ({ kind, place }) => ({
      message: `Text has no place in ${places.en[place]} of ${kind}; move or remove it.`,
      ...elsewhere('en', { kind, place }),
    }),
    ko: ({ kind, place }) => ({
      message: `${kind}: ${places.ko[place]}에는 텍스트를 쓸 수 없습니다. 옮기거나 지우세요.`,
      ...elsewhere('ko', { kind, place }),
    }),
  }),
  'title-empty': finding<{ depth: 1 | 2 }>({
    tier: 'interface',
    en: ({ depth }) => `Nothing follows the "${'#'.repeat(depth)}"; write a title.`,
    ko: ({ depth }) => `"${'#'.repeat(depth)}" 뒤가 비어 있습니다. 제목을 쓰세요.`,
  }),
})

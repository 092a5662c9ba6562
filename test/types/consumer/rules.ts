// The rules of a team that uses the package; `npm run check:types` compiles it against the built declarations.
import { type CustomRule, defineConfig, defineRule, type RuleMessage, type RuleText } from 'friendtalk'

const maxCharacters = 8

/** The names of a message's buttons, wherever its kind has them. */
function buttonNames(message: RuleMessage): readonly RuleText[] {
  return message.texts.filter(({ field, pointer }) => field === 'name' && pointer.includes('/button/'))
}

const wordyButton = defineRule<{ characters: number }>({
  id: 'button-wordy',
  tier: 'style',
  severity: 'error',
  url: 'https://example.com/rules#button-wordy',
  check(message, report) {
    for (const { text, range, pointer } of buttonNames(message)) {
      if (text.length > maxCharacters) report({ range, pointer, args: { characters: text.length } })
    }
  },
  words: {
    en: {
      summary: 'A button has a long name.',
      message: ({ characters }) => `No more than ${maxCharacters} characters, not ${characters}.`,
    },
    ko: {
      summary: '버튼 이름이 깁니다.',
      message: ({ characters }) => `${maxCharacters}자까지 쓸 수 있는데 ${characters}자입니다.`,
    },
  },
})

const cardless: CustomRule = defineRule({
  id: 'card-without-button',
  tier: 'style',
  severity: 'warning',
  check(message, report) {
    // @ts-expect-error Only a carousel has cards.
    message.payload.carousel
    if (message.kind !== 'ft-carousel-feed') return
    for (const [index, card] of (message.payload.carousel?.list ?? []).entries()) {
      if (card.attachment?.button === undefined) report({ pointer: `/carousel/list/${index}` })
    }
    // @ts-expect-error Nothing of a message can be changed.
    message.payload.msg = ''
  },
  words: {
    en: { summary: 'A card has no button.', message: () => 'Give this card a button.' },
    ko: { summary: '버튼이 없는 카드가 있습니다.', message: () => '이 카드에 버튼을 넣으세요.' },
  },
})

defineRule<{ count: number }>({
  id: 'never-listed',
  tier: 'style',
  severity: 'warning',
  check(_, report) {
    // @ts-expect-error The words need their arguments.
    report({ pointer: '/msg' })
    // @ts-expect-error A violation has a place.
    report({ args: { count: 1 } })
  },
  // @ts-expect-error A rule speaks both languages.
  words: { en: { summary: 'It is not listed.', message: ({ count }) => `${count}` } },
})

export default defineConfig({
  messages: ['messages/**/*.md'],
  plugins: [wordyButton, cardless],
  terms: [{ avoid: '카톡', use: '카카오톡' }],
  require: [{ pattern: '고객센터', kinds: ['ft-wide'] }],
})

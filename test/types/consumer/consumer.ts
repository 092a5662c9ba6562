// A program of someone who uses the package; `npm run check:types` compiles it against the built declarations.
import {
  type Button,
  type CompiledTemplate,
  compile,
  defineConfig,
  type Emulator,
  type ImageLookup,
  startEmulator,
} from 'friendtalk'

export function firstTitle(template: CompiledTemplate): string {
  switch (template.service_id) {
    case 'ft-text':
      // @ts-expect-error A text message has no header.
      template.payload.header
      // @ts-expect-error Its attachment has no image.
      template.payload.attachment?.image
      return template.payload.msg
    case 'ft-image':
    case 'ft-wide':
      return template.payload.attachment.image.img_url
    case 'ft-wide-item-list':
      // @ts-expect-error Only a carousel has cards.
      template.payload.carousel
      return `${template.payload.header} ${template.payload.attachment.item.list[0]?.title ?? ''}`
    case 'ft-carousel-feed':
      // @ts-expect-error A carousel has its images in cards.
      template.payload.attachment
      return template.payload.carousel.list[0]?.header ?? ''
    case 'bm-text':
    case 'bm-image':
    case 'bm-wide':
      return template.payload.content
    case 'bm-wide-item-list':
      return template.payload.header
    case 'bm-commerce':
      return template.payload.commerce.title
    case 'bm-carousel-feed':
      return template.payload.carousel.list[0]?.header ?? ''
    case 'bm-carousel-commerce':
      return template.payload.carousel.head?.header ?? ''
  }
}

export function target(button: Button): string | undefined {
  switch (button.type) {
    case 'WL':
      return button.url_mobile
    case 'AL':
      return button.scheme_ios ?? button.scheme_android ?? button.url_mobile
    case 'BC':
    case 'BT':
      return button.chat_extra
    case 'BF':
      return button.biz_form_key
    case 'BK':
    case 'MD':
      // @ts-expect-error These send the button's text and lead nowhere.
      return button.url_mobile
  }
}

// @ts-expect-error An app link needs one of its three targets.
export const nowhere: Button = { name: '앱', type: 'AL', url_pc: 'https://www.example.com' }

export async function acceptedBy(run: (emulator: Emulator) => Promise<void>): Promise<number> {
  const emulator = await startEmulator({ lang: 'ko', credit: 10 })
  await run(emulator)
  const { accepted } = await emulator.waitForMessages(1, { code: 'C100' })
  await emulator.close()
  return accepted + emulator.images().length
}

const image = (): ImageLookup => ({ type: 'not-found' })
const { template, diagnostics } = compile('---\nkind: ft-text\n---\n안녕하세요', { path: 'hello.md', image })
export const shown: string = template?.digest ?? diagnostics.map(({ message }) => message).join('\n')

export default defineConfig({
  messages: ['messages/**/*.md'],
  // @ts-expect-error A secret is written as { env } alone.
  senders: { default: { sender_key: 'abc', sender_number: '0212345678' } },
})

import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type {
  ButtonContent,
  CarouselContent,
  CouponField,
  Fields,
  HeadContent,
  ImageContent,
  ItemContent,
  Placed,
  PriceContent,
  ReadContent,
} from '../../contract/content.ts'
import type { Contract, Setting } from '../../contract/contract.ts'
import { contractOf, type Kind } from '../../contract/contracts.ts'
import type { ShownChannel } from '../../project/channel.ts'
import { type Language, type Say, sayIn } from '../../words/language.ts'

interface PhoneView {
  readonly kind: Kind
  /** A message record; whatever in it is not of its shape is left out. */
  readonly record: unknown
  /** The time beside the bubble, as people read it. */
  readonly time: string
  /** Any channel when it has no name; without a picture the first letter of its name is drawn. */
  readonly channel: ShownChannel
  /** The line between days. */
  readonly date: string
  readonly lang: Language
  /** Returns the address of an image on the page; undefined if it is not there. */
  readonly image: (url: string) => string | undefined
  /** Returns the text in place of an absent image. */
  readonly absentImage?: (url: string) => string
  /** Links of taps can be opened, or are only shown; `open` when absent. */
  readonly links?: 'open' | 'inert'
  /** Unique on the page. */
  readonly id: string
}

/**
 * Draws a phone with a chat that holds a message. Needs `phone.css`; works without a script. What shows a value of the
 * record has its JSON Pointer in `data-pointer`.
 */
export function phone({ kind, record, time, channel, date, id, ...view }: PhoneView): Element {
  const { lang } = view
  const say = sayIn(lang)
  const { name = say('Channel name', '채널 이름'), picture: face } = channel
  const letter = Array.from(name.trim())[0] ?? ''
  const label = say(`Chat with ${name}`, `${name} 채팅방`)
  let ids = 0
  const drawing: Drawing = {
    absentImage: () => say('The image is not there', '이미지가 없습니다'),
    links: 'open',
    ...view,
    contract: contractOf(kind),
    say,
    nextId: () => `${id}-${++ids}`,
  }
  return h('section.ph', { lang, ariaLabel: label }, [
    h('div.ph-bar', { ariaHidden: 'true' }, [h('span', time), h('span.ph-signs', [h('i'), h('i'), h('i.ph-battery')])]),
    h('header.ph-top', [
      h('span.ph-back', { ariaHidden: 'true' }),
      h('strong', [...avatar('ph-top-picture', face), name]),
      h('span.ph-menu', { ariaHidden: 'true' }),
    ]),
    h('div.ph-chat', { tabIndex: 0, role: 'group', ariaLabel: label }, [
      h('p.ph-date', date),
      h('article', { className: ['ph-entry', `ph-kind-${kind.replace(/^[a-z]+-/, '')}`] }, [
        h('span.ph-avatar', { ariaHidden: 'true' }, face === undefined ? letter : avatar('ph-picture', face)),
        h('div.ph-said', [
          h('p.ph-name', name),
          // The texts of a message are Korean whatever language the page has, as far as anybody can tell.
          h('div.ph-row', { lang: 'ko' }, [
            h('div.ph-bubbles', bubbles(drawing, drawing.contract.read(kind, record))),
            h('time.ph-time', time),
          ]),
        ]),
      ]),
    ]),
    h('div.ph-input', { ariaHidden: 'true' }, [h('b'), h('span'), h('b')]),
  ])
}

/** The channel's picture, whose name stands beside it. */
function avatar(className: string, address: string | undefined): Element[] {
  return address === undefined ? [] : [h('img', { className: [className], src: address, alt: '' })]
}

/** The words and images of a phone, and ids that no other phone on the page has. */
interface Drawing extends Required<Pick<PhoneView, 'image' | 'absentImage' | 'links' | 'lang'>> {
  readonly contract: Contract
  readonly say: Say
  readonly nextId: () => string
}

/** More than any limit: what is beyond one is drawn, with its diagnostic beside it. A page may be asked for a list of any length. */
const maxParts = 50

function bubbles(drawing: Drawing, content: ReadContent): ElementContent[] {
  const { say, contract } = drawing
  const isAd = contract.isAdvertising(content)
  const label = isAd ? [h('p.ph-ad', '(광고)')] : []
  const optOut = isAd ? [optOutOf(drawing, content)] : []
  const text = textBlock(content.msg, 'ph-text')
  // The interface of one service requires a text of every kind, but for two of them others say that no app shows it.
  const hidden =
    text.length === 0
      ? []
      : [h('p.ph-may-not-show', say('The app may not show this text', '앱에는 보이지 않을 수 있는 글')), ...text]
  const body = (...parts: readonly ElementContent[]): Element => h('div.ph-body', [...parts])
  const bubble = (...parts: readonly ElementContent[]): Element => h('div.ph-bubble', [...parts])
  const listAt = (unit: 'buttons' | 'items' | 'cards', card?: number): string | undefined =>
    content.lists.find((list) => list.unit === unit && list.card === card)?.pointer
  const cover = coverOf(drawing, content)
  if ('cards' in content) {
    const cards = carousel(drawing, { ...content, cards: content.cards.slice(0, maxParts) }, listAt)
    if (hidden.length === 0) return [...cover, ...label, cards, ...optOut]
    return [...cover, bubble(body(...label, ...hidden, ...optOut)), cards]
  }
  const taps = [
    ...buttons(drawing, content.buttons, listAt('buttons')),
    ...couponOf(drawing, content.coupon?.fields ?? {}),
  ]
  if ('items' in content) {
    const list = [...textBlock(content.header, 'ph-header'), ...items(drawing, content.items, listAt('items'))]
    return [...cover, bubble(body(...label, ...hidden), ...list, body(...optOut, ...taps))]
  }
  const product = [...textBlock(content.header, 'ph-card-header'), ...priceOf(content.price)]
  const image = linkedImage(drawing, content.image, 'ph-image')
  return [...cover, bubble(...image, body(...label, ...product, ...text, ...optOut, ...taps))]
}

/** Returns the value of the setting that an app shows in a way. */
function settingShown({ contract }: Drawing, content: ReadContent, shown: Setting['shown']): Placed | undefined {
  const [key = ''] = Object.entries(contract.settings).find(([, setting]) => setting.shown === shown) ?? []
  const value = content.settings[key]
  return value !== undefined && 'pointer' in value ? value : undefined
}

/** Draws how to opt out: the number of the message, or else the platform's way. */
function optOutOf(drawing: Drawing, content: ReadContent): Element {
  const number = settingShown(drawing, content, 'opt-out-number')
  const code = settingShown(drawing, content, 'opt-out-code')
  const confirmed = textOf(code) === '' ? '' : ` (인증번호 ${textOf(code)})`
  const text = textOf(number) === '' ? '수신거부 | 홈 > 채널 차단' : `무료수신거부 ${textOf(number)}${confirmed}`
  return h('p.ph-opt-out', { dataPointer: number?.pointer }, text)
}

/** Draws the cover of a message for adults; `phone.css` hides the message below it until it is opened. */
function coverOf(drawing: Drawing, content: ReadContent): Element[] {
  const adult = settingShown(drawing, content, 'adult-cover')
  if (adult?.value !== true) return []
  const summary = h('summary', [
    h('b', '19'),
    h('span', '연령 확인 후 볼 수 있는 메시지입니다.'),
    h('span.ph-uncover', drawing.say('Show it, cover it', '보기/가리기')),
  ])
  return [h('details.ph-cover', { dataPointer: adult.pointer, dataKey: 'cover' }, [summary])]
}

function textOf(placed: Placed | undefined): string {
  return typeof placed?.value === 'string' ? placed.value : ''
}

/** Draws a price as shops do: the discount, what is paid, and the regular price struck out. */
function priceOf(price: PriceContent<Placed> | undefined): Element[] {
  const { regular, discounted, rate, fixed } = price?.fields ?? {}
  const inWon = (amount: string): string => `${amount}원`
  const part = (tag: string, placed: Placed | undefined, text: (amount: string) => string): Element[] =>
    placed ? [h(tag, { dataPointer: placed.pointer }, text(amountOf(placed)))] : []
  const parts = [
    ...part('span.ph-discount', rate, (amount) => `${amount}%`),
    ...part('span.ph-discount', fixed, (amount) => `${amount}원 할인`),
    ...part('strong', discounted ?? regular, inWon),
    ...part('del', discounted && regular, inWon),
  ]
  return parts.length === 0 ? [] : [h('p.ph-price', { dataPointer: parentOf(discounted ?? regular ?? rate) }, parts)]
}

function amountOf({ value }: Placed): string {
  return typeof value === 'number' ? value.toLocaleString('ko-KR') : typeof value === 'string' ? value : ''
}

/** Text with its line breaks; nothing in it is markup. */
function textBlock(placed: Placed | undefined, className: string): ElementContent[] {
  const text = textOf(placed)
  return text === '' ? [] : [h('p', { className: [className], dataPointer: placed?.pointer }, text)]
}

function buttons(
  drawing: Drawing,
  list: readonly ButtonContent<Placed>[],
  pointer: string | undefined,
): ElementContent[] {
  const entries = list.slice(0, maxParts).map(({ type, attributes }, index) => {
    const name = textOf(attributes.name)
    const facts = drawing.contract.buttonTypes[textOf(type)]
    const sent = facts?.sends === undefined ? {} : { sent: name }
    const action = facts?.tap?.[drawing.lang]
    const tap = { className: 'ph-button', fields: attributes, pointer: `${pointer}/${index}`, action, ...sent }
    return h('li', { className: facts?.look, dataType: textOf(type) }, tappable(drawing, tap, [name]))
  })
  return entries.length === 0 ? [] : [h('ul.ph-buttons', { dataPointer: pointer }, entries)]
}

/** Draws the image of a message or a card with its link, or with the platform's viewer. */
function linkedImage(
  drawing: Drawing,
  image: ImageContent<Placed> | undefined,
  className: string,
  card?: string,
): ElementContent[] {
  const url = textOf(image?.source)
  if (url === '') return []
  const { say } = drawing
  const action =
    textOf(image?.link) === ''
      ? say('Opens the image viewer of the platform.', '플랫폼의 이미지 뷰어로 엽니다.')
      : undefined
  // An absent image has a text already.
  const label = drawing.image(url) === undefined ? {} : { label: say('Image of the message', '메시지 이미지') }
  const around = parentOf(image?.source)
  const pointer = around === card ? (image?.source?.pointer ?? '') : around
  const tap = { className: 'ph-tap', fields: { link: image?.link }, pointer, action, ...label }
  return tappable(drawing, tap, [picture(drawing, url, className)])
}

function parentOf(placed: Placed | undefined): string {
  return placed?.pointer.slice(0, placed.pointer.lastIndexOf('/')) ?? ''
}

/** Draws the items of a wide item list: the first large, the others small. */
function items(drawing: Drawing, list: readonly ItemContent<Placed>[], pointer: string | undefined): ElementContent[] {
  const entries = list.slice(0, maxParts).map(({ title, image, targets = {} }, index) => {
    const className = index === 0 ? 'ph-first-item' : 'ph-item'
    const at = `${pointer}/${index}`
    const name = h('span.ph-item-title', { dataPointer: title?.pointer ?? at }, textOf(title))
    const content = [name, picture(drawing, textOf(image?.source), 'ph-item-image')]
    return h('li', tappable(drawing, { className, fields: targets, pointer: at }, content))
  })
  return entries.length === 0 ? [] : [h('ul.ph-items', { dataPointer: pointer }, entries)]
}

type ListAt = (unit: 'buttons' | 'cards', card?: number) => string | undefined

/** Draws a carousel: the head as the first of its cards side by side, the tail as the last. */
function carousel(drawing: Drawing, { head, cards: all, tail }: CarouselContent<Placed>, listAt: ListAt): Element {
  const { say } = drawing
  const cards = all.map(({ header, message, image, price, coupon, buttons: list }, index) => {
    const pointer = `${listAt('cards')}/${index}`
    const label = say(`Card ${index + 1} of ${all.length}`, `카드 ${all.length}장 중 ${index + 1}번째`)
    return h('li.ph-card', { ariaLabel: label, dataPointer: pointer }, [
      ...linkedImage(drawing, image, 'ph-card-image', pointer),
      h('div.ph-card-body', [
        ...textBlock(header, 'ph-card-header'),
        ...priceOf(price),
        ...textBlock(message, 'ph-card-text'),
        ...buttons(drawing, list, listAt('buttons', index)),
        ...couponOf(drawing, coupon?.fields ?? {}),
      ]),
    ])
  })
  const [target] = Object.values(tail?.targets ?? {})
  if (tail && target) {
    const arrow = h('span.ph-tail-arrow', { ariaHidden: 'true' })
    const tap = { className: 'ph-tail', fields: tail.targets, pointer: parentOf(target) }
    cards.push(h('li.ph-tail-card', tappable(drawing, tap, [arrow, '더보기'])))
  }
  const step = (dataStep: 'previous' | 'next', ariaLabel: string, sign: string): Element =>
    h('button.ph-step', { type: 'button', dataStep, ariaLabel }, sign)
  const label = say(`${all.length} cards, scroll sideways`, `카드 ${all.length}장, 옆으로 넘겨 보세요`)
  return h('div.ph-carousel', [
    // A list that scrolls must be reachable by keyboard.
    h('ul.ph-cards', { tabIndex: 0, ariaLabel: label }, [...headOf(drawing, head), ...cards]),
    h('div.ph-steps', [
      step('previous', say('Previous card', '이전 카드'), '‹'),
      step('next', say('Next card', '다음 카드'), '›'),
    ]),
  ])
}

/** Draws what introduces the cards: all of it leads to one place. */
function headOf(drawing: Drawing, head: HeadContent<Placed> | undefined): Element[] {
  if (head === undefined) return []
  const { header, message, image, targets = {} } = head
  const pointer = parentOf(header ?? message ?? image?.source ?? Object.values(targets)[0])
  const line = (className: string, placed: Placed | undefined): Element =>
    h('span', { className: [className], dataPointer: placed?.pointer }, textOf(placed))
  const texts = h('span.ph-card-body', [line('ph-card-header', header), line('ph-card-text', message)])
  const content = [picture(drawing, textOf(image?.source), 'ph-card-image'), texts]
  const tap = { className: 'ph-tap', fields: targets, pointer }
  return [
    h('li.ph-card.ph-head', { ariaLabel: drawing.say('Introduction', '인트로') }, tappable(drawing, tap, content)),
  ]
}

function couponOf(drawing: Drawing, { title, description, ...targets }: Fields<Placed, CouponField>): ElementContent[] {
  const pointer = parentOf(title ?? description ?? Object.values(targets)[0])
  if (pointer === '') return []
  return tappable(drawing, { className: 'ph-coupon', fields: targets, pointer }, [
    h('span.ph-coupon-texts', [
      h(
        'strong',
        { dataPointer: `${pointer}/${drawing.contract.names.title}` },
        textOf(title) || drawing.say('Coupon', '쿠폰'),
      ),
      h('span', { dataPointer: `${pointer}/${drawing.contract.names.description}` }, textOf(description)),
    ]),
    h('span.ph-coupon-sign', { ariaHidden: 'true' }),
  ])
}

/** The targets of a tap, in the order in which they are shown. */
const targetNames = {
  android: { en: 'App, Android', ko: 'Android 앱' },
  ios: { en: 'App, iOS', ko: 'iOS 앱' },
  mobile: { en: 'Web, phone', ko: '모바일 웹' },
  pc: { en: 'Web, computer', ko: 'PC 웹' },
  link: { en: 'Web', ko: '웹' },
  event: { en: 'Bot event', ko: '봇 이벤트' },
  extra: { en: 'Passed on', ko: '전달하는 정보' },
}
type Target = keyof typeof targetNames
const targetOrder = Object.keys(targetNames) as Target[]

/** A part that can be tapped; its fields say what the tap leads to. */
interface Tappable {
  readonly fields: Fields<Placed, Target>
  readonly pointer: string
  readonly className: string
  /** Its effect, if it opens no link. */
  readonly action?: string | undefined
  /** The text that it sends to the channel. */
  readonly sent?: string
  readonly label?: string
}

/**
 * Something that can be tapped. It leads nowhere by itself: it opens a sheet inside the phone that says what a tap does,
 * with a link only for web addresses. Works without a script.
 */
function tappable(drawing: Drawing, tap: Tappable, content: readonly (ElementContent | string)[]): ElementContent[] {
  const { say } = drawing
  const { className, pointer, label } = tap
  const id = drawing.nextId()
  return [
    h('button', { type: 'button', className: [className], popoverTarget: id, dataPointer: pointer, ariaLabel: label }, [
      ...content,
    ]),
    h('div.ph-sheet', { id, popover: 'auto', role: 'dialog', ariaLabel: say('When tapped', '누르면') }, [
      h('p.ph-sheet-title', say('When tapped', '누르면')),
      ...whereTo(drawing, tap),
      h(
        'button.ph-sheet-close',
        { type: 'button', popoverTarget: id, popoverTargetAction: 'hide' },
        say('Close', '닫기'),
      ),
    ]),
  ]
}

function whereTo({ say, links }: Drawing, { fields, action, sent }: Tappable): ElementContent[] {
  const rows = targetOrder.flatMap((field) => {
    const target = textOf(fields[field])
    if (target === '') return []
    // Only the web's own schemes become links: any other could run something.
    const isLink = links === 'open' && /^https?:\/\//i.test(target)
    const attributes = { href: target, target: '_blank', rel: ['noopener', 'noreferrer'] }
    const shown = [h('span.ph-address', target), ...(isLink ? [h('a', attributes, say('Open', '열기'))] : [])]
    return [h('dt', targetName(field, fields, say)), h('dd', shown)]
  })
  const said = sent === undefined ? [] : [h('dt', say('Sends', '보내는 말')), h('dd', [h('span.ph-sent', sent)])]
  if (rows.length + said.length === 0) return [h('p', action ?? say('Leads nowhere.', '연결되는 곳이 없습니다.'))]
  return [...(action === undefined ? [] : [h('p', action)]), h('dl', [...said, ...rows])]
}

/** Returns what opens a link. The web address for phones is that of every system without an app link of its own. */
function targetName(field: Target, fields: Tappable['fields'], say: Say): string {
  const { en, ko } = targetNames[field]
  const name = say(en, ko)
  if (field !== 'mobile') return name
  const devices = [
    ...(textOf(fields.android) === '' ? ['Android'] : []),
    ...(textOf(fields.ios) === '' ? ['iPhone'] : []),
  ]
  return devices.length === 0 ? name : `${name} (${devices.join(', ')})`
}

/** Draws an image, or what stands in its place when it is not there. */
function picture({ image, absentImage, say }: Drawing, url: string, className: string): Element {
  const source = image(url)
  return source === undefined
    ? h('span', { className: [className, 'ph-no-image'] }, [h('span', absentImage(url))])
    : h('img', { className: [className], src: source, alt: say('Image of the message', '메시지 이미지') })
}

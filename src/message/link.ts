import type { Fields, TargetName } from '../contract/content.ts'
import type { Part } from '../language/document.ts'
import type { ViolationArgs } from '../violation.ts'
import { isEmpty, type LocatedText, templateOf, textOfPart } from './located.ts'
import type { BodyReading } from './reading.ts'

/** The target of a link: a web page, an application, or something unknown to the language. */
type LinkType = 'web' | 'app' | 'none'

const webScheme = /^https?:\/\/(?!\/)/i
const scheme = /^[a-z][a-z0-9+.-]*:/i
const phone = /^(?:tel:)?\+?\d[\d -]{6,14}\d$/i
/** A web address behind what was typed for `https://`: other letters, or other or fewer marks. */
const mistypedWeb = /^[htpsw]{3,6}[:;：.]{0,2}[/\\／]{1,3}(?=[^/\\／])|^:?\/\/|^[htps]{4,6}:(?=\w)/i
const host = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:[a-z]{2,}|한국)(?::\d+)?(?:[/?#]|$)/iu
const fileName = /^[^/]+\.(?:png|jpe?g|gif|webp|svg|pdf|html?|php|jsp|md)$/iu

/** Returns the target of a link. One that starts with a variable opens a web page: the variable holds the start of its URL. */
function linkTypeOf(link: LocatedText): LinkType {
  if (link.pieces[0]?.type === 'variable') return 'web'
  const text = templateOf(link)
  if (webScheme.test(text)) return 'web'
  return scheme.test(text) && !phone.test(text) && suggestionFor(text) === undefined ? 'app' : 'none'
}

/** The web address that was likely meant by a link that opens nothing. */
function suggestionFor(link: string): string | undefined {
  const typed = mistypedWeb.exec(link)?.[0] ?? ''
  const address = link.slice(typed.length)
  // A variable may be part of a host.
  const isAddress = host.test(address.replaceAll(/#\{[^{}]*\}/g, 'x')) && !fileName.test(address)
  return isAddress ? `${/^http[:;：]/i.test(typed) ? 'http' : 'https'}://${address}` : undefined
}

function reportNoScheme(text: LocatedText, { contract, report }: BodyReading, isWeb = false): void {
  const link = templateOf(text)
  const suggestion = suggestionFor(link)
  const buttonType = Object.keys(contract.buttonTypes).find((type) => type === link.toUpperCase())
  report('link-without-scheme', text.span, {
    link,
    ...(isWeb && { isWeb }),
    ...(suggestion !== undefined && { suggestion }),
    ...(buttonType && { buttonType }),
    ...(phone.test(link) && { isPhone: true }),
  })
}

/** Checks a web address in a block. The rule `link-format` reports what is no address at all. */
export function checkAddress(text: LocatedText, reading: BodyReading): void {
  const link = templateOf(text)
  const isMeant = text.pieces[0]?.type !== 'variable' && !webScheme.test(link) && suggestionFor(link) !== undefined
  if (isMeant) reportNoScheme(text, reading, true)
}

type Targets = Fields<LocatedText, TargetName>

/** Reads the targets that a link and its second link stand for, of a button, an item or a tail. */
export function readTargets(
  link: Part,
  second: Part | undefined,
  reading: BodyReading,
  button: ViolationArgs['link-empty'] = {},
): { readonly type: LinkType; readonly targets: Targets } {
  const { report } = reading
  const first = textOfPart(link)
  const other = second && textOfPart(second)
  const type = linkTypeOf(first)
  if (isEmpty(first)) report('link-empty', first.span, button)
  else if (type === 'none') reportNoScheme(first, reading)
  if (other && isEmpty(other)) report('link-empty', other.span, button)
  else if (other && linkTypeOf(other) !== 'web') {
    const address = templateOf(other)
    const suggestion = suggestionFor(address)
    report('second-link-not-web', other.span, { link: address, ...(suggestion !== undefined && { suggestion }) })
  }
  return { type, targets: targetsOf(type, first, other) }
}

function targetsOf(type: LinkType, first: LocatedText, other: LocatedText | undefined): Targets {
  switch (type) {
    case 'web':
      return { mobile: first, ...(other && { pc: other }) }
    case 'app':
      return { android: first, ios: first, ...(other && { mobile: other }) }
    case 'none':
      return {}
  }
}

/** Reads the one web link of an image; only a web link without a second is one. */
export function readImageLink(link: Part, second: Part | undefined, reading: BodyReading): LocatedText | undefined {
  const { report } = reading
  const text = textOfPart(link)
  const type = linkTypeOf(text)
  if (isEmpty(text)) report('link-empty', text.span, {})
  else if (type === 'none') reportNoScheme(text, reading, true)
  else if (type === 'app') report('link-scheme-not-allowed', text.span, { link: templateOf(text) })
  if (second !== undefined) report('second-link-not-allowed', second.span, {})
  return type === 'web' && second === undefined && !isEmpty(text) ? text : undefined
}

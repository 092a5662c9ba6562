import { violation } from '../../violation.ts'
import { type Body, maxFormUnits, type TypedLine } from './body.ts'
import { classOf, imageEnding, spaceClass } from './characters.ts'
import type { Change } from './correction.ts'
import { foreignLink } from './foreign.ts'
import { bulletAt, type LinkForm, readLinkForm } from './links.ts'
import { readParts } from './parts.ts'
import { endsOpen, startsLink } from './resources.ts'

/** A scheme of which the marks hold a space or a quote, at the start of a link. */
const cutScheme =
  /(?<=[(<"“]\s?)[a-z][a-z0-9+-]{2,20}(?<marks>["“”]\s?[:;]?\/\/|\s:\/\/|:\s\/\/|:\/\s\/|:\/\/\s)(?=[\p{L}\p{N}#])/iu
const leadsSomewhere = /\]\(\s*<?(?:[a-z][a-z0-9+.-]*:|www\.|[#＃]\{)/iu
const imageName = new RegExp(String.raw`${imageEnding}(?![\p{L}\p{N}])`, 'iu')
const bulletAlone = new RegExp(`^${classOf('-')}${spaceClass}*$`, 'u')
/** A line that ends a form. */
const closesForm = /[)）]\s*$/u

/** Reports a line of text that was meant as an image, a button or a tail. */
export function correctLinkForm(body: Body, typed: TypedLine): void {
  const form = linkFormOf(body, typed)
  if (form === undefined) return
  const below = endsOpen.test(typed.text) ? body.typedAt(typed.index + 1) : undefined
  if (below?.line.type !== 'textLine' || !body.isBelow(typed, below)) reportForm(body, typed, form)
  else if (startsLink(below.text, 0)) {
    const end = typed.start + typed.text.length
    const change = { start: end, end: below.start, text: '', slip: { type: 'line-break' }, safe: false } as const
    // A link that nothing closes on its line is the same mistake.
    const link = below.text.trimEnd()
    const at = below.start + link.length
    const closing = /[\s)）]/u.test(link) ? [] : [{ ...change, start: at, end: at, text: ')' }]
    const isBare = form.type === 'link' && !body.takes('tail', typed.index)
    const bullet = isBare ? [{ ...change, start: typed.start, end: typed.start, text: '- ' }] : []
    body.reportUnclear(form.type === 'link' ? 'button' : form.type, change, ...closing, ...bullet)
  }
}

/** Reports a form that is one, and another one than was meant. */
export function correctForm(body: Body, typed: TypedLine, isSuspicious: boolean): void {
  const { line, index, text, start } = typed
  const form = isSuspicious ? linkFormOf(body, typed) : undefined
  if (form) reportForm(body, typed, form)
  else if (
    line.type === 'imageLine' &&
    text.startsWith('!') &&
    body.takes('tail', index) &&
    leadsSomewhere.test(text) &&
    !imageName.test(text)
  ) {
    const slip = { type: 'needless', found: '!' } as const
    body.report('tail', [{ start, end: start + 1, text: '', slip, safe: false }])
  }
}

/** Reads a line as a form of links; where its marks are mixed up, by what stands between them. */
function linkFormOf(body: Body, typed: TypedLine): LinkForm | undefined {
  const { index, text, start } = typed
  const form = readLinkForm(text, start)
  // No image is meant where none may stand and none is named.
  if (form?.type === 'image' && !body.hasImages && /^\s*[!！]\s+\[/u.test(text) && !imageName.test(text))
    return undefined
  const slip = form?.changes[0]?.slip.type
  if (form?.changes.length === 1 && (slip === 'swapped' || endsOpen.test(text))) return form
  const isBullet = form?.type === 'image' && slip === 'bullet-not-needed'
  if (form && !isBullet && form.changes.every(({ safe }) => safe) && !/\(\s?[[(《＜'"“‘’\x60]|\[\[/u.test(text))
    return form
  const parts = readParts(text, start) ?? listedForm(body, typed)
  // Without a bullet, a name in other brackets is mostly meant to be read.
  if (parts?.type === 'link' && !body.takes('tail', index) && !/^\s*[[［]/u.test(text)) return form
  const isFitting = parts && (parts.type === 'image' ? body.hasImages && !isBullet : form?.type !== 'image' || isBullet)
  return isFitting ? parts : form
}

/** Reads a line with a link that is text elsewhere: in a list of buttons, or where the tail stands. */
function listedForm(body: Body, { index, text, start }: TypedLine): LinkForm | undefined {
  const form = readParts(text, start, 'one pair')
  const isPlace = form !== undefined && (body.takes('button', index) || body.takes('tail', index))
  if (isPlace && body.takes('text', index))
    return isListedButton(text) && isInButtonList(body, index) ? form : undefined
  return isPlace ? form : undefined
}

/** A dash in front of a name that a button may have: 14 characters are the most. */
const listedName = /^[-－] ?(?:[[［]|(?![^(（<＜]*[:：](?!\/\/))[^()（）[\]<>＜＞［］*_~\x60]{1,14}[(（<＜])/u
const listMark = /^\s*(?:[-－–—*+•·]|\d{1,2}[.)])\s/u

/** Whether a line of text may be a button of a list, however it is mistyped. */
function isListedButton(text: string): boolean {
  if (text.length > maxFormUnits || !listedName.test(text)) return false
  return (readParts(text, 0, 'one pair') ?? readLinkForm(text, 0))?.type === 'button'
}

/** Whether the list of a line holds buttons alone, and no text stands behind it. */
function isInButtonList(body: Body, index: number): boolean {
  if (index >= body.buttonList.end) body.buttonList = buttonListAt(body, index)
  return body.buttonList.isOne
}

/** Reads the list that starts at a line, once for all its lines. */
function buttonListAt(body: Body, first: number): Body['buttonList'] {
  const { lines, itemsEnd } = body
  let end = first
  const typedAt = (index: number): string => body.typedAt(index)?.text ?? ''
  for (; end < lines.length && lines[end]?.type !== 'heading' && end !== itemsEnd; end++) {
    const type = lines[end]?.type
    if ((type === 'textLine' || type === 'divider') && !isListedButton(typedAt(end))) return { end, isOne: false }
  }
  const [above, here] = [body.typedAt(first - 1), body.typedAt(first)]
  const goesOn = above?.line.type === 'textLine' && here !== undefined && body.isBelow(above, here)
  return { end, isOne: !goesOn || !listMark.test(above.text) || isListedButton(above.text) }
}

function reportForm(body: Body, typed: TypedLine, { type, changes }: LinkForm): void {
  const { index, start } = typed
  if (changes.length === 0) return
  const isTail = body.takes('tail', index)
  if (isTail && type === 'button') body.report('tail', withoutBullet(changes, typed))
  else if (type !== 'link') body.report(type, changes)
  else if (isTail) body.report('tail', changes)
  // Without a dash, what stands behind a word in brackets is mostly meant to be read.
  else if (
    body.takes('button', index) &&
    !changes.some(({ slip }) => slip.type === 'space' || slip.type === 'followed')
  ) {
    const [first] = changes
    if (first?.start === start && first.end === start && first.text.startsWith('[')) {
      const expected = `- ${first.text}`
      body.report('button', [{ ...first, text: expected, slip: { type: 'missing', expected } }, ...changes.slice(1)])
      return
    }
    const isIndented = first?.slip.type === 'indented' || first?.slip.type === 'quoted'
    const missing = bulletMissing(isIndented ? first.end : start)
    body.report('button', isIndented ? [first, missing, ...changes.slice(1)] : [...changes, missing])
  }
}

/** Reports a link alone on its line that is a button without its dash, or an image. */
export function correctLinkLine(body: Body, typed: TypedLine): boolean {
  const { index, text, start, end } = typed
  if (correctForeignLink(body, typed)) return true
  const image = body.hasImages ? readParts(text, start) : undefined
  if (image?.type === 'image') return body.report('image', image.changes)
  if (body.takes('tail', index)) return false
  if (leadsSomewhere.test(text) && body.startsAfterItems(index)) {
    const change = { start, end: start, text: '---\n', slip: { type: 'button-or-tail' }, safe: false } as const
    return body.reportUnclear('tail', { ...change, span: { start, end } })
  }
  return (
    body.takes('button', index) &&
    leadsSomewhere.test(text) &&
    body.report('button', [bulletMissing(start, { start, end })])
  )
}

/** A link alone on its line, a button, or an address. */
const linkAlone =
  /^\s*(?:- )?(?:\[[^[\]]*\]\((?<link>[^()]*(?:\([^()]*\)[^()]*)*)\)|<?(?<address>https?:\/\/[^\s<>()]+)>?)\s*$/

/** Reports the link of an item that stands below its image, and not around it. */
export function correctItemLink(body: Body, index: number): boolean {
  const above = body.lines[index - 1]
  if (above?.type !== 'imageLine' || above.children[2] !== undefined) return false
  const [image, typed] = [body.typed(above, index - 1), body.typedAt(index)]
  if (typed === undefined || typed.text.length > maxFormUnits) return false
  const { link, address } = linkAlone.exec(typed.text)?.groups ?? {}
  const target = link ?? address
  if (target === undefined) return false
  const { start, end } = typed
  const edit = { start: image.start, end, text: `[${image.text.trim()}](${target})` }
  const found = violation('item-link-missing', { start, end }, { isApart: true })
  body.violations.push({ ...found, fix: { safe: false, edits: [edit] } })
  return true
}

/** Reports a link or an image of another language. */
export function correctForeignLink(body: Body, { index, text, start, end }: TypedLine): boolean {
  const found = foreignLink(text, { start, end })
  if (found === undefined) return false
  const { type, change } = found
  return type === 'button' && body.takes('tail', index)
    ? body.report('tail', [{ ...change, text: change.text.slice('- '.length) }])
    : body.report(type, [change])
}

/** Reports the marks behind the scheme of a link, of which some cut the link off. */
export function correctAddress(body: Body, { text, start }: TypedLine): boolean {
  const found = cutScheme.exec(text)
  if (!found) return false
  const { marks = '' } = found.groups ?? {}
  const end = start + found.index + found[0].length
  const slip = /\s/u.test(marks)
    ? ({ type: 'space-in-link' } as const)
    : ({ type: 'instead', found: marks, expected: '://' } as const)
  return body.report('link', [{ start: end - marks.length, end, text: '://', slip, safe: false }])
}

/** Reports a form in the marks that Markdown has for strong text or code. */
export function correctDecorated(body: Body, { index, text, start: offset, end: lineEnd }: TypedLine): boolean {
  const [, before = '', marks = '', inside = ''] =
    /^(\s*(?:- )?)(\*{1,3}|_{1,2}|~~|==|`)(.*\]\(.*\))\2\s*$/u.exec(text) ?? []
  const form = marks === '' ? undefined : wholeForm(body, { text: before + inside, start: offset, index })
  if (form === undefined) return false
  const slip = { type: 'syntax', of: 'Markdown' } as const
  const start = offset + before.length
  const end = start + marks.length + inside.length
  return body.report(form, [
    { start, end: start + marks.length, text: '', slip, safe: false },
    { start: end, end: lineEnd, text: '', slip, safe: false },
  ])
}

/** Reports an image, or a button, behind something else. */
export function correctPreceded(body: Body, { text, start: offset, end: lineEnd }: TypedLine): boolean {
  const found = /^(\s*\S.*?)\s*((?:!\[|\[!\[|- \[).*\]\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)$/u.exec(text)
  const [, before = '', rest = ''] = found ?? []
  // Words in brackets are none of a form.
  if (rest === '' || /[[\]]|\\$/u.test(before.replaceAll(/\[[^[\]()]{1,40}\](?!\()/gu, ''))) return false
  if (bulletAt(before.trimStart(), 0) === before.trim()) return false
  const end = lineEnd - rest.length
  const form = readLinkForm(rest, end)
  if (form === undefined || form.type === 'link') return false
  const slip = { type: 'preceded', text: before.trim() } as const
  const isWords = /[\p{L}\p{N}]/u.test(before)
  // Words stay, on a line of their own.
  const start = isWords ? offset + before.trimEnd().length : offset
  const span = { start: offset, end: offset + before.length }
  const first = { start, end, text: isWords ? '\n' : '', slip, safe: false, span } as const
  return body.report(form.type, [first, ...form.changes])
}

/** Reports a form that goes on on the next line. */
export function correctBrokenLine(body: Body, typed: TypedLine): boolean {
  const { index, text, start } = typed
  if (correctBrokenImage(body, typed)) return true
  const below = body.typedAt(index + 1)
  const type = below?.line.type
  if (below === undefined || (type !== 'textLine' && type !== 'linkLine' && type !== 'imageLine')) return false
  const isBullet = bulletAlone.test(text)
  if (!isBullet && (type !== 'textLine' || !isOpen(text))) return false
  if (!body.isBelow(typed, below) || (!isBullet && !closesForm.test(below.text))) return false
  const [first, rest] = [text.trimEnd(), below.text.trimStart()]
  // In a name, words stand apart, but not in a variable.
  const isWord = first.includes('](') || first.lastIndexOf('#{') > first.lastIndexOf('}')
  for (const join of isWord ? ['', ' '] : [' ', '']) {
    const form = wholeForm(body, { text: first + join + rest, start, index })
    if (form === undefined) continue
    body.next = index + 2
    const change = { start: start + first.length, end: below.end - rest.length, text: join }
    return body.report(form, [{ ...change, slip: { type: 'line-break' }, safe: false }])
  }
  return false
}

/** What starts an image that its link stands around. */
const brokenImage = /^\s*\[\s*(?:!\[[^[\]]*\]\([^()]*\)\s*\]?\s*)?$/u
/** Such an image has no more lines. */
const maxImageLines = 4

/** An image that its link stands around on lines of their own, as in pages of code hosts. */
function correctBrokenImage(body: Body, { index, text, start, end }: TypedLine): boolean {
  if (!body.hasImages || !brokenImage.test(text)) return false
  let joined = text.trim()
  let holdsOther = false
  for (let at = index + 1; at < index + maxImageLines; at++) {
    const below = body.typedAt(at)
    if (below === undefined) return false
    if (below.line.type === 'comment') {
      holdsOther = true
      continue
    }
    joined += below.text.trim()
    const built = joined.replace(/^\[\s+!/, '[!').replace(/\)\s*\]\s*\(/, ')](')
    if (wholeForm(body, { text: built, start, index }) !== 'image') continue
    body.next = at + 1
    const slip = { type: 'line-break' } as const
    const change = { start, end: below.end, text: built, slip, safe: false, span: { start, end } } as const
    return holdsOther ? body.reportUnclear('image', change) : body.report('image', [change])
  }
  return false
}

/** The form that a text is without any change; undefined where it is none that may stand at a line. */
function wholeForm(
  body: Body,
  { text, start, index }: Pick<TypedLine, 'text' | 'start' | 'index'>,
): 'image' | 'button' | 'tail' | undefined {
  const form = readLinkForm(text, start)
  if (form === undefined || form.changes.length > 0) return undefined
  if (form.type !== 'link') return form.type
  return body.takes('tail', index) ? 'tail' : undefined
}

/** Whether a line ends inside of a form. */
function isOpen(text: string): boolean {
  const opened = Math.max(...['[', '(', '［', '（'].map((bracket) => text.lastIndexOf(bracket)))
  return opened >= 0 && (/[\]］]\s*$/u.test(text) || !/[\])）］]/u.test(text.slice(opened)))
}

/** The changes that make a button a tail: a link alone. */
function withoutBullet(changes: readonly Change[], { text, start }: TypedLine): Change[] {
  const indent = /^\s*/u.exec(text)?.[0].length ?? 0
  const found = bulletAt(text, indent) ?? ''
  const end = start + indent + found.length + (/^\s*/u.exec(text.slice(indent + found.length))?.[0].length ?? 0)
  const slip = { type: 'bullet-not-needed', found } as const
  const rest = changes.filter((change) => change.end > end || (change.start === end && change.text === '['))
  return [{ start, end, text: '', slip, safe: false }, ...rest]
}

function bulletMissing(at: number, span = { start: at, end: at + 1 }): Change {
  return { start: at, end: at, text: '- ', slip: { type: 'bullet-missing' }, safe: false, span }
}

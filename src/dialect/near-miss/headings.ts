import type { Body, TypedLine } from './body.ts'
import { lead, oddSpaceIn, spaceClass } from './characters.ts'
import { commentChanges } from './comments.ts'
import { type Change, leading, lookAlike } from './correction.ts'
import { readForeignHeading } from './foreign.ts'

const heading = new RegExp(`^(${lead})([#＃♯﹟]{1,6})(${spaceClass}*)(.*?)${spaceClass}*$`, 'u')
const closingMarks = /(?:(?<![ \t])[ \t]+#+|(?<=[^\\#\s])##+)[ \t]*$/
/** Signs that others type below a title. */
const underline = /^(?:={3,}|-{3,})\s*$/

/** Reports what is mistyped in a line that is a heading. */
export function correctHeadingLine(body: Body, typed: TypedLine): void {
  const { line, index, text, start } = typed
  const gap = /^#([ \t]+)\{[\p{L}\p{N}_|]{1,64}\}/u.exec(text)?.[1]
  if (gap !== undefined) {
    const slip = { type: 'space', before: '{' } as const
    body.report('variable', [{ start: start + 1, end: start + 1 + gap.length, text: '', slip, safe: true }])
    return
  }
  if (!body.hasItems) return
  const comments = text.includes('<!--') ? commentChanges(text, start, { endsLater: false }) : []
  if (body.report('comment', comments) || reportMarks(body, typed)) return
  if (line.type !== 'heading') return
  if (line.depth === 2) {
    if (!isHeaderOfItems(body, typed)) return
    const slip = { type: 'depth', found: 2, expected: 1 } as const
    body.report('header', [{ start, end: start + 2, text: '#', slip, safe: false }])
    return
  }
  if (body.hasHeader && body.firstHeader === index) return
  // What stands above an image is the title of an item or a card.
  if (body.lines[index + 1]?.type !== 'imageLine' || body.lines[index - 1]?.type === 'heading') return
  const at = start + 1
  const slip = { type: 'depth', found: 1, expected: 2 } as const
  body.report('heading', [{ start: at, end: at, text: '#', slip, safe: false, span: { start, end: at } }])
}

/** Reports a line of text that was meant as a heading: `##title`, ` ## title`, `### title`. */
export function correctHeading(body: Body, typed: TypedLine): boolean {
  if (!body.hasItems) return false
  const { line, index, text, start } = typed
  const [, indent = '', signs = '', gap = '', title = ''] = heading.exec(text) ?? []
  const isHeader = body.isHeaderPlace(line)
  // A bracket makes a variable of a sign, but hardly of two above an image.
  const isVariable =
    /^[{｛]/u.test(title) || (/^[(（[［]/u.test(title) && !(signs.length === 2 && body.isTitlePlace(index)))
  // A keycap emoji starts with a number sign.
  if (signs === '' || title === '' || title.startsWith('\u20e3') || isVariable) {
    return correctForeignHeading(body, typed)
  }
  const isHeaderTyped = isHeader && (signs.length === 1 || isHeaderOfItems(body, typed))
  // A hashtag is text.
  if (signs.length === 1 && !isHeaderTyped && gap === '') return false
  const wanted = isHeaderTyped ? '#' : '##'
  const expected = isHeaderTyped ? 1 : 2
  const at = start + indent.length
  const end = at + signs.length
  // Below a title with its image, one more without any may be a heading inside the text.
  if (signs.length > 2 && body.facts.sections.card?.text !== undefined && !body.startsItem(index)) {
    const slip = { type: 'depth', found: signs.length, expected } as const
    // It is read as text, so that nothing is missing below it.
    return body.reportUnclear('heading', {
      start: at,
      end: at,
      text: '\\',
      slip,
      safe: false,
      span: { start: at, end },
    })
  }
  const changes: Change[] = []
  if (indent !== '') changes.push(leading(start, indent))
  if (signs !== wanted) {
    const odd = /[^#]/u.exec(signs)?.[0]
    const slip = odd === undefined ? ({ type: 'depth', found: signs.length, expected } as const) : lookAlike(odd, '#')
    changes.push({ start: at, end, text: wanted, slip, safe: odd !== undefined && signs.length === wanted.length })
  }
  const sign = gap === '' ? /^[.):：][ \t]+/u.exec(title)?.[0] : undefined
  if (sign !== undefined) {
    const slip = { type: 'needless', found: sign.trim() } as const
    const span = { start: end, end: end + 1 }
    changes.push({ start: end, end: end + sign.length, text: ' ', slip, safe: false, span })
  } else if (!/^[ \t]+$/.test(gap)) {
    const slip = gap === '' ? ({ type: 'space-missing', after: wanted } as const) : lookAlike(oddSpaceIn(gap), ' ')
    changes.push({ start: end, end: end + gap.length, text: ' ', slip, safe: true })
  }
  return body.report(isHeaderTyped ? 'header' : 'heading', [...changes, ...closingChanges(text, start)])
}

/** Reports a line above an image that lacks what makes it the title of an item or a card. */
export function correctMissingTitle(body: Body, line: TypedLine): boolean {
  const { index, text, start, end } = line
  if (!body.isTitlePlace(index) || !(isAloneInItem(body, index) || startsCard(body, line))) return false
  const typed = /^\s*#?\s*/.exec(text)?.[0] ?? ''
  if (ofImage.test(text) || typed.length === text.length) return false
  const framed = /^\s*[^\p{L}\p{N}\s#]{1,3}##?\s+(?<title>.*?)\s*[^\p{L}\p{N}\s]{0,3}$/u.exec(text)?.groups?.['title']
  if (framed !== undefined) {
    const change = { start, end, text: `## ${framed}`, slip: { type: 'syntax', of: 'Markdown' }, safe: false } as const
    return body.report('heading', [change])
  }
  const slip = { type: 'missing', expected: '## ' } as const
  return body.report('heading', [
    { start, end: start + typed.length, text: '## ', slip, safe: false, span: { start, end } },
  ])
}

/** An item has no text but its title. */
function isAloneInItem(body: Body, index: number): boolean {
  return body.facts.repeats === 'item' && body.isInItem(index)
}

/** What the last line of a card may be. */
const partsOfCard: ReadonlySet<string> = new Set(['textLine', 'buttonLine', 'block', 'comment'])

/** Whether a line stands apart from what is above it, and the image of another card below it. */
function startsCard(body: Body, line: TypedLine): boolean {
  const above = body.typedAt(line.index - 1)
  return (
    body.facts.repeats === 'card' &&
    above !== undefined &&
    partsOfCard.has(above.line.type) &&
    !body.isBelow(above, line)
  )
}

/** What starts an item, however many signs it has. */
const itemStart = /^#{2,6}(?!#)/u
/** What may have been meant as an image or a link. */
const ofImage = /[\])）］]\s*[[(（［]|!\s*\[|\.(?:png|jpe?g|gif|webp)/iu

/** Whether the first title is the header of the message: text stands below it, and no image, as in an item. */
function isHeaderOfItems(body: Body, { line, index }: TypedLine): boolean {
  if (!body.isHeaderPlace(line)) return false
  let hasText = false
  for (let at = index + 1; at < body.lines.length; at++) {
    const below = body.typedAt(at)
    if (below === undefined) return false
    const { type } = below.line
    if (type === 'heading' || (type === 'textLine' && itemStart.test(below.text))) return hasText
    if (type === 'textLine') {
      if (ofImage.test(below.text)) return false
      hasText = true
    } else if (type !== 'buttonLine' && type !== 'comment') return false
  }
  return false
}

/** Reports a title in the marks of another language. */
function correctForeignHeading(body: Body, { line, index, text, start, end }: TypedLine): boolean {
  const found = readForeignHeading(text)
  const isHeader = body.isHeaderPlace(line)
  if (found === undefined || !(isHeader || found.of === 'HTML' || body.isTitlePlace(index))) return false
  const slip = { type: 'syntax', of: found.of } as const
  const built = `${isHeader ? '#' : '##'} ${found.title}`
  return body.report(isHeader ? 'header' : 'heading', [{ start, end, text: built, slip, safe: false }])
}

/** Reports a title over a line of signs. */
export function correctUnderlined(body: Body, typed: TypedLine): boolean {
  const { index, text, start, end } = typed
  if (!body.hasItems || !underline.test(text)) return false
  const title = body.typedAt(index - 1)
  if (title?.line.type !== 'textLine') return false
  const isHeader = body.isHeaderPlace(title.line)
  if (!body.isBelow(title, typed) || !(isHeader || body.isTitlePlace(index))) return false
  const slip = { type: 'instead', found: text.trim(), expected: isHeader ? '#' : '##' } as const
  const at = title.start
  return body.report(isHeader ? 'header' : 'heading', [
    { start: at, end: at, text: `${slip.expected} `, slip, safe: false, span: { start, end } },
    { start: title.end, end, text: '', slip, safe: false },
  ])
}

/** Reports a line of "---" between the title of an item or a card and its image. */
export function correctDividedItem(body: Body, { index, text, start, end }: TypedLine): void {
  const above = body.lines[index - 1]
  const below = body.typedAt(index + 1)
  if (!body.hasItems || above?.type !== 'heading' || above.depth !== 2 || below?.line.type !== 'imageLine') return
  if (body.itemsEnd === index) body.itemsEnd = body.lines.findIndex(({ type }, at) => type === 'divider' && at > index)
  const slip = { type: 'needless', found: text.trim() } as const
  body.report('heading', [{ start, end: below.start, text: '', slip, safe: false, span: { start, end } }])
}

/** Reports what is mistyped in the marks of a heading, which may be the header of the message. */
function reportMarks(body: Body, { index, text, start }: TypedLine): boolean {
  const isHeader = body.hasHeader && body.firstHeader === index
  // The header may start with a hashtag.
  const isHashtag = isHeader && /^#[ \t]+#[\p{L}\p{N}_]/u.test(text)
  const changes = isHashtag ? closingChanges(text, start) : marksChanges(text, start)
  return body.report(isHeader && changes[0]?.slip.type === 'followed' ? 'header' : 'heading', changes)
}

/** Puts together the marks of `# # title`, or takes away those behind a title. */
function marksChanges(text: string, start: number): Change[] {
  const apart = /^#[ \t]+#(?![{#])[ \t]*/.exec(text)?.[0]
  if (apart === undefined) return closingChanges(text, start)
  const slip = { type: 'instead', found: apart.trim(), expected: '##' } as const
  return [{ start, end: start + apart.length, text: '## ', slip, safe: true }]
}

function closingChanges(text: string, offset: number): Change[] {
  const closed = closingMarks.exec(text)
  if (!closed) return []
  const slip = { type: 'followed', text: closed[0].trim() } as const
  return [{ start: offset + closed.index, end: offset + text.length, text: '', slip, safe: false }]
}

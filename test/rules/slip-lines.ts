/** What a line of a message is; `prose` is a line of a YAML block scalar. */
export type LineKind =
  | 'open'
  | 'close'
  | 'setting'
  | 'nested'
  | 'prose'
  | 'header'
  | 'title'
  | 'button'
  | 'image'
  | 'linked image'
  | 'tail'
  | 'divider'
  | 'fence'
  | 'field'
  | 'fence end'
  | 'comment'
  | 'comment start'
  | 'comment middle'
  | 'comment end'
  | 'text'
  | 'blank'

export interface Line {
  readonly kind: LineKind
  readonly text: string
  /** From 0. */
  readonly index: number
}

/** A message cut into lines, and what the slips have to know of it. */
export interface Sheet {
  readonly lines: readonly Line[]
  /** The variables that it declares. */
  readonly names: readonly string[]
}

/** The first that fits; read with a syntax of its own, for the reader of messages is what is tested. */
const bodyForms: readonly (readonly [RegExp, LineKind])[] = [
  [/^$/, 'blank'],
  [/^# /, 'header'],
  [/^## /, 'title'],
  [/^---$/, 'divider'],
  [/^```./, 'fence'],
  [/^<!--.*-->$/, 'comment'],
  [/^<!--/, 'comment start'],
  [/^- \[.*\]\(.*\)$/, 'button'],
  [/^\[!\[.*\]\(.*\)\]\(.*\)$/, 'linked image'],
  [/^!\[.*\]\(.*\)$/, 'image'],
  [/^\[.*\]\(.*\)$/, 'tail'],
]

/** What may follow a line of a certain kind whatever it looks like, up to the line that ends it. */
const inside: { readonly [kind in LineKind]?: (text: string) => LineKind } = {
  fence: insideBlock,
  field: insideBlock,
  'comment start': insideComment,
  'comment middle': insideComment,
}

function insideBlock(text: string): LineKind {
  return text === '```' ? 'fence end' : 'field'
}

function insideComment(text: string): LineKind {
  return text.endsWith('-->') ? 'comment end' : 'comment middle'
}

export function sheetOf(source: string): Sheet {
  const texts = source.split('\n')
  const end = texts.indexOf('---', 1)
  const lines: Line[] = []
  let last: LineKind = 'close'
  let isProse = false
  for (const [index, text] of texts.entries()) {
    if (index <= end) {
      isProse = (isProse && /^(?: {4}|$)/.test(text)) || false
      lines.push({ index, text, kind: isProse ? 'prose' : settingKind(text, index, end) })
      isProse ||= text.endsWith('|-')
    } else {
      last = inside[last]?.(text) ?? bodyForms.find(([form]) => form.test(text))?.[1] ?? 'text'
      lines.push({ index, text, kind: last })
    }
  }
  const settings = texts.slice(0, end).join('\n')
  const declared = /^vars:(?<one>.*(?:\n .*)*)/m.exec(settings)?.groups?.['one'] ?? ''
  const names = [...declared.matchAll(/([\p{L}\p{N}_]+):(?: \{|$)/gmu)].map(([, name = '']) => name)
  return { lines, names }
}

function settingKind(text: string, index: number, end: number): LineKind {
  if (index === 0) return 'open'
  if (index === end) return 'close'
  return text.startsWith(' ') ? 'nested' : 'setting'
}

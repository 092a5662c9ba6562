import { itemFields, linkTargetFields } from '../contract/payload.ts'
import { type Kind, kindFacts } from '../contract/kinds.ts'
import { linesOf } from '../dialect/lines.ts'
import { isVariableName } from '../dialect/pieces.ts'
import { escapePointer, takesVariables } from '../message/draft.ts'
import { folderOf, pathTo } from '../message/path.ts'
import type { TemplateVariable } from '../message/variables.ts'
import { type JsonObject, objectOf } from './record.ts'

/** A message to be written as a file. */
export interface MessageParts {
  readonly kind: Kind
  readonly payload: JsonObject
  /** Path of the file relative to the root. */
  readonly path: string
  readonly id: string
  readonly sender?: string
  readonly variables: readonly TemplateVariable[]
}

/** A stretch of a file that says one thing of the payload, and can be written in plainer ways. */
export interface Region {
  readonly start: number
  readonly end: number
  /** JSON Pointer in the payload. */
  readonly pointer: string
  /** Which of the stretches with this pointer: `pointer` and the number of the line. */
  readonly key: string
}

/**
 * How carefully a stretch is written: 0 as people write it, 1 with every mark escaped or as a block, 2 as a block with
 * every odd character as its number.
 */
export type Care = 0 | 1 | 2

export interface WrittenMessage {
  readonly source: string
  readonly regions: readonly Region[]
}

/** A part of a text: a variable, or what stands around it. */
interface TextPart {
  readonly text: string
  readonly isVariable: boolean
}

/** Writes a payload as a message file. Whether it says the same is for the compiler to say. */
export function writeMessage(parts: MessageParts, careOf: (key: string) => Care): WrittenMessage {
  return new MessageWriter(parts, careOf).write()
}

const marks = /[!-/:-@[-`{-~]/g
/** What stands as itself in a button line's name, and in a link without angle brackets. */
const plainName = /^[^\s\\[\]()<>"'`#{}|！-｠](?:[^\n\r\t\\[\]()<>"`！-｠]*[^\s\\[\]()<>"'`！-｠])?$/u
const plainLink = /^(?:[a-z][a-z0-9+.-]*:\/\/|#\{)[^\s\\()<>"'`\p{Cc}]+$/iu
const variable = /#\{([^{}|\r\n]*)(?:\|[^{}\r\n]*)?\}/g

class MessageWriter {
  readonly #parts: MessageParts
  readonly #careOf: (key: string) => Care
  readonly #names: ReadonlySet<string>
  readonly #regions: Region[] = []
  #source = ''

  constructor(parts: MessageParts, careOf: (key: string) => Care) {
    this.#parts = parts
    this.#careOf = careOf
    this.#names = new Set(parts.variables.map(({ name }) => name))
  }

  write(): WrittenMessage {
    const { kind, payload } = this.#parts
    this.#frontmatter()
    const attachment = objectOf(payload['attachment']) ?? {}
    switch (kindFacts[kind].repeats) {
      case undefined:
        if (attachment['image'] !== undefined) this.#image('/attachment/image', attachment['image'])
        this.#text('/msg', payload['msg'])
        this.#buttons('/attachment/button', attachment['button'])
        break
      case 'item':
        this.#line('/header', `# ${this.#inline(textOf(payload['header']), '/header')}`)
        this.#blank()
        this.#text('/msg', payload['msg'])
        this.#items(objectOf(attachment['item'])?.['list'])
        if (attachment['button'] !== undefined) this.#line('', '---\n')
        this.#buttons('/attachment/button', attachment['button'])
        break
      case 'card':
        this.#text('/msg', payload['msg'])
        this.#carousel(objectOf(payload['carousel']) ?? {})
        break
    }
    return { source: this.#source.replace(/\n+$/, '\n'), regions: this.#regions }
  }

  #line(pointer: string, text: string, key = pointer): void {
    const start = this.#source.length
    this.#source += `${text}\n`
    this.#regions.push({ start, end: this.#source.length, pointer, key })
  }

  #blank(): void {
    if (!this.#source.endsWith('\n\n')) this.#source += '\n'
  }

  #frontmatter(): void {
    const { kind, id, sender, payload, variables } = this.#parts
    this.#line('', `---\nkind: ${kind}\nid: ${id}`)
    if (sender !== undefined && sender !== 'default') this.#line('', `sender: ${JSON.stringify(sender)}`)
    this.#line('/ad_flag', `ad_flag: ${textOf(payload['ad_flag'])}`)
    this.#scalar('echo_to_webhook', '/echo_to_webhook', payload['echo_to_webhook'])
    const failback = objectOf(payload['failback_data'])
    if (failback !== undefined) this.#line('/failback_data', 'failback_data:')
    for (const [name, value] of Object.entries(failback ?? {})) {
      const pointer = `/failback_data/${escapePointer(name)}`
      const key = /^[a-z_]+$/.test(name) ? name : JSON.stringify(name)
      if (typeof value === 'string') this.#scalar(`  ${key}`, pointer, value)
      else this.#line(pointer, `  ${key}: ${JSON.stringify(value)}`)
    }
    if (variables.length > 0) this.#line('', 'vars:')
    for (const { name, max, fallback } of variables) {
      const facts = [
        ...(max === undefined ? [] : [`max: ${max}`]),
        ...(fallback === undefined ? [] : [`fallback: ${JSON.stringify(fallback)}`]),
      ]
      const key = /^(?!(?:true|false|null)$)\p{L}[\p{L}\p{N}_]*$/iu.test(name) ? name : JSON.stringify(name)
      this.#line('', `  ${key}: {${facts.length > 0 ? ` ${facts.join(', ')} ` : ''}}`)
    }
    this.#line('', '---\n')
  }

  #scalar(name: string, pointer: string, value: unknown): void {
    if (value !== undefined)
      this.#line(pointer, `${name}: ${this.#quoted(pointer, textOf(value), this.#careOf(pointer))}`)
  }

  /** A text of YAML in double quotes. */
  #quoted(pointer: string, text: string, care: Care): string {
    const field = pointer.slice(pointer.lastIndexOf('/') + 1)
    const isPassedThrough = pointer.startsWith('/failback_data/') && field !== 'msg'
    const parts = isPassedThrough ? [{ text, isVariable: false }] : this.#parted(text, takesVariables(field))
    const written = parts.map((part) => {
      const value = part.isVariable || isPassedThrough ? part.text : part.text.replaceAll('#{', String.raw`\#{`)
      // JSON's escapes are YAML's too.
      return care === 0 || part.isVariable ? JSON.stringify(value).slice(1, -1) : asNumbers(value)
    })
    return `"${written.join('')}"`
  }

  /** A text on one line of the body, escaped as far as it has to be. */
  #inline(text: string, key: string): string {
    const isCareful = this.#careOf(key) > 0
    const parts = this.#parted(text, true)
    return parts
      .map((part, index) => {
        if (part.isVariable) return part.text
        if (isCareful) return part.text.replaceAll(marks, String.raw`\$&`)
        // A backslash is one itself, unless a mark stands behind it, or a variable, which starts with one.
        const last = parts[index + 1] === undefined ? '' : '|$'
        return part.text
          .replaceAll(new RegExp(String.raw`\\(?=[!-/:-@[-\x60{-~]${last})`, 'g'), String.raw`\\`)
          .replaceAll('#{', String.raw`\#{`)
      })
      .join('')
  }

  /** A text divided at its variables. */
  #parted(text: string, takes: boolean): readonly TextPart[] {
    const parts: TextPart[] = []
    let done = 0
    for (const { index, 0: all, 1: name = '' } of takes ? text.matchAll(variable) : []) {
      if (!this.#names.has(name.normalize('NFC'))) continue
      if (index > done) parts.push({ text: text.slice(done, index), isVariable: false })
      parts.push({ text: all, isVariable: true })
      done = index + all.length
    }
    if (done < text.length) parts.push({ text: text.slice(done), isVariable: false })
    return parts
  }

  #text(pointer: string, text: unknown): void {
    for (const [index, line] of textOf(text).split('\n').entries()) {
      const key = `${pointer} ${index}`
      const written = this.#inline(line, key)
      const [form] = linesOf(written, { offset: 0, line: 1 })
      // What looks like a form is none behind a backslash.
      const isForm = form !== undefined && form.type !== 'textLine' && !written.startsWith('\\')
      this.#line(pointer, isForm ? `\\${written}` : written, key)
    }
    this.#blank()
  }

  #image(pointer: string, value: unknown): void {
    const image = objectOf(value) ?? {}
    const shown = `![](${this.#path(textOf(image['img_url']), pointer)})`
    const link = image['img_link']
    const line = link === undefined ? shown : `[${shown}](${this.#link(textOf(link), pointer)})`
    this.#line(pointer, line)
    this.#blank()
  }

  /** An image of the project from where the message lies, or its address. */
  #path(url: string, key: string): string {
    const path = url.startsWith('local:') ? pathTo(folderOf(this.#parts.path), url.slice('local:'.length)) : url
    if (this.#careOf(key) === 0 && /^[^\s\\()<>"'`#{}]+$/u.test(path)) return path
    // No variable has a place there.
    return this.#destination([{ text: path, isVariable: false }], key)
  }

  #link(link: string, key: string): string {
    if (this.#careOf(key) === 0 && plainLink.test(link)) return link
    return this.#destination(this.#parted(link, true), key)
  }

  /** What a form leads to. What is taken for a slip in angle brackets may be none without them, and the other way round. */
  #destination(parts: readonly TextPart[], key: string): string {
    const care = this.#careOf(key)
    const escaped = parts
      .map(({ text, isVariable }) => {
        if (isVariable) return text
        return text.replaceAll(care === 0 ? /[\\<>]|#(?=\{)/g : marks, String.raw`\$&`)
      })
      .join('')
    return care === 1 && !/[\s\p{Cc}]/u.test(escaped) ? escaped : `<${escaped}>`
  }

  #buttons(pointer: string, value: unknown): void {
    const all = Array.isArray(value) ? value.map((one) => objectOf(one) ?? {}) : []
    for (const [index, button] of all.entries()) {
      const place = `${pointer}/${index}`
      const { name, type, ...targets } = button
      const line = this.#careOf(place) === 0 && plainName.test(textOf(name)) ? linkOf(type, targets) : undefined
      if (line !== undefined) this.#line(place, `- [${textOf(name)}](${line})`)
      else this.#block('button', place, button)
    }
    if (all.length > 0) this.#blank()
  }

  #block(name: string, pointer: string, fields: JsonObject): void {
    const care = this.#careOf(pointer) === 2 ? 1 : 0
    const lines = Object.entries(fields).map(
      ([field, value]) =>
        `${field}: ${field === 'type' ? textOf(value) : this.#quoted(`${pointer}/${field}`, textOf(value), care)}`,
    )
    this.#line(pointer, ['```' + name, ...lines, '```'].join('\n'))
  }

  #items(list: unknown): void {
    for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
      const item = objectOf(value) ?? {}
      const pointer = `/attachment/item/list/${index}`
      const title = `${pointer}/title`
      this.#line(title, `## ${this.#inline(textOf(item['title']), title)}`)
      const targets = Object.fromEntries(
        Object.keys(itemFields).flatMap((name) =>
          name in linkTargetFields && item[name] !== undefined ? [[name, item[name]]] : [],
        ),
      )
      const image = `![](${this.#path(textOf(item['img_url']), `${pointer}/img_url`)})`
      const link = this.#careOf(pointer) === 0 ? linkOf('WL', targets) : undefined
      if (link === undefined) {
        this.#line(`${pointer}/img_url`, image)
        this.#block('link', pointer, targets)
      } else this.#line(pointer, `[${image}](${link})`)
      this.#blank()
    }
  }

  #carousel({ list, tail }: JsonObject): void {
    for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
      const card = objectOf(value) ?? {}
      const pointer = `/carousel/list/${index}`
      const attachment = objectOf(card['attachment']) ?? {}
      this.#line(`${pointer}/header`, `## ${this.#inline(textOf(card['header']), `${pointer}/header`)}`)
      this.#image(`${pointer}/attachment/image`, attachment['image'])
      this.#text(`${pointer}/message`, card['message'])
      this.#buttons(`${pointer}/attachment/button`, attachment['button'])
      const coupon = objectOf(attachment['coupon'])
      if (coupon !== undefined) this.#block('coupon', `${pointer}/attachment/coupon`, coupon)
      this.#blank()
    }
    const targets = objectOf(tail)
    if (targets === undefined) return
    this.#line('', '---\n')
    const link = this.#careOf('/carousel/tail') === 0 ? (linkOf('WL', targets) ?? linkOf('AL', targets)) : undefined
    if (link === undefined) this.#block('tail', '/carousel/tail', targets)
    else this.#line('/carousel/tail', `[더보기](${link})`)
  }
}

/** A text with every character by its number that is no letter, digit or space. */
function asNumbers(text: string): string {
  return text.replaceAll(/[^\w 가-힣]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The link of a line that stands for these targets; undefined where only a block can say them. */
function linkOf(type: unknown, targets: JsonObject): string | undefined {
  const { url_mobile: mobile, url_pc: computer, scheme_android: android, scheme_ios: ios, ...rest } = targets
  if (Object.keys(rest).length > 0) return undefined
  const isApp = type === 'AL' && android !== undefined && android === ios && computer === undefined
  const isWeb = type === 'WL' && android === undefined && ios === undefined && mobile !== undefined
  if (!isApp && !isWeb) return undefined
  const [first, second] = (isApp ? [android, mobile] : [mobile, computer]).map(textOf)
  if (first === undefined || !plainLink.test(first)) return undefined
  if (isWeb !== /^(?:https?:\/\/|#\{)/i.test(first)) return undefined
  if (second === undefined || second === '') return first
  return plainLink.test(second) ? `${first} "${second}"` : undefined
}

/** The variables that texts hold, each where it is a name that one can have. */
export function variablesIn(payload: unknown): TemplateVariable[] {
  const names = new Set<string>()
  const visit = (value: unknown, field: string): void => {
    if (typeof value === 'string') {
      if (!takesVariables(field) || field === 'img_url') return
      for (const [, name = ''] of value.matchAll(variable)) {
        if (isVariableName(name.normalize('NFC'))) names.add(name.normalize('NFC'))
      }
    } else if (typeof value === 'object' && value !== null) {
      const passedThrough = field === 'failback_data'
      for (const [key, one] of Object.entries(value)) if (!passedThrough || key === 'msg') visit(one, key)
    }
  }
  visit(payload, '')
  return Array.from(names, (name) => ({ name }))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

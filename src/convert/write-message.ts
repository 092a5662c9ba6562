import { type Kind, kindFacts } from '../contract/friend-talk/kinds.ts'
import { parse } from '../language/parse.ts'
import { isVariableName } from '../language/pieces.ts'
import { takesVariables } from '../contract/friend-talk/payload.ts'
import { folderOf, pathTo } from '../message/path.ts'
import type { TemplateVariable } from '../message/variables.ts'

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: unknown
}

/** Returns the JSON object that a value is; undefined for anything else. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

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

/** Writes a payload as a message file. Whether it says the same is for the compiler to say. */
export function writeMessage(parts: MessageParts): string {
  return new MessageWriter(parts).write()
}

/** What stands as itself in a button line's name, and in a link without angle brackets. */
const plainName = /^[^\s\\[\]()<>"'`#{}|！-｠](?:[^\n\r\t\\[\]()<>"`！-｠]*[^\s\\[\]()<>"'`！-｠])?$/u
const plainLink = /^(?:[a-z][a-z0-9+.-]*:\/\/|#\{)[^\s\\()<>"'`\p{Cc}]+$/iu
const variable = /#\{([^{}|\r\n]*)(?:\|[^{}\r\n]*)?\}/g

class MessageWriter {
  readonly #parts: MessageParts
  readonly #names: ReadonlySet<string>
  #source = ''

  constructor(parts: MessageParts) {
    this.#parts = parts
    this.#names = new Set(parts.variables.map(({ name }) => name))
  }

  write(): string {
    const { kind, payload } = this.#parts
    this.#frontmatter()
    const attachment = objectOf(payload['attachment']) ?? {}
    switch (kindFacts[kind].repeats) {
      case undefined:
        if (attachment['image'] !== undefined) this.#image(attachment['image'])
        this.#text(payload['msg'])
        this.#buttons(attachment['button'])
        break
      case 'item':
        this.#line(`# ${this.#inline(textOf(payload['header']))}`)
        this.#blank()
        this.#text(payload['msg'])
        this.#items(objectOf(attachment['item'])?.['list'])
        if (attachment['button'] !== undefined) this.#line('---\n')
        this.#buttons(attachment['button'])
        break
      case 'card':
        this.#text(payload['msg'])
        this.#carousel(objectOf(payload['carousel']) ?? {})
        break
    }
    return this.#source.replace(/\n+$/, '\n')
  }

  #line(text: string): void {
    this.#source += `${text}\n`
  }

  #blank(): void {
    if (!this.#source.endsWith('\n\n')) this.#source += '\n'
  }

  #frontmatter(): void {
    const { kind, id, sender, payload, variables } = this.#parts
    this.#line(`---\nkind: ${kind}\nid: ${id}`)
    if (sender !== undefined && sender !== 'default') this.#line(`sender: ${JSON.stringify(sender)}`)
    this.#line(`ad_flag: ${textOf(payload['ad_flag'])}`)
    const echo = payload['echo_to_webhook']
    if (echo !== undefined) this.#line(`echo_to_webhook: ${this.#quoted(textOf(echo))}`)
    const failback = objectOf(payload['failback_data'])
    if (failback !== undefined) this.#line('failback_data:')
    for (const [name, value] of Object.entries(failback ?? {})) {
      const key = /^[a-z_]+$/.test(name) ? name : JSON.stringify(name)
      this.#line(`  ${key}: ${name === 'msg' ? this.#quoted(textOf(value)) : JSON.stringify(value)}`)
    }
    if (variables.length > 0) this.#line('vars:')
    for (const { name, max, fallback } of variables) {
      const facts = Object.entries({ max, fallback }).flatMap(([fact, value]) =>
        value === undefined ? [] : [`${fact}: ${JSON.stringify(value)}`],
      )
      const key = /^(?!(?:true|false|null)$)\p{L}[\p{L}\p{N}_]*$/iu.test(name) ? name : JSON.stringify(name)
      this.#line(`  ${key}: {${facts.length > 0 ? ` ${facts.join(', ')} ` : ''}}`)
    }
    this.#line('---\n')
  }

  /** A text of YAML in double quotes, whose escapes are those of JSON. */
  #quoted(text: string): string {
    return JSON.stringify(this.#outside(text, (part) => part.replaceAll('#{', String.raw`\#{`)))
  }

  /** Changes what stands around the variables of a text. */
  #outside(text: string, change: (part: string) => string): string {
    let result = ''
    let done = 0
    for (const { index, 0: all, 1: name = '' } of text.matchAll(variable)) {
      if (!this.#names.has(name.normalize('NFC'))) continue
      result += change(text.slice(done, index)) + all
      done = index + all.length
    }
    return result + change(text.slice(done))
  }

  /** A text on one line of the body, escaped as far as it has to be: a link of Markdown by its brackets. */
  #inline(text: string): string {
    const hasLink = text.includes('](')
    return this.#outside(text, (part) =>
      part.replaceAll(/\\(?=[[\]\\]|#\{|$)/g, String.raw`\\`).replaceAll(hasLink ? /#\{|\[/g : '#{', String.raw`\$&`),
    )
  }

  #text(text: unknown): void {
    for (const line of textOf(text).split('\n')) {
      const written = this.#inline(line)
      // What would be read as a form, or as an escape, is neither behind a backslash.
      const [form] = parse(`\n${written}`).lines
      const isForm = (form !== undefined && form.type !== 'textLine') || /^[ \t]*<!--/.test(line)
      const isEscape = /^[ \t]*\\(?:[-!<`]|#(?!\{))/.test(line)
      this.#line(isEscape || isForm ? written.replace(/[-#!<`[\\]/, String.raw`\$&`) : written)
    }
    this.#blank()
  }

  #image(value: unknown): void {
    const image = objectOf(value) ?? {}
    const shown = `![](${this.#path(textOf(image['img_url']))})`
    const link = image['img_link']
    this.#line(link === undefined ? shown : `[${shown}](${this.#link(textOf(link))})`)
    this.#blank()
  }

  /** An image of the project from where the message lies, or its address. */
  #path(url: string): string {
    const path = url.startsWith('local:') ? pathTo(folderOf(this.#parts.path), url.slice('local:'.length)) : url
    return /^(?:[^\s\\()<"'`#{}]|#(?!\{))+$/u.test(path)
      ? path
      : `<${path.replaceAll(/[\\<>]|#(?=\{)/g, String.raw`\$&`)}>`
  }

  #link(link: string): string {
    return plainLink.test(link) ? link : `<${this.#inline(link)}>`
  }

  #buttons(value: unknown): void {
    const all = Array.isArray(value) ? value.map((one) => objectOf(one) ?? {}) : []
    for (const button of all) {
      const { name, type, ...targets } = button
      const line = plainName.test(textOf(name)) ? linkOf(type, targets) : undefined
      if (line !== undefined) this.#line(`- [${textOf(name)}](${line})`)
      else this.#block('button', button)
    }
    if (all.length > 0) this.#blank()
  }

  #block(name: string, fields: JsonObject): void {
    const lines = Object.entries(fields).map(([field, value]) => {
      if (field === 'type') return `${field}: ${textOf(value)}`
      return `${field}: ${takesVariables(field) ? this.#quoted(textOf(value)) : JSON.stringify(value)}`
    })
    this.#line(['```' + name, ...lines, '```'].join('\n'))
  }

  #items(list: unknown): void {
    for (const value of Array.isArray(list) ? list : []) {
      const { title, img_url: url, ...targets } = objectOf(value) ?? {}
      this.#line(`## ${this.#inline(textOf(title))}`)
      const image = `![](${this.#path(textOf(url))})`
      const link = linkOf('WL', targets)
      this.#line(link === undefined ? image : `[${image}](${link})`)
      if (link === undefined) this.#block('link', targets)
      this.#blank()
    }
  }

  #carousel({ list, tail }: JsonObject): void {
    for (const value of Array.isArray(list) ? list : []) {
      const card = objectOf(value) ?? {}
      const attachment = objectOf(card['attachment']) ?? {}
      this.#line(`## ${this.#inline(textOf(card['header']))}`)
      this.#image(attachment['image'])
      this.#text(card['message'])
      this.#buttons(attachment['button'])
      const coupon = objectOf(attachment['coupon'])
      if (coupon !== undefined) this.#block('coupon', coupon)
      this.#blank()
    }
    const targets = objectOf(tail)
    if (targets === undefined) return
    this.#line('---\n')
    const link = linkOf('WL', targets) ?? linkOf('AL', targets)
    if (link === undefined) this.#block('tail', targets)
    else this.#line(`[더보기](${link})`)
  }
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

import type {
  ButtonContent,
  CardContent,
  Fields,
  HeadContent,
  ImageContent,
  ItemContent,
  Placed,
  TargetName,
} from '../contract/content.ts'
import type { Contract } from '../contract/contract.ts'
import { contractOf, type Kind } from '../contract/contracts.ts'
import { parse } from '../language/parse.ts'
import { isVariableName } from '../language/pieces.ts'
import { folderOf, pathTo } from '../message/path.ts'
import type { JsonObject } from '../text/json-text.ts'
import type { TemplateVariable } from '../message/variables.ts'

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

/** Texts that need no escape in a button line's name, and in a link without angle brackets. */
const plainName = /^[^\s\\[\]()<>"'`#{}|！-｠](?:[^\n\r\t\\[\]()<>"`！-｠]*[^\s\\[\]()<>"'`！-｠])?$/u
const plainLink = /^(?:[a-z][a-z0-9+.-]*:\/\/|#\{)[^\s\\()<>"'`\p{Cc}]+$/iu
const variable = /#\{([^{}|\r\n]*)(?:\|[^{}\r\n]*)?\}/g

type Settings = ReturnType<Contract['read']>['settings']

class MessageWriter {
  readonly #parts: MessageParts
  readonly #names: ReadonlySet<string>
  readonly #contract: Contract
  #source = ''

  constructor(parts: MessageParts) {
    this.#parts = parts
    this.#contract = contractOf(parts.kind)
    this.#names = new Set(parts.variables.map(({ name }) => name))
  }

  write(): string {
    const content = this.#contract.read(this.#parts.kind, this.#parts.payload)
    this.#frontmatter(content.settings)
    if ('cards' in content) {
      const { head, msg, cards, tail } = content
      if (head !== undefined) this.#head(head)
      this.#text(msg)
      for (const card of cards) this.#card(card)
      this.#tail(tail?.targets)
    } else if ('items' in content) {
      const { header, msg, items, buttons, coupon } = content
      this.#heading('#', header)
      this.#text(msg)
      for (const item of items) this.#item(item)
      if (buttons.length > 0 || coupon !== undefined) this.#line('---\n')
      this.#taps(content)
    } else {
      const { header, image, msg } = content
      if (header !== undefined) this.#heading('#', header)
      if (image !== undefined) this.#image(image)
      this.#text(msg)
      this.#taps(content)
    }
    return this.#source.replace(/\n+$/, '\n')
  }

  #line(text: string): void {
    this.#source += `${text}\n`
  }

  #blank(): void {
    if (!this.#source.endsWith('\n\n')) this.#source += '\n'
  }

  #frontmatter(settings: Settings): void {
    const { kind, id, sender, variables } = this.#parts
    this.#line(`---\nkind: ${kind}\nid: ${id}`)
    if (sender !== undefined && sender !== 'default') this.#line(`sender: ${JSON.stringify(sender)}`)
    for (const [key, setting] of Object.entries(settings)) {
      const { takesVariables, fields, schema } = this.#contract.settings[key] ?? {}
      if (!('fields' in setting)) {
        const { value } = setting
        const plain = schema?.['enum'] === undefined ? JSON.stringify(value) : String(value)
        this.#line(`${key}: ${takesVariables ? this.#quoted(textOf(setting)) : plain}`)
        continue
      }
      this.#line(`${key}:${setting.fields.length === 0 ? ' {}' : ''}`)
      for (const { name, value } of setting.fields) {
        const written = fields?.[name]?.takesVariables ? this.#quoted(textOf(value)) : JSON.stringify(value.value)
        this.#line(`  ${/^[a-z_]+$/i.test(name) ? name : JSON.stringify(name)}: ${written}`)
      }
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

  /** A header or a title; the marks alone where there is none. */
  #heading(marks: string, title: Placed | undefined): void {
    this.#line(`${marks} ${this.#inline(textOf(title))}`.trimEnd())
    if (marks === '#') this.#blank()
  }

  #text(text: Placed | undefined): void {
    if (text === undefined) return
    for (const line of textOf(text).split('\n')) {
      const written = this.#inline(line)
      // A backslash keeps a character from being read as a form or an escape.
      const [form] = parse(`\n${written}`).lines
      const isForm = (form !== undefined && form.type !== 'textLine') || /^[ \t]*<!--/.test(line)
      const isEscape = /^[ \t]*\\(?:[-!<`]|#(?!\{))/.test(line)
      this.#line(isEscape || isForm ? written.replace(/[-#!<`[\\]/, String.raw`\$&`) : written)
    }
    this.#blank()
  }

  #image({ source, link }: ImageContent<Placed>): void {
    const shown = `![](${this.#path(textOf(source))})`
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

  #buttons(buttons: readonly ButtonContent<Placed>[]): void {
    for (const { type, attributes } of buttons) {
      const { name, ...targets } = attributes
      const line = plainName.test(textOf(name)) ? this.#linkOf(textOf(type), targets) : undefined
      if (line !== undefined) this.#line(`- [${textOf(name)}](${line})`)
      else this.#block('button', { ...(name && { name }), ...(type && { type }), ...targets })
    }
    if (buttons.length > 0) this.#blank()
  }

  #block(name: string, fields: { readonly [attribute: string]: Placed | undefined }): void {
    const { names, roleOf } = this.#contract
    const lines = Object.entries(fields).flatMap(([attribute, placed]) => {
      if (placed === undefined) return []
      if (attribute === 'type') return [`type: ${textOf(placed)}`]
      const isFixed = typeof placed.value !== 'string' || roleOf(placed.pointer) === 'fixed'
      const value = isFixed ? JSON.stringify(placed.value) : this.#quoted(textOf(placed))
      return [`${names[attribute as keyof typeof names]}: ${value}`]
    })
    this.#line(['```' + name, ...lines, '```'].join('\n'))
  }

  /** The lines below a text. */
  #taps({ price, buttons, coupon }: Pick<CardContent<Placed>, 'price' | 'buttons' | 'coupon'>): void {
    if (price !== undefined) this.#block('price', price.fields)
    if (price !== undefined) this.#blank()
    this.#buttons(buttons)
    if (coupon !== undefined) this.#block('coupon', coupon.fields)
    this.#blank()
  }

  #head({ header, message, ...linked }: HeadContent<Placed>): void {
    this.#heading('#', header)
    this.#linked(linked)
    this.#text(message)
  }

  #item({ title, ...linked }: ItemContent<Placed>): void {
    this.#heading('##', title)
    this.#linked(linked)
  }

  /** An image and what a tap on it opens. */
  #linked({ image, targets = {} }: Pick<ItemContent<Placed>, 'image' | 'targets'>): void {
    const shown = `![](${this.#path(textOf(image?.source))})`
    const link = this.#linkOf(this.#contract.lineTypes.web, targets)
    this.#line(link === undefined ? shown : `[${shown}](${link})`)
    if (link === undefined && Object.keys(targets).length > 0) this.#block('link', targets)
    this.#blank()
  }

  #card({ header, message, image, ...taps }: CardContent<Placed>): void {
    this.#heading('##', header)
    this.#image(image ?? {})
    this.#text(message)
    this.#taps(taps)
  }

  #tail(targets: Fields<Placed, TargetName> | undefined): void {
    if (targets === undefined) return
    this.#line('---\n')
    const { web, app } = this.#contract.lineTypes
    const link = this.#linkOf(web, targets) ?? this.#linkOf(app, targets)
    if (link === undefined) this.#block('tail', targets)
    else this.#line(`[더보기](${link})`)
  }

  /** The link of a line that stands for these targets; undefined where only a block can say them. */
  #linkOf(type: string, targets: ButtonContent<Placed>['attributes']): string | undefined {
    const { mobile, pc, android, ios, ...rest } = targets
    if (Object.keys(rest).length > 0) return undefined
    const { web, app } = this.#contract.lineTypes
    const isApp = type === app && android !== undefined && android.value === ios?.value && pc === undefined
    const isWeb = type === web && android === undefined && ios === undefined && mobile !== undefined
    if (!isApp && !isWeb) return undefined
    const [first = '', second = ''] = (isApp ? [android, mobile] : [mobile, pc]).map(textOf)
    if (!plainLink.test(first) || isWeb !== /^(?:https?:\/\/|#\{)/i.test(first)) return undefined
    if (second === '') return first
    return plainLink.test(second) ? `${first} "${second}"` : undefined
  }
}

/** The variables that texts hold, each where it is a name that one can have. */
export function variablesIn(kind: Kind, payload: unknown): TemplateVariable[] {
  const { roleOf, settings } = contractOf(kind)
  const names = new Set<string>()
  const visit = (value: unknown, pointer: string): void => {
    const role = roleOf(pointer)
    if (typeof value === 'string') {
      const keys = pointer.split('/')
      const at = keys.findIndex((key) => settings[key]?.fields !== undefined)
      const isPassedThrough = at >= 0 && !settings[keys[at] ?? '']?.fields?.[keys[at + 1] ?? '']?.takesVariables
      if (role === 'fixed' || role === 'image' || isPassedThrough) return
      for (const [, name = ''] of value.matchAll(variable)) {
        if (isVariableName(name.normalize('NFC'))) names.add(name.normalize('NFC'))
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) visit(one, `${pointer}/${key}`)
    }
  }
  visit(payload, '')
  return Array.from(names, (name) => ({ name }))
}

function textOf(placed: Placed | undefined): string {
  return typeof placed?.value === 'string' ? placed.value : ''
}

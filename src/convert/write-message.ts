import type {
  ButtonContent,
  CardContent,
  Fields,
  ImageContent,
  ItemContent,
  Placed,
  ReadContent,
  TargetName,
} from '../contract/content.ts'
import type { Contract } from '../contract/contract.ts'
import { contractOf, type Kind } from '../contract/contracts.ts'
import type { BlockName } from '../language/block-names.ts'
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
  readonly sender: string | undefined
  readonly variables: readonly TemplateVariable[]
}

/** Texts that need no escape in a button line's name, and in a link without angle brackets. */
const plainName = /^[^\s\\[\]()<>"'`#{}|！-｠](?:[^\n\r\t\\[\]()<>"`！-｠]*[^\s\\[\]()<>"'`！-｠])?$/u
const plainLink = /^(?:[a-z][a-z0-9+.-]*:\/\/|#\{)[^\s\\()<>"'`\p{Cc}]+$/iu
const variable = /#\{([^{}|\r\n]*)(?:\|[^{}\r\n]*)?\}/g

/** Writes a payload as a message file. Whether it says the same is for the compiler to say. */
export function writeMessage({ kind, payload, path, id, sender, variables }: MessageParts): string {
  const contract = contractOf(kind)
  const names = new Set(variables.map(({ name }) => name))

  /** Changes what stands around the variables of a text. */
  function outside(text: string, change: (part: string) => string): string {
    let result = ''
    let done = 0
    for (const { index, 0: all, 1: name = '' } of text.matchAll(variable)) {
      if (!names.has(name.normalize('NFC'))) continue
      result += change(text.slice(done, index)) + all
      done = index + all.length
    }
    return result + change(text.slice(done))
  }

  /** A text of YAML in double quotes, whose escapes are those of JSON. */
  const quoted = (placed: Placed): string =>
    JSON.stringify(outside(textOf(placed), (part) => part.replaceAll('#{', String.raw`\#{`)))

  /** A text on one line of the body, escaped as far as it has to be: a link of Markdown by its brackets. */
  function inline(text: string): string {
    const marks = text.includes('](') ? /#\{|\[/g : '#{'
    return outside(text, (part) =>
      part.replaceAll(/\\(?=[[\]\\]|#\{|$)/g, String.raw`\\`).replaceAll(marks, String.raw`\$&`),
    )
  }

  function frontmatter(settings: ReadContent['settings']): string {
    const lines = [`kind: ${kind}`, `id: ${id}`]
    if (sender !== undefined && sender !== 'default') lines.push(`sender: ${JSON.stringify(sender)}`)
    for (const [key, setting] of Object.entries(settings)) {
      const { takesVariables, fields, schema } = contract.settings[key] ?? {}
      if (!('fields' in setting)) {
        const plain = schema?.['enum'] === undefined ? JSON.stringify(setting.value) : String(setting.value)
        lines.push(`${key}: ${takesVariables ? quoted(setting) : plain}`)
        continue
      }
      lines.push(`${key}:${setting.fields.length === 0 ? ' {}' : ''}`)
      for (const { name, value } of setting.fields) {
        const written = fields?.[name]?.takesVariables ? quoted(value) : JSON.stringify(value.value)
        lines.push(`  ${/^[a-z_]+$/i.test(name) ? name : JSON.stringify(name)}: ${written}`)
      }
    }
    if (variables.length > 0) lines.push('vars:')
    for (const { name, max, fallback } of variables) {
      const facts = Object.entries({ max, fallback }).filter(([, value]) => value !== undefined)
      const written = facts.map(([fact, value]) => `${fact}: ${JSON.stringify(value)}`).join(', ')
      const key = /^(?!(?:true|false|null)$)\p{L}[\p{L}\p{N}_]*$/iu.test(name) ? name : JSON.stringify(name)
      lines.push(`  ${key}: {${written && ` ${written} `}}`)
    }
    return ['---', ...lines, '---'].join('\n')
  }

  /** A header or a title; the marks alone where there is none. */
  const heading = (marks: string, title: Placed | undefined): string => `${marks} ${inline(textOf(title))}`.trimEnd()

  const paragraph = (text: Placed | undefined): string => textOf(text).split('\n').map(textLine).join('\n')

  /** A backslash keeps a character from being read as a form or an escape. */
  function textLine(line: string): string {
    const written = inline(line)
    const [form] = parse(`\n${written}`).lines
    const isForm = (form !== undefined && form.type !== 'textLine') || /^[ \t]*<!--/.test(line)
    const isEscape = /^[ \t]*\\(?:[-!<`]|#(?!\{))/.test(line)
    return isEscape || isForm ? written.replace(/[-#!<`[\\]/, String.raw`\$&`) : written
  }

  /** An image of the project from where the message lies, or its address. */
  function shown(image: ImageContent<Placed> | undefined): string {
    const url = textOf(image?.source)
    const typed = url.startsWith('local:') ? pathTo(folderOf(path), url.slice('local:'.length)) : url
    const isPlain = /^(?:[^\s\\()<"'`#{}]|#(?!\{))+$/u.test(typed)
    return `![](${isPlain ? typed : `<${typed.replaceAll(/[\\<>]|#(?=\{)/g, String.raw`\$&`)}>`})`
  }

  function imageLine(image: ImageContent<Placed> | undefined): string {
    if (image?.link === undefined) return shown(image)
    const link = textOf(image.link)
    return `[${shown(image)}](${plainLink.test(link) ? link : `<${inline(link)}>`})`
  }

  /** An image and what a tap on it opens. */
  function linkedImage({ image, targets = {} }: Pick<ItemContent<Placed>, 'image' | 'targets'>): string {
    const link = linkOf(contract.lineTypes.web, targets)
    if (link !== undefined) return `[${shown(image)}](${link})`
    return Object.keys(targets).length > 0 ? `${shown(image)}\n${block('link', targets)}` : shown(image)
  }

  function block(name: BlockName, fields: { readonly [attribute: string]: Placed | undefined }): string {
    const lines = Object.entries(fields).flatMap(([attribute, placed]) => {
      if (placed === undefined) return []
      if (attribute === 'type') return [`type: ${textOf(placed)}`]
      const isFixed = typeof placed.value !== 'string' || contract.roleOf(placed.pointer) === 'fixed'
      const key = contract.names[attribute as keyof Contract['names']]
      return [`${key}: ${isFixed ? JSON.stringify(placed.value) : quoted(placed)}`]
    })
    return ['```' + name, ...lines, '```'].join('\n')
  }

  function buttonForm({ type, attributes: { name, ...targets } }: ButtonContent<Placed>): string {
    const link = plainName.test(textOf(name)) ? linkOf(textOf(type), targets) : undefined
    return link === undefined ? block('button', { name, type, ...targets }) : `- [${textOf(name)}](${link})`
  }

  /** The link of a line that stands for these targets; undefined where only a block can say them. */
  function linkOf(type: string, targets: ButtonContent<Placed>['attributes']): string | undefined {
    const { mobile, pc, android, ios, ...rest } = targets
    if (Object.keys(rest).length > 0) return undefined
    const { web, app } = contract.lineTypes
    const isApp = type === app && android !== undefined && android.value === ios?.value && pc === undefined
    const isWeb = type === web && android === undefined && ios === undefined && mobile !== undefined
    if (!isApp && !isWeb) return undefined
    const [first = '', second = ''] = (isApp ? [android, mobile] : [mobile, pc]).map(textOf)
    if (!plainLink.test(first) || isWeb !== /^(?:https?:\/\/|#\{)/i.test(first)) return undefined
    if (second === '') return first
    return plainLink.test(second) ? `${first} "${second}"` : undefined
  }

  /** The forms below a text. */
  function taps({ price, buttons, coupon }: Pick<CardContent<Placed>, 'price' | 'buttons' | 'coupon'>): string[] {
    return [
      price ? block('price', price.fields) : '',
      buttons.map(buttonForm).join('\n'),
      coupon ? block('coupon', coupon.fields) : '',
    ]
  }

  function tail(targets: Fields<Placed, TargetName>): string[] {
    const { web, app } = contract.lineTypes
    const link = linkOf(web, targets) ?? linkOf(app, targets)
    return ['---', link === undefined ? block('tail', targets) : `[더보기](${link})`]
  }

  function body(content: ReadContent): string[] {
    if ('cards' in content) {
      const { head, cards } = content
      return [
        ...(head ? [heading('#', head.header), linkedImage(head), paragraph(head.message)] : []),
        paragraph(content.msg),
        ...cards.flatMap(({ header, image, message, ...card }) => [
          `${heading('##', header)}\n${imageLine(image)}`,
          paragraph(message),
          ...taps(card),
        ]),
        ...(content.tail ? tail(content.tail.targets) : []),
      ]
    }
    if ('items' in content) {
      const { header, msg, items, buttons, coupon } = content
      return [
        heading('#', header),
        paragraph(msg),
        ...items.map((item) => `${heading('##', item.title)}\n${linkedImage(item)}`),
        buttons.length > 0 || coupon !== undefined ? '---' : '',
        ...taps(content),
      ]
    }
    const { header, image, msg } = content
    return [header ? heading('#', header) : '', image ? imageLine(image) : '', paragraph(msg), ...taps(content)]
  }

  const content = contract.read(kind, payload)
  const sections = [frontmatter(content.settings), ...body(content)]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
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

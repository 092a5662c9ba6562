import { escapePointer } from '../message/draft.ts'

/** One line of JSON as `JSON.stringify(value, null, 2)` writes it. */
export interface JsonLine {
  readonly text: string
  /** JSON Pointer of the value that stands or starts or ends here. */
  readonly pointer: string
  /** Whether the line holds a whole value, and not the bracket of one that contains others. */
  readonly isLeaf: boolean
}

/** A value as lines of JSON; their texts with line breaks between them are exactly what `JSON.stringify` gives. */
export function jsonLines(value: unknown): readonly JsonLine[] {
  const lines: JsonLine[] = []
  const write = (item: unknown, { pointer, indent, key, end }: Place): void => {
    const start = `${indent}${key}`
    if (typeof item !== 'object' || item === null || Object.keys(item).length === 0) {
      lines.push({ text: `${start}${JSON.stringify(item)}${end}`, pointer, isLeaf: true })
      return
    }
    const isList = Array.isArray(item)
    lines.push({ text: `${start}${isList ? '[' : '{'}`, pointer, isLeaf: false })
    const entries = Object.entries(item).filter(([, child]) => child !== undefined)
    entries.forEach(([name, child], index) =>
      write(child, {
        pointer: `${pointer}/${escapePointer(name)}`,
        indent: `${indent}  `,
        key: isList ? '' : `${JSON.stringify(name)}: `,
        end: index < entries.length - 1 ? ',' : '',
      }),
    )
    lines.push({ text: `${indent}${isList ? ']' : '}'}${end}`, pointer, isLeaf: false })
  }
  write(value, { pointer: '', indent: '', key: '', end: '' })
  return lines
}

interface Place {
  readonly pointer: string
  readonly indent: string
  readonly key: string
  readonly end: string
}

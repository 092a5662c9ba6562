import type { Contract, UploadOutcome } from './contract.ts'
import { namesOf, type Shape } from './shape.ts'

// Readers of answers, which are JSON or were meant to be.

// A key with replacement characters in it would be another key.
const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

export function dataOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body) ?? '')
  } catch {
    return undefined
  }
}

/** Returns whether a body says something with one of these names, or may, as it breaks off or is no text. */
export function maySpeakOf(body: Uint8Array, names: RegExp): boolean {
  const text = textOf(body)
  if (text === undefined || text.includes('\0') || names.test(text)) return true
  return /^\s*["[{]/.test(text) && dataOf(body) === undefined
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** The outcome of an image whose answer does not say that it was taken or refused. */
export function unreadUpload(data: unknown, status: number): UploadOutcome {
  const notRead = data === undefined ? 'not-json' : 'not-understood'
  return { type: 'failed', reason: isSuccess(status) ? notRead : 'status', status }
}

/** Finds a field of payloads as services name it, `buttons[0].name` or `/buttons/0/name`. */
export function fieldFinder(shapes: Iterable<Shape>): Contract['fieldIn'] {
  const names = Array.from(shapes, namesOf).flat()
  const field = new RegExp(String.raw`(?<![\w:/])\/?((?:${names.join('|')})(?:[./]\w+|\[\d+\])*)`)
  return (description) => {
    const [, name] = field.exec(description) ?? []
    return name === undefined ? undefined : `/${name.replace(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`
  }
}

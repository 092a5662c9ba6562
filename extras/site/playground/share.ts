import { maxFileBytes } from '../../../src/compile.ts'

const tabKey = 'friendtalk-message'

/** Keeps a message for as long as the tab is open, where the browser lets a page keep anything. */
export function keepInTab(source: string): void {
  try {
    sessionStorage.setItem(tabKey, source)
  } catch {
    // Then loading the page anew begins anew.
  }
}

/** Returns what was kept in this tab before the page was loaded anew. */
export function keptInTab(): string | undefined {
  try {
    return sessionStorage.getItem(tabKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Longer links are cut by messengers, mail programs and trackers. */
export const maxLinkCharacters = 8000

/** Stands before the data, so that another way to write it can be told apart. */
const prefix = '#v1.'

/** Returns the fragment of a link that holds a message, with `#`. */
export async function fragmentOf(source: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(source), new CompressionStream('deflate-raw'))
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join('')
  return prefix + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** What a fragment holds: nothing of ours, a message, or one that cannot be read. */
export type Shared =
  | { readonly type: 'none' }
  | { readonly type: 'broken' }
  | { readonly type: 'message'; readonly source: string }

/** Reads a fragment. Whoever made the link may have made it of anything: it is unpacked no further than a message may be. */
export async function readFragment(fragment: string): Promise<Shared> {
  if (!fragment.startsWith(prefix)) return { type: 'none' }
  try {
    const binary = atob(fragment.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))
    const packed = Uint8Array.from(binary, (unit) => unit.charCodeAt(0))
    const bytes = await through(packed, new DecompressionStream('deflate-raw'))
    return { type: 'message', source: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { type: 'broken' }
  }
}

/** @throws where the data is damaged or becomes larger than a message file may be */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(stream as TransformStream<Uint8Array>)
    .getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    length += part.value.length
    if (length > maxFileBytes) {
      await reader.cancel()
      throw new Error('too large')
    }
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

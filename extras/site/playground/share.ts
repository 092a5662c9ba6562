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

/** The content of a fragment: nothing of ours, a message, or one that cannot be read. */
export type Shared =
  | { readonly type: 'none' }
  | { readonly type: 'broken' }
  | { readonly type: 'message'; readonly source: string }

/** Reads a fragment, which may come from anybody: of a longer one than the page makes, little could become much. */
export async function readFragment(fragment: string): Promise<Shared> {
  if (!fragment.startsWith(prefix)) return { type: 'none' }
  if (fragment.length > maxLinkCharacters) return { type: 'broken' }
  try {
    const binary = atob(fragment.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))
    const packed = Uint8Array.from(binary, (unit) => unit.charCodeAt(0))
    const bytes = await through(packed, new DecompressionStream('deflate-raw'))
    return { type: 'message', source: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { type: 'broken' }
  }
}

/** @throws where the data is damaged */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(piped).arrayBuffer())
}

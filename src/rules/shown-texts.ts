const shown: ReadonlySet<string> = new Set(['msg', 'header', 'title', 'message', 'name', 'description'])

/** Whether readers of the message see the text at a JSON Pointer. That of the fallback is another message's. */
export function isShownText(pointer: string): boolean {
  return shown.has(pointer.slice(pointer.lastIndexOf('/') + 1)) && !pointer.startsWith('/failback_data')
}

const shown = /^(?!\/failback_data).*\/(?:msg|header|title|message|name|description)$/

/** Whether readers of the message see the text at a JSON Pointer. That of the fallback is another message's. */
export function isShownText(pointer: string): boolean {
  return shown.test(pointer)
}

/**
 * Where a text stops being JSON, as an offset. `JSON.parse` does not say so in every version of Node, and where it
 * does it quotes the text, which may be a secret.
 */
export function jsonFaultOffset(text: string): number {
  // A prefix that ends behind a delimiter cuts no number or literal: it is either the start of JSON or not.
  const cuts = [...Array.from(text.matchAll(/[[\]{},:"\s]/g), ({ index }) => index + 1), text.length]
  let low = 0
  let high = cuts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (startsJson(text.slice(0, cuts[middle]))) low = middle + 1
    else high = middle
  }
  const behind = cuts[low - 1] ?? 0
  return behind + (/\S/.exec(text.slice(behind))?.index ?? 0)
}

function startsJson(prefix: string): boolean {
  try {
    JSON.parse(prefix)
    return true
  } catch (error) {
    const { message } = error as SyntaxError
    const position = /position (\d+)/.exec(message)?.[1]
    return /end of JSON|Unterminated/.test(message) || Number(position) === prefix.length
  }
}

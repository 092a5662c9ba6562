const units = ['B', 'KB', 'MB', 'GB'] as const

/**
 * The size of a file, with as many digits as it takes to differ from its limit: "1.3 MB", "500.001 KB".
 *
 * A limit is always a round number. The messaging service's are in thousands of bytes, so a KB has 1000 bytes beside
 * them; those of friendtalk itself are in powers of two, and a KB has 1024.
 */
export function fileSize(bytes: number, maxBytes = bytes): string {
  const step = maxBytes % 1000 === 0 ? 1000 : 1024
  const limit = sizeIn(step, maxBytes, 1)
  for (let digits = 1; ; digits++) {
    const size = sizeIn(step, bytes, digits)
    if (bytes === maxBytes || size !== limit) return size
  }
}

/** In the largest unit of which there is one, also after rounding. */
function sizeIn(step: number, bytes: number, digits: number): string {
  let power = 0
  while (power < units.length - 1 && rounded(bytes / step ** power, digits) >= step) power++
  return `${rounded(bytes / step ** power, digits)} ${units[power]}`
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

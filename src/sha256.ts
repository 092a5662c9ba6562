/** Returns the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string

/** The fractional parts of a root of the first primes, 32 bits of each. */
function rootsOfPrimes(count: number, root: (prime: number) => number): Int32Array<ArrayBuffer> {
  const roots = new Int32Array(count)
  for (let number = 2, found = 0; found < count; number++) {
    let divisor = 2
    while (divisor * divisor <= number && number % divisor !== 0) divisor++
    if (divisor * divisor <= number) continue
    roots[found++] = (root(number) % 1) * 2 ** 32
  }
  return roots
}

const start = rootsOfPrimes(8, Math.sqrt)
const constants = rootsOfPrimes(64, Math.cbrt)
const blockBytes = 64

/** Returns the SHA-256 (FIPS 180-4) of bytes, for where there is no `node:crypto` and nothing can be waited for. */
export function sha256OfBytes(bytes: Uint8Array): string {
  const state = start.slice()
  const words = new Int32Array(64)
  const whole = bytes.length - (bytes.length % blockBytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < whole; at += blockBytes) addBlock(state, view, { at, words })
  // What is left, the bit behind it, and the number of bits: one block or two.
  const rest = new Uint8Array(bytes.length - whole < blockBytes - 8 ? blockBytes : 2 * blockBytes)
  rest.set(bytes.subarray(whole))
  rest[bytes.length - whole] = 0x80
  const end = new DataView(rest.buffer)
  end.setUint32(rest.length - 8, Math.floor(bytes.length / 2 ** 29))
  end.setUint32(rest.length - 4, bytes.length << 3)
  for (let at = 0; at < rest.length; at += blockBytes) addBlock(state, end, { at, words })
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Returns the SHA-256 of a text without anything of the machine. */
export const sha256: Sha256 = (text) => sha256OfBytes(new TextEncoder().encode(text))

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function addBlock(
  state: Int32Array,
  view: DataView,
  { at, words }: { readonly at: number; readonly words: Int32Array },
): void {
  for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + index * 4)
  for (let index = 16; index < 64; index++) {
    const [early = 0, late = 0] = [words[index - 15], words[index - 2]]
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[index] = (words[index - 16] ?? 0) + first + (words[index - 7] ?? 0) + second
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + sum + choice + (constants[index] ?? 0) + (words[index] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word
}

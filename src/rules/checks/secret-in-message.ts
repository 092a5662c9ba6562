import { defineRule } from '../rule.ts'

/** Each with what the source of every match holds: most sources hold none, and looking behind takes long. */
const patterns = [
  { hint: holding('PRIVATE KEY'), pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/g },
  { hint: holding('AKIA'), pattern: /\bAKIA[0-9A-Z]{16}\b/g },
  { hint: matching(/gh[posu]|glpat|xox/), pattern: /\b(?:ghp|gho|ghs|ghu|glpat|xox[abprs])[-_][0-9A-Za-z_-]{16,}/g },
  // Only at the start of a word with its hyphens: looking on from inside of it would cost the square of its length.
  { hint: holding('eyJ'), pattern: /(?<![0-9A-Za-z_-])eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{10,}/g },
  // A sender key has 40 hexadecimal digits. In the path of an address they are the name of a file or of a commit.
  { hint: hasLongHex, pattern: /(?<![0-9A-Za-z/])(?=[0-9]*[a-f])[0-9a-f]{40}(?![0-9A-Za-z])/g },
  { hint: holding('@'), pattern: /(?<=:\/\/[^\s/:@]{1,64}:)[^\s/:@]{1,128}(?=@)/g },
  {
    hint: matching(/secret|key|token|passw/i),
    pattern:
      /(?<=\b(?:secret|secret_?key|api_?key|access_?token|password|passwd)["']?\s{0,3}[:=]\s{0,3}["']?)[0-9A-Za-z+/_.-]{12,}/gi,
  },
] as const

export const secretInMessage = defineRule<object>({
  id: 'secret-in-message',
  severity: 'error',
  check({ document: { source } }, report) {
    for (const { hint, pattern } of patterns) {
      if (!hint(source)) continue
      for (const { index, 0: found } of source.matchAll(pattern)) {
        report({ span: { start: index, end: index + found.length }, args: {} })
      }
    }
  },
  en: 'This looks like a key or a password; remove it, and change it where it is valid.',
  ko: '키나 비밀번호로 보입니다. 지우고, 실제로 쓰는 값이라면 새로 발급받으세요.',
})

type Hint = (source: string) => boolean

function holding(text: string): Hint {
  return (source) => source.includes(text)
}

function matching(pattern: RegExp): Hint {
  return (source) => pattern.test(source)
}

/** Returns whether there may be 40 hexadecimal digits in a row: of such a row one stands at a multiple of 40. */
function hasLongHex(source: string): boolean {
  for (let at = 0; at < source.length; at += 40) {
    const unit = source.charCodeAt(at)
    if ((unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x66)) {
      if (/[0-9a-f]{40}/.test(source.slice(Math.max(0, at - 39), at + 40))) return true
    }
  }
  return false
}

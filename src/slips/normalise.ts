/** Replacements for mistyped characters, in this order. Only lines that are no form are normalised. */
const steps: readonly (readonly [pattern: RegExp, text: string | ((...found: string[]) => string)])[] = [
  // Invisible characters, and spaces outside ASCII.
  [/[\u00AD\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/gu, ''],
  [/[\u00A0\u2000-\u200A\u202F\u3000\t]/gu, ' '],
  [/^ *(?:> *)?| +$/g, ''],
  // Look-alikes: `［보기］（https：／／…）`, `“https://…”`.
  [/[［【〔]/gu, '['],
  [/[］】〕]/gu, ']'],
  [/（/gu, '('],
  [/）/gu, ')'],
  [/[“”„‟＂″]/gu, '"'],
  [/！(?= *\[)/gu, '!'],
  [/：(?=[/／])/gu, ':'],
  [/(?<=:[／/]?)／/gu, '/'],
  [/＜(?=[^＜＞]*＞\))/gu, '<'],
  [/(?<=\(<[^<>]*)＞/gu, '>'],
  [/^(#?)[#＃]{1,6}(?=[^#＃{｛])/u, (marks) => '#'.repeat(marks?.length ?? 0)],
  // A button's mark, which an image has none of: `* [보기](…)`, `1. [보기](…)`, `-[보기](…)`.
  [/^(?:[-*+•·‧∙–—−－ㆍ▪■□◆◇▶►▷‣◦●○☞✔✅👉]|\d{1,2}[.)])\uFE0F? *(?=!?\[)/u, '- '],
  [/^- (?=!\[|\[!\[)/, ''],
  // Emphasis around it: `**[보기](…)**`.
  [/^(- )?(\*\*|__|~~|`)(!?\[.*\))\2$/, '$1$3'],
  // Gaps: `! [`, `] (`.
  [/^! +(?=\[)/, '!'],
  [/\] +\(/g, ']('],
  // Swapped brackets: `(보기)[https://…]`.
  [/^(?:- )?\(([^()]+)\)\[([^[\]\s]+)\]$/, '- [$1]($2)'],
  // A bracket that is missing: `[보기(https://…)`, `보기](https://…)`, `(https://…`.
  [/^(- |!)?\[([^[\]()]+)\((?=https?:|[^()]*\.(?:png|jpe?g)\))/i, '$1[$2]('],
  [/^(- )([^[\]()]+)\]\((?=https?:)/i, '$1[$2]('],
  [/^((?:- |!)?\[[^[\]]*\]\([^()]+)$/, '$1)'],
  [/^(\[!\[[^[\]]*\]\([^()]+\)\]\([^()]+)$/, '$1)'],
  // A second link without quotes: `(https://a https://b)`.
  [/\]\((\S+?)(?: *[,|] *| +)(https?:\/\/[^\s")]+)\)$/, ']($1 "$2")'],
  // A blank in an address.
  [/(?<=\]\([a-z][a-z\d+.-]*:\/\/)[^()"'<>]+?(?=(?: "[^"]*")?\)$)/i, (link) => (link ?? '').replaceAll(' ', '%20')],
  // An image's path with backslashes or spaces.
  [/(?<=!\[[^\]]*\]\()[^()"]+\.(?:png|jpe?g|gif|webp)(?=\))/i, (path) => imagePath(path ?? '')],
]

function imagePath(path: string): string {
  const plain = path.trim().replaceAll('\\', '/')
  return /\s/.test(plain) && !plain.startsWith('<') ? `<${plain}>` : plain
}

/** Returns a line as it was likely meant: with plain characters, its marks and its brackets. */
export function normalised(line: string): string {
  let text = line
  for (const [pattern, replacement] of steps) {
    text = typeof replacement === 'string' ? text.replace(pattern, replacement) : text.replace(pattern, replacement)
  }
  return text
}

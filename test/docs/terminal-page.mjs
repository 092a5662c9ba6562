import stringWidth from 'string-width'

const styles = {
  1: 'font-weight:700',
  2: 'opacity:.65',
  4: 'text-decoration:underline',
  31: 'color:#ff7b72',
  32: 'color:#7ee787',
  33: 'color:#e3b341',
  34: 'color:#79c0ff',
  35: 'color:#d2a8ff',
  36: 'color:#56d4dd',
  90: 'color:#8b949e',
}
/** What a code ends. */
const ends = { 0: Object.keys(styles), 22: ['1', '2'], 24: ['4'], 39: ['31', '32', '33', '34', '35', '36', '90'] }

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const graphemes = new Intl.Segmenter('ko', { granularity: 'grapheme' })

/** Each character stands in the cells that a terminal gives it, whatever the font says. */
function cells(text, style) {
  const parts = Array.from(graphemes.segment(text), ({ segment }) => {
    const width = stringWidth(segment)
    return width === 1 ? escaped(segment) : `<i style="width:${width}ch">${escaped(segment)}</i>`
  })
  return style === '' ? parts.join('') : `<span style="${style}">${parts.join('')}</span>`
}

const escapeCharacter = String.fromCodePoint(0x1b)

function colored(line) {
  const on = new Set()
  const [first, ...rest] = line.split(escapeCharacter)
  const parts = rest.map((part) => {
    const [, codes = '', text = part] = /^\[([\d;]*)m(.*)$/.exec(part) ?? []
    for (const code of codes.split(';')) {
      for (const ended of ends[code || 0] ?? []) on.delete(ended)
      if (styles[code]) on.add(code)
    }
    return cells(text, Array.from(on, (code) => styles[code]).join(';'))
  })
  return cells(first, '') + parts.join('')
}

/** A page that shows a command and its output with colours, as a terminal does. */
export function terminalPage(command, output) {
  const lines = [`<span style="opacity:.65">$</span> ${escaped(command)}`, ...output.trimEnd().split('\n').map(colored)]
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 0 }
#terminal { display: inline-block; padding: 18px 22px; background: #0d1117; color: #e6edf3;
  font: 14px/1.5 "Noto Sans Mono CJK KR", "DejaVu Sans Mono", monospace; white-space: pre }
i { display: inline-block; font-style: normal; vertical-align: top; height: 1.5em; overflow: hidden }
</style><div id="terminal">${lines.join('\n')}</div>`
}

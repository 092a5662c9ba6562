import { columnsOf } from '../../src/cli/terminal/printable.ts'

/** What stands on a terminal after its output: enough of one for what this program and its questions print. */
export class Screen {
  readonly #columns: number
  /** A cell holds a character; the second of a wide one is empty. */
  #lines: string[][] = [[]]
  #row = 0
  #column = 0

  constructor(columns: number) {
    this.#columns = columns
  }

  write(output: string): void {
    const pieces = output.matchAll(
      // oxlint-disable-next-line no-control-regex -- a terminal is steered by control characters
      /\u001B\[([?\d;]*)([A-Za-z])|\u001B[()][A-Z0-9]|\u001B[=>78]|([\r\n\u0007\u0008])|([^\u001B\r\n\u0007\u0008]+)/g,
    )
    for (const [, args = '', command, control, text] of pieces) {
      if (command !== undefined) this.#command(command, args)
      else if (control === '\r') this.#column = 0
      else if (control === '\n') this.#moveTo(this.#row + 1)
      else if (control === '\u0008') this.#column = Math.max(0, this.#column - 1)
      else if (text !== undefined) this.#print(text)
    }
  }

  /** The lines without what is blank at their ends. */
  get lines(): string[] {
    return this.#lines.map((cells) =>
      Array.from(cells, (cell) => cell ?? ' ')
        .join('')
        .trimEnd(),
    )
  }

  get text(): string {
    return this.lines.join('\n').trimEnd()
  }

  #print(text: string): void {
    for (const { segment } of new Intl.Segmenter('ko').segment(text)) {
      const width = Math.max(1, columnsOf(segment))
      if (this.#column + width > this.#columns) {
        this.#moveTo(this.#row + 1)
        this.#column = 0
      }
      const line = this.#line()
      line[this.#column] = segment
      for (let more = 1; more < width; more++) line[this.#column + more] = ''
      this.#column += width
    }
  }

  #command(command: string, args: string): void {
    const [first = 0, second = 0] = args.split(';').map(Number)
    if (command === 'A') this.#moveTo(Math.max(0, this.#row - (first || 1)))
    else if (command === 'B') this.#moveTo(this.#row + (first || 1))
    else if (command === 'C') this.#column += first || 1
    else if (command === 'D') this.#column = Math.max(0, this.#column - (first || 1))
    else if (command === 'G') this.#column = Math.max(0, first - 1)
    else if (command === 'H') {
      this.#moveTo(Math.max(0, first - 1))
      this.#column = Math.max(0, second - 1)
    } else if (command === 'K') this.#line().splice(first === 2 ? 0 : this.#column)
    else if (command === 'J' && first === 0) {
      this.#line().splice(this.#column)
      this.#lines.splice(this.#row + 1)
    } else if (command === 'J') this.#lines = this.#lines.map(() => [])
  }

  #moveTo(row: number): void {
    this.#row = row
    while (this.#lines.length <= row) this.#lines.push([])
  }

  #line(): string[] {
    return (this.#lines[this.#row] ??= [])
  }
}

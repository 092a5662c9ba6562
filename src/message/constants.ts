import type { Span } from '../diagnostic.ts'
import type { Piece } from '../language/document.ts'
import type { Constants } from './message.ts'

/** Writes constants where variables of their names stand, and remembers where that was. */
export class ConstantTexts {
  readonly spans: Span[] = []
  readonly #constants: ReadonlyMap<string, string>

  /** @param declared names that stand for something else in the message */
  constructor(constants: Constants, declared: readonly string[]) {
    this.#constants = new Map(Object.entries(constants).filter(([name]) => !declared.includes(name)))
  }

  /** Returns lines, or a message, with the constants as text. */
  readonly fill = <T>(node: T): T => (this.#constants.size === 0 ? node : (this.#filled(node) as T))

  #filled(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((each) => this.#filled(each))
    if (typeof node !== 'object' || node === null) return node
    const { type, name, span } = node as Partial<Extract<Piece, { type: 'variable' }>>
    const value = type === 'variable' && name !== undefined ? this.#constants.get(name.normalize('NFC')) : undefined
    if (value === undefined || span === undefined) {
      return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, this.#filled(child)]))
    }
    this.spans.push(span)
    return { type: 'text', value, span } satisfies Piece
  }
}

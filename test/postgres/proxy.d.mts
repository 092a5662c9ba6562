/** A way to a port on loopback that fails when it is told to; see proxy.mjs. */
export interface Proxy {
  readonly port: number
  /**
   * Holds everything back, or one direction alone, until it is released. Connections stay open, and new ones are taken and
   * hear nothing: that is what a network that drops packets looks like from both ends.
   */
  readonly hold: (what?: 'all' | 'questions' | 'answers') => void
  readonly release: () => void
  /**
   * Waits until a question has a text. With `hold`, that one still gets through, and nothing after it in either direction.
   */
  readonly asked: (text: string, next?: 'hold' | 'go on') => Promise<void>
  /** Ends every connection at both ends; what was held back is lost. New ones are taken as before. */
  readonly cut: () => void
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export function startProxy(to: number): Promise<Proxy>

// What a runtime gives; the types of Node.js and of browsers are not installed here.
declare const console: { log(...data: readonly unknown[]): void }
declare class AbortController {
  readonly signal: {
    readonly aborted: boolean
    addEventListener(type: string, listener: () => void): void
    removeEventListener(type: string, listener: () => void): void
  }
  abort(): void
}

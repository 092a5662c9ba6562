// The few things of a browser that the inbox uses. The library `dom` would put its globals into every file of the
// program, where nothing of them exists.

export interface PageEvent {
  readonly key?: string
  readonly data?: string
  readonly target: PageElement | null
  preventDefault(): void
}

export interface PageElement {
  id: string
  className: string
  textContent: string
  value: string
  hidden: boolean
  scrollTop: number
  scrollLeft: number
  readonly clientHeight: number
  readonly clientWidth: number
  readonly dataset: Record<string, string | undefined>
  readonly style: { height: string; transform: string }
  readonly classList: { toggle(name: string, on: boolean): void }
  addEventListener(type: string, listener: (event: PageEvent) => void): void
  append(...children: PageElement[]): void
  replaceChildren(...children: PageElement[]): void
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  closest(selector: string): PageElement | null
  querySelector(selector: string): PageElement | null
  focus(): void
  scrollBy(options: { left: number; behavior: string }): void
  readonly children: Iterable<PageElement>
}

export interface PageWindow {
  readonly document: {
    readonly body: PageElement
    readonly documentElement: { readonly lang: string }
    createElement(name: string): PageElement
    getElementById(id: string): PageElement | null
    addEventListener(type: string, listener: (event: PageEvent) => void): void
  }
  readonly location: { hash: string }
  readonly DOMParser: new () => { parseFromString(text: string, type: string): { readonly body: PageElement } }
  readonly EventSource: new (url: string) => {
    addEventListener(type: string, listener: (event: PageEvent) => void): void
  }
  fetch(url: string): Promise<{ text(): Promise<string>; json(): Promise<unknown> }>
  matchMedia(query: string): { readonly matches: boolean }
  requestAnimationFrame(callback: () => void): void
  addEventListener(type: string, listener: (event: PageEvent) => void): void
}

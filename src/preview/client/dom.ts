// The few things of a browser that the preview uses. The library `dom` would put its globals into every file of the
// program, where nothing of them exists.

export interface DomEvent {
  readonly type: string
  readonly key?: string
  readonly data?: string
  readonly target: DomElement | null
  preventDefault(): void
}

export interface DomBox {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly height: number
}

export interface DomElement {
  id: string
  className: string
  textContent: string
  value: string
  hidden: boolean
  checked: boolean
  disabled: boolean
  src: string
  tabIndex: number
  scrollTop: number
  scrollLeft: number
  readonly complete: boolean
  readonly clientHeight: number
  readonly clientWidth: number
  readonly dataset: Record<string, string | undefined>
  readonly style: { setProperty(name: string, value: string): void }
  readonly classList: { toggle(name: string, on: boolean): void; add(name: string): void; remove(name: string): void }
  readonly parentElement: DomElement | null
  readonly children: ArrayLike<DomElement> & Iterable<DomElement>
  addEventListener(type: string, listener: (event: DomEvent) => void, capture?: boolean): void
  append(...children: DomElement[]): void
  before(...siblings: DomElement[]): void
  replaceChildren(...children: DomElement[]): void
  replaceWith(other: DomElement): void
  remove(): void
  setAttribute(name: string, value: string): void
  getAttribute(name: string): string | null
  removeAttribute(name: string): void
  closest(selector: string): DomElement | null
  contains(other: DomElement | null): boolean
  matches(selector: string): boolean
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement>
  getBoundingClientRect(): DomBox
  scrollIntoView(options: { block: string; inline?: string; behavior?: string }): void
  scrollBy(options: { left: number; behavior: string }): void
  focus(options?: { preventScroll: boolean }): void
  showPopover(): void
}

export interface DomWindow {
  readonly document: {
    title: string
    readonly body: DomElement
    readonly head: DomElement
    readonly activeElement: DomElement | null
    readonly currentScript: DomElement | null
    createElement(name: string): DomElement
    getElementById(id: string): DomElement | null
    querySelector(selector: string): DomElement | null
    querySelectorAll(selector: string): Iterable<DomElement>
    addEventListener(type: string, listener: (event: DomEvent) => void, capture?: boolean): void
  }
  readonly location: { readonly hash: string }
  readonly history: {
    pushState(state: null, title: string, url: string): void
    replaceState(state: null, title: string, url: string): void
  }
  readonly navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } }
  readonly DOMParser: new () => { parseFromString(text: string, type: string): { readonly body: DomElement } }
  readonly EventSource: new (url: string) => {
    readonly readyState: number
    close(): void
    addEventListener(type: string, listener: (event: DomEvent) => void): void
  }
  readonly ResizeObserver: new (callback: () => void) => { observe(element: DomElement): void }
  fetch(
    url: string,
    options: { method: string; headers: Record<string, string>; body: string },
  ): Promise<{ readonly status: number; json(): Promise<unknown> }>
  matchMedia(query: string): { readonly matches: boolean }
  requestAnimationFrame(callback: () => void): void
  addEventListener(type: string, listener: (event: DomEvent) => void): void
}

/** What every part of the script works with. */
export interface DomPage {
  readonly window: DomWindow
  readonly byId: (id: string) => DomElement
  /** Replaces the content of an element by HTML of our own server, unless it is the same; returns whether it was not. */
  readonly fill: (element: DomElement, html: string) => boolean
}

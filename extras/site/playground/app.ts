import { templateImages, templates } from 'playground:templates'
import { compile, type CompileContext } from '../../../src/compile.ts'
import type { Diagnostic, Span } from '../../../src/diagnostic.ts'
import { sketch as sketchOf } from '../../../src/sketch.ts'
import { stepCarousels } from '../../../src/web/client/dom.ts'
import type { Language } from '../../../src/words/language.ts'
import starterEn from '../../../templates/en/bm-text.md'
import starterKo from '../../../templates/bm-text.md'
import { contracts } from '../../../src/contract/contracts.ts'
import type { Assistance } from './assist.ts'
import { diagnosticsList } from './diagnostics.ts'
import { createEditor, type Editor } from './editor.ts'
import { button, make } from './elements.ts'
import { imageList } from './image-list.ts'
import { ImageShelf, nameIn } from './images.ts'
import { metersPanel } from './meters.ts'
import { payloadPanel } from './payload.ts'
import { phonePanel } from './phone.ts'
import { recipientsPanel } from './recipients.ts'
import { fragmentOf, keepInTab, keptInTab, maxLinkCharacters, readFragment } from './share.ts'
import { tabs } from './tabs.ts'
import { valuesPanel } from './values.ts'
import { playgroundWords } from './words.ts'

export interface PlaygroundOptions {
  readonly lang: Language
  /** The page of the site about a rule. */
  readonly ruleAddress: (rule: string) => string
}

const path = 'message.md'

/** Whatever takes longer to check waits for a pause in the typing. */
const slowMs = 100
const pauseMs = 150
/** Somebody who hears the page wants to hear what the typing came to, not each step of it. */
const announceMs = 1000

/**
 * Puts the playground into an element of a page. Everything happens there: after its files are loaded nothing is asked
 * of any server but further files of the same page, and nothing that was typed goes into an address.
 *
 * @returns a function that takes it away again
 */
export function mountPlayground(root: HTMLElement, { lang, ruleAddress }: PlaygroundOptions): () => void {
  const words = playgroundWords[lang]
  const closing = new AbortController()
  const shelf = new ImageShelf()
  let diagnostics: readonly Diagnostic[] = []
  let assistance: Promise<Assistance> | undefined

  const status = make('p', { class: 'pg-status', role: 'status' })
  const live = make('p', { class: 'pg-hidden', role: 'status', 'data-live': true })
  const announce = (text: string): void => {
    status.textContent = text
  }
  const context = (): CompileContext => ({
    path,
    lang,
    image: (asked) => shelf.of(asked)?.lookup ?? { type: 'not-found' },
  })
  const loadAssistance = (): Promise<Assistance> => {
    const images = (): readonly string[] => shelf.all.map(({ name }) => name)
    assistance ??= import('./assist.ts').then((module) =>
      module.loadAssistance({ compile: context, diagnostics: () => diagnostics, images, ruleAddress }),
    )
    assistance.catch(() => (assistance = undefined))
    return assistance
  }

  const phone = phonePanel(lang, shelf)
  const values = valuesPanel(words, () => draw())
  const meters = metersPanel(lang, (span) => select(span))
  const payload = payloadPanel(words, announce)
  const recipients = recipientsPanel(lang, (row) => values.takeRecipient(row))
  const images = imageList(words, shelf, {
    onInsert(name) {
      const { source } = editor
      const { from } = editor.view.state.doc.lineAt(editor.view.state.selection.main.head)
      // In front of what is sent, where every kind takes it, unless the cursor stands in the body.
      const body = /^---\r?\n[^]*?\r?\n---\r?\n/.exec(source())?.[0].length ?? 0
      const at = Math.max(from, body)
      editor.edit([{ start: at, end: at, text: `![](${name})\n\n` }])
    },
    onRemove(name) {
      shelf.remove(name)
      check()
    },
  })
  const list = diagnosticsList(words, {
    ruleAddress,
    onSelect: ({ start, end }) => select({ start: start.offset, end: end.offset }),
    onEdit(edits) {
      editor.edit(edits)
      editor.view.focus()
    },
    actionsOf: async (diagnostic) => (await loadAssistance()).actionsOf(editor.source(), diagnostic),
  })

  const writing = make('div', { class: 'pg-editor' })
  const panels = {
    write: make(
      'div',
      { class: 'pg-panel' },
      writing,
      make('p', { class: 'pg-hint', id: 'pg-editor-hint' }, words.editorHint),
      list.element,
    ),
    phone: make('div', { class: 'pg-panel' }, phone.element),
    details: make(
      'div',
      { class: 'pg-panel' },
      meters.element,
      values.element,
      images.element,
      recipients.element,
      payload.element,
    ),
  }
  const tabbed = tabs(words, panels)
  const select = (span: Span): void => {
    tabbed.open('write')
    editor.select(span)
  }

  const draw = (): void => {
    const sketch = sketchOf(editor.source(), { path, image: context().image })
    values.show(sketch)
    const drawn = phone.draw(sketch, values.values)
    meters.show(sketch, drawn)
    payload.show(sketch, { isWhole: sketch === undefined || !diagnostics.some(({ severity }) => severity === 'error') })
  }
  let drawing = 0
  let announcing: ReturnType<typeof setTimeout> | undefined
  const check = (): number => {
    const startMs = performance.now()
    const source = editor.source()
    const result = compile(source, context())
    diagnostics = result.diagnostics
    editor.showDiagnostics(diagnostics)
    list.show(diagnostics)
    const tookMs = performance.now() - startMs
    images.show(result.images)
    recipients.show({ template: result.template, source })
    cancelAnimationFrame(drawing)
    // What is wrong is shown at once; the pictures follow with the next frame.
    drawing = requestAnimationFrame(draw)
    clearTimeout(announcing)
    announcing = setTimeout(() => {
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length
      live.textContent = words.counts(errors, diagnostics.length - errors)
    }, announceMs)
    return tookMs
  }
  let lastMs = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** The message that the address holds. */
  let linked: string | undefined
  const onText = (): void => {
    const source = editor.source()
    keepInTab(source)
    if (linked !== undefined && linked !== source) {
      // Loading the page anew would bring back what was linked.
      linked = undefined
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    clearTimeout(waiting)
    const checkNow = (): void => {
      lastMs = check()
    }
    if (lastMs > slowMs) waiting = setTimeout(checkNow, pauseMs)
    // The editor takes no second change while it tells of the first.
    else queueMicrotask(checkNow)
  }

  const addFiles = async (files: readonly File[]): Promise<void> => {
    const added: string[] = []
    const others: string[] = []
    for (const file of files) {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const { name, lookup } = await shelf.add(file.name, bytes)
      if (lookup.type === 'other-format' && lookup.format === 'unknown') {
        shelf.remove(name)
        others.push(name)
      } else added.push(name)
    }
    const said = [
      ...(added.length > 0 ? [words.imagesAdded(added.join(', '))] : []),
      ...(others.length > 0 ? [words.notImages(others.join(', '))] : []),
    ]
    announce(said.join(' '))
    check()
  }
  const loadTemplate = async (index: number): Promise<void> => {
    const template = templates[index]
    if (template === undefined) return
    try {
      const source = await template.load()
      const { images: paths } = compile(source, context())
      for (const name of paths.map(nameIn)) {
        const load = templateImages.get(name)
        if (load === undefined || shelf.of(name) !== undefined) continue
        await shelf.add(
          name,
          Uint8Array.from(atob(await load()), (unit) => unit.charCodeAt(0)),
        )
      }
      editor.replaceAll(source)
      announce(words.templateLoaded(template.title))
    } catch {
      announce(words.templateFailed)
    }
  }
  const share = async (): Promise<void> => {
    const source = editor.source()
    const fragment = await fragmentOf(source)
    const link = new URL(fragment, location.href).href
    if (link.length > maxLinkCharacters) {
      announce(words.shareTooLong(link.length, maxLinkCharacters))
      return
    }
    history.replaceState(history.state, '', fragment)
    linked = source
    await navigator.clipboard.writeText(link).then(
      () => announce(words.shared),
      () => announce(words.sharedInAddress),
    )
  }
  const readLink = async (): Promise<void> => {
    const shared = await readFragment(location.hash)
    if (shared.type === 'message') {
      if (shared.source !== editor.source()) editor.replaceAll(shared.source)
      linked = editor.source()
    }
    if (shared.type === 'broken') announce(words.shareBroken)
  }
  const picture = async (): Promise<void> => {
    const drawn = phone.drawn()
    if (drawn === undefined) {
      announce(words.noPhone)
      return
    }
    try {
      const { pictureOf } = await import('./picture.ts')
      download(await pictureOf(drawn.phone, drawn.colorScheme), 'message.png')
      announce(words.pictureSaved)
    } catch {
      announce(words.pictureFailed)
    }
  }
  const fixAll = async (): Promise<void> => {
    const action = (await loadAssistance()).fixEverything(editor.source())
    if (action) editor.edit(action.edits)
    announce(action ? words.fixed : words.fixedNothing)
  }

  const chooser = make('select', { id: 'pg-template' }, make('option', { value: '' }, `${words.template}…`))
  for (const service of contracts.toReversed()) {
    const options = templates.flatMap((template, index) =>
      template.lang === lang && template.kind in service.kinds
        ? [make('option', { value: index }, template.title)]
        : [],
    )
    chooser.append(make('optgroup', { label: service.name[lang] }, ...options))
  }
  chooser.addEventListener('change', () => {
    const chosen = chooser.value
    chooser.value = ''
    if (chosen !== '') void loadTemplate(Number(chosen))
  })
  const files = make('input', {
    type: 'file',
    multiple: true,
    accept: 'image/png,image/jpeg',
    id: 'pg-files',
    class: 'pg-hidden',
  })
  files.addEventListener('change', () => {
    void addFiles([...(files.files ?? [])])
    files.value = ''
  })
  const toolbar = make(
    'div',
    { class: 'pg-toolbar', role: 'group', 'aria-label': words.toolbar },
    make('label', { for: 'pg-template', class: 'pg-hidden' }, words.template),
    chooser,
    files,
    make('label', { for: 'pg-files', class: 'pg-button' }, words.addImages),
    button(words.fixAll, () => void fixAll()),
    button(words.share, () => void share(), { 'data-share': true }),
    button(words.downloadMessage, () => download(new Blob([editor.source()], { type: 'text/markdown' }), path)),
    button(words.downloadPicture, () => void picture()),
  )

  root.classList.add('pg')
  root.lang = lang
  root.replaceChildren(
    make('p', { class: 'pg-intro' }, words.intro),
    toolbar,
    status,
    live,
    tabbed.element,
    make('div', { class: 'pg-parts' }, panels.write, panels.phone, panels.details),
  )
  const editor: Editor = createEditor(writing, keptInTab() ?? (lang === 'ko' ? starterKo : starterEn), words, {
    onText,
    onActions: (line) => list.showActionsOn(line),
    loadAssistance,
  })
  check()
  void readLink()

  const { signal } = closing
  window.addEventListener('hashchange', () => void readLink(), { signal })
  const isFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
  // In the capture phase: the editor would put the content of a file into the text.
  root.addEventListener(
    'dragover',
    (event) => {
      if (isFiles(event)) event.preventDefault()
      root.classList.toggle('is-dropping', isFiles(event))
    },
    { signal, capture: true },
  )
  root.addEventListener('dragleave', () => root.classList.remove('is-dropping'), { signal })
  root.addEventListener(
    'drop',
    (event) => {
      root.classList.remove('is-dropping')
      if (!isFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      void addFiles([...(event.dataTransfer?.files ?? [])])
    },
    { signal, capture: true },
  )
  stepCarousels()
  return () => {
    closing.abort()
    clearTimeout(waiting)
    clearTimeout(announcing)
    cancelAnimationFrame(drawing)
    editor.view.destroy()
    shelf.clear()
    root.replaceChildren()
  }
}

function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  make('a', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

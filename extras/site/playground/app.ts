import { templateImages, templates } from 'playground:templates'
import { compile, type CompileContext } from '../../../src/compile.ts'
import type { Diagnostic, Span } from '../../../src/diagnostic.ts'
import { sketch as sketchOf } from '../../../src/sketch.ts'
import { stepCarousels } from '../../../src/web/client/dom.ts'
import { type Language, sayIn } from '../../../src/words/language.ts'
import starterEn from '../../../templates/en/bm-text.md'
import starterKo from '../../../templates/bm-text.md'
import { contracts } from '../../../src/contract/contracts.ts'
import type { Assistance } from './assist.ts'
import { countsIn, diagnosticsList } from './diagnostics.ts'
import { createEditor } from './editor.ts'
import { button, hint, make } from './elements.ts'
import { imageList } from './image-list.ts'
import { ImageShelf, nameIn } from './images.ts'
import { metersPanel } from './meters.ts'
import { payloadPanel } from './payload.ts'
import { noPhone, phonePanel } from './phone.ts'
import { recipientsPanel } from './recipients.ts'
import { fragmentOf, keepInTab, keptInTab, maxLinkCharacters, readFragment } from './share.ts'
import { tabs } from './tabs.ts'
import { valuesPanel } from './values.ts'

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
  const say = sayIn(lang)
  const closing = new AbortController()
  const shelf = new ImageShelf()
  let diagnostics: readonly Diagnostic[] = []
  let assistance: Promise<Assistance> | undefined

  const status = make('p', { class: 'pg-status', role: 'status' })
  const live = make('p', { class: 'pg-hidden', role: 'status', 'data-live': true })
  const tell = (en: string, ko: string): void => {
    status.textContent = say(en, ko)
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
  const values = valuesPanel(say, () => draw())
  const meters = metersPanel(lang, (span) => select(span))
  const payload = payloadPanel(say, tell)
  const recipients = recipientsPanel(lang, (row) => values.takeRecipient(row))
  const images = imageList(say, shelf, {
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
  const list = diagnosticsList(say, {
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
      hint(
        say(
          'Escape, then Tab leaves the editor. Ctrl-Space completes, Ctrl-. shows what can be done about a line.',
          'Esc를 누른 뒤 Tab을 누르면 편집기에서 나갑니다. Ctrl-Space는 자동 완성, Ctrl-.은 그 줄의 해결 방법입니다.',
        ),
        { id: 'pg-editor-hint' },
      ),
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
  const tabbed = tabs(say, panels)
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
    // Diagnostics are shown at once; the pictures follow with the next frame.
    drawing = requestAnimationFrame(draw)
    clearTimeout(announcing)
    announcing = setTimeout(() => {
      live.textContent = countsIn(diagnostics, say)
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
    const said: string[] = []
    const [names, refused] = [added.join(', '), others.join(', ')]
    if (names !== '') said.push(say(`Added: ${names}`, `추가했습니다: ${names}`))
    if (refused !== '')
      said.push(
        say(`Not added, since they are no images: ${refused}`, `이미지가 아니어서 추가하지 않았습니다: ${refused}`),
      )
    status.textContent = said.join(' ')
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
      tell(
        `The template "${template.title}" is in the editor. Undo brings back what was there.`,
        `"${template.title}" 템플릿을 불러왔습니다. 실행 취소를 하면 이전 내용으로 돌아갑니다.`,
      )
    } catch {
      tell(
        'The template could not be loaded. Check the connection and try again.',
        '템플릿을 불러오지 못했습니다. 네트워크를 확인하고 다시 선택해 주세요.',
      )
    }
  }
  const share = async (): Promise<void> => {
    const source = editor.source()
    const fragment = await fragmentOf(source)
    const link = new URL(fragment, location.href).href
    if (link.length > maxLinkCharacters) {
      const [length, max] = [link.length, maxLinkCharacters].map((count) => count.toLocaleString('en-US'))
      tell(
        `The link would have ${length} characters, and many programs cut links after ${max}. Download the .md file instead.`,
        `링크가 ${length}자나 됩니다. ${max}자를 넘는 링크는 잘리는 곳이 많으니 .md 파일을 내려받아 전달해 주세요.`,
      )
      return
    }
    history.replaceState(history.state, '', fragment)
    linked = source
    await navigator.clipboard.writeText(link).then(
      () =>
        tell(
          'The link was copied. Whoever has it can read the message; images and recipients are not in it.',
          '링크를 복사했습니다. 링크가 있으면 누구나 메시지를 볼 수 있으며, 이미지와 수신자는 담기지 않습니다.',
        ),
      () =>
        tell(
          'The link is in the address bar. Images and recipients are not in it.',
          '주소창의 주소가 공유 링크입니다. 이미지와 수신자는 담기지 않습니다.',
        ),
    )
  }
  const readLink = async (): Promise<void> => {
    const shared = await readFragment(location.hash)
    if (shared.type === 'message') {
      if (shared.source !== editor.source()) editor.replaceAll(shared.source)
      linked = editor.source()
    }
    if (shared.type === 'broken')
      tell(
        'The link holds no message that can be read: it may have been cut. Ask for it once more.',
        '링크에서 메시지를 읽을 수 없습니다. 주소가 잘렸을 수 있으니 링크를 다시 받아 주세요.',
      )
  }
  const picture = async (): Promise<void> => {
    const drawn = phone.drawn()
    if (drawn === undefined) {
      status.textContent = noPhone(say)
      return
    }
    try {
      const { pictureOf } = await import('./picture.ts')
      download(await pictureOf(drawn.phone, drawn.colorScheme), 'message.png')
      tell('The picture of the whole message was downloaded.', '메시지 전체 그림을 내려받았습니다.')
    } catch {
      tell(
        'This browser could not make the picture. A screenshot shows the same.',
        '이 브라우저에서는 그림을 만들 수 없습니다. 화면 캡처를 이용해 주세요.',
      )
    }
  }
  const fixAll = async (): Promise<void> => {
    const action = (await loadAssistance()).fixEverything(editor.source())
    if (!action) return tell('There is nothing that can be fixed safely.', '안전하게 고칠 수 있는 것이 없습니다.')
    editor.edit(action.edits)
    tell(
      'Fixed what can be fixed safely. Undo takes it back.',
      '안전하게 고칠 수 있는 것을 모두 고쳤습니다. 실행 취소로 되돌릴 수 있습니다.',
    )
  }

  const chooserLabel = say('Start from a template', '템플릿으로 시작하기')
  const chooser = make('select', { id: 'pg-template' }, make('option', { value: '' }, `${chooserLabel}…`))
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
    { class: 'pg-toolbar', role: 'group', 'aria-label': say('Message', '메시지') },
    make('label', { for: 'pg-template', class: 'pg-hidden' }, chooserLabel),
    chooser,
    files,
    make('label', { for: 'pg-files', class: 'pg-button' }, say('Add images', '이미지 추가')),
    button(say('Fix what is safe', '안전한 수정 모두 적용'), () => void fixAll()),
    button(say('Share', '공유 링크'), () => void share(), { 'data-share': true }),
    button(say('Download .md', '.md 내려받기'), () =>
      download(new Blob([editor.source()], { type: 'text/markdown' }), path),
    ),
    button(say('Download picture', '그림 내려받기'), () => void picture()),
  )

  root.classList.add('pg')
  root.lang = lang
  root.replaceChildren(
    make(
      'p',
      { class: 'pg-intro' },
      say(
        'Everything runs in this page: nothing that you type, paste or drop here is sent anywhere.',
        '모든 처리는 이 페이지 안에서 이루어집니다. 입력하거나 붙여 넣은 내용은 어디로도 전송되지 않습니다.',
      ),
    ),
    toolbar,
    status,
    live,
    tabbed.element,
    make('div', { class: 'pg-parts' }, panels.write, panels.phone, panels.details),
  )
  const editor = createEditor(writing, keptInTab() ?? say(starterEn, starterKo), say, {
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

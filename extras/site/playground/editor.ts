import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import type * as Lint from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import {
  Decoration,
  drawSelection,
  EditorView,
  gutter,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { Diagnostic, Span, TextEdit } from '../../../src/diagnostic.ts'
import type { Say } from '../../../src/words/language.ts'
import type { Assistance } from './assist.ts'

/** The events of the editor. */
interface EditorEvents {
  /** The text is another one. */
  readonly onText: (source: string) => void
  /** Somebody asks what can be done about the line of the cursor. */
  readonly onActions: (line: number) => void
  /** Loads completion and hovers when the editor is first used. */
  readonly loadAssistance: () => Promise<Pick<Assistance, 'extension' | 'catchUp'>>
}

/** The highlighted parts of a line, by the name of the group; diagnostics come from compiling. */
const parts = new MatchDecorator({
  regexp:
    /(?<variable>#\{[^{}]*\})|(?<comment><!--.*?(?:-->|$)|^[ \t]*#(?: .*)?$)|(?<rule>^(?:---|```.*)$)|(?<heading>^#{1,6} .*$)|(?<key>^[ \t]*[a-z_]+(?=:(?: |$)))|(?<link>\]\([^)]*\))/g,
  decoration: ({ groups = {} }) => {
    const name = Object.keys(groups).find((key) => groups[key] !== undefined)
    return Decoration.mark({ class: `pg-is-${name}` })
  },
})

const highlighting = ViewPlugin.define(
  (view) => ({
    marks: parts.createDeco(view),
    update(update: ViewUpdate) {
      this.marks = parts.updateDeco(update, this.marks)
    },
  }),
  { decorations: ({ marks }) => marks },
)

/** Loads something once. Without a connection there is none; whoever asks next tries again. */
function unlessLoaded(load: () => Promise<void>): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    load().catch(() => (isAsked = false))
  }
}

/** Makes the editor with a message in an element of the page. */
export function createEditor(parent: HTMLElement, source: string, say: Say, events: EditorEvents) {
  const assistance = new Compartment()
  const lint = new Compartment()
  let lintModule: typeof Lint | undefined
  let latest: readonly Diagnostic[] = []
  // The marks of diagnostics are loaded with the first of them.
  const loadLint = unlessLoaded(async () => {
    lintModule = await import('@codemirror/lint')
    view.dispatch({ effects: lint.reconfigure(lintModule.lintGutter()) })
    editor.showDiagnostics(latest)
  })
  const assist = unlessLoaded(async () => {
    const { extension, catchUp } = await events.loadAssistance()
    view.dispatch({ effects: assistance.reconfigure(extension) })
    catchUp(view)
  })
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: source,
      extensions: [
        assistance.of([]),
        lineNumbers(),
        // As wide as the one that takes its place, so that the text stays where it is.
        lint.of(gutter({ class: 'cm-gutter-lint' })),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlighting,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': say('Message file', '메시지 파일'),
          'aria-describedby': 'pg-editor-hint',
          spellcheck: 'false',
          tabindex: '0',
        }),
        keymap.of([
          {
            key: 'Escape',
            // Until the editor is left: nobody has to hurry.
            run: (target) => {
              target.setTabFocusMode(true)
              return false
            },
          },
          {
            key: 'Mod-.',
            run: (target) => {
              events.onActions(target.state.doc.lineAt(target.state.selection.main.head).number)
              return true
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.domEventHandlers({
          focus: assist,
          pointerenter: assist,
          blur: (_, target) => target.setTabFocusMode(false),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.onText(update.state.doc.toString())
        }),
      ],
    }),
  })
  const clamped = ({ start, end }: Span): { from: number; to: number } => {
    const { length } = view.state.doc
    return { from: Math.min(start, length), to: Math.min(end, length) }
  }
  const editor = {
    view,
    source: (): string => view.state.doc.toString(),
    replaceAll(text: string): void {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } })
    },
    edit(edits: readonly TextEdit[]): void {
      view.dispatch({
        changes: edits.map(({ start, end, text }) => ({ ...clamped({ start, end }), insert: text })),
        userEvent: 'input.fix',
      })
    },
    showDiagnostics(diagnostics: readonly Diagnostic[]): void {
      latest = diagnostics
      if (lintModule === undefined) {
        if (diagnostics.length > 0) loadLint()
        return
      }
      const shown = diagnostics.map(({ start, end, severity, message, rule, fix }) => ({
        ...clamped({ start: start.offset, end: end.offset }),
        severity,
        message,
        source: rule,
        ...(fix && { actions: [{ name: say('Fix', '고치기'), apply: () => editor.edit(fix.edits) }] }),
      }))
      view.dispatch(lintModule.setDiagnostics(view.state, shown))
    },
    select(span: Span): void {
      const { from, to } = clamped(span)
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
      view.focus()
    },
  }
  return editor
}

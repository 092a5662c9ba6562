import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import { Prec } from '@codemirror/state'
import { type EditorView, hoverTooltip, keymap } from '@codemirror/view'
import { editorContext } from '../../../src/browser/editing.ts'
import type { CompileContext } from '../../../src/compile.ts'
import type { Diagnostic } from '../../../src/diagnostic.ts'
import { fixEverything, type MessageAction, quickFixes } from '../../../src/editor/actions.ts'
import { completionsAt, type MessageCompletion } from '../../../src/editor/completion.ts'
import { hoverAt } from '../../../src/editor/hover.ts'
import { type EditorContext, MessageText } from '../../../src/editor/message-text.ts'
import { make } from './elements.ts'
import { markdownElements } from './hover-text.ts'

// Loaded when somebody first turns to the editor.

/** The surroundings of the core of the editor. */
export interface AssistanceOptions {
  readonly compile: () => CompileContext
  readonly diagnostics: () => readonly Diagnostic[]
  /** Names of images that the page has. */
  readonly images: () => readonly string[]
  readonly ruleAddress: (rule: string) => string
}

export type Assistance = Awaited<ReturnType<typeof loadAssistance>>

/** Loads completion, hovers and actions. */
export async function loadAssistance(options: AssistanceOptions) {
  const { summaries: rules } = await (options.compile().lang === 'ko'
    ? import('playground:summaries-ko')
    : import('playground:summaries-en'))
  const context = (): EditorContext =>
    editorContext(options.compile(), {
      rules,
      list: () => options.images().map((name) => ({ name, isFolder: false })),
    })
  const hover = hoverTooltip((view, offset) => {
    const asked = context()
    const text = new MessageText(view.state.doc.toString(), asked)
    const said = hoverAt(text, { offset, diagnostics: options.diagnostics() }, asked)
    if (said === undefined) return null
    return {
      pos: said.span.start,
      end: said.span.end,
      above: true,
      create: () => ({ dom: make('div', { class: 'pg-hover' }, ...markdownElements(said.markdown, options)) }),
    }
  })
  return {
    extension: [
      autocompletion({ override: [(asked) => completions(asked, context())], icons: false }),
      // Before what the editor itself does with these keys.
      Prec.highest(keymap.of(completionKeymap)),
      hover,
    ],
    /** To be called once the extension is part of an editor. */
    catchUp,
    actionsOf: (source: string, diagnostic: Diagnostic): readonly MessageAction[] => {
      const at = { start: diagnostic.start.offset, end: diagnostic.end.offset }
      const asked = context()
      return quickFixes(new MessageText(source, asked), { diagnostics: [diagnostic], at }, asked)
    },
    fixEverything: (source: string): MessageAction | undefined => {
      const asked = context()
      return fixEverything(asked.lint(source), asked)
    },
  }
}

/** Offers variables to whoever began one while all this was loading: typing it asked nobody. */
function catchUp(view: EditorView): void {
  const { state, hasFocus } = view
  const { head } = state.selection.main
  if (hasFocus && /#\{[^{}]*$/.test(state.sliceDoc(state.doc.lineAt(head).from, head))) startCompletion(view)
}

const types: { readonly [K in MessageCompletion['kind']]: string } = {
  key: 'property',
  value: 'enum',
  variable: 'variable',
  file: 'text',
  folder: 'namespace',
  block: 'class',
  rule: 'keyword',
}

function completions({ state, pos, explicit }: CompletionContext, context: EditorContext): CompletionResult | null {
  const before = state.sliceDoc(state.doc.lineAt(pos).from, pos)
  // An empty line would offer something after every line break.
  if (!explicit && !/[\p{L}\p{N}_{(/:`-] ?$/u.test(before)) return null
  const found = completionsAt(new MessageText(state.doc.toString(), context), pos, context)
  const [first] = found
  if (first === undefined) return null
  const { start, end } = first.span
  return {
    from: start,
    to: end,
    filter: true,
    options: found.map(({ label, text, kind, detail, documentation }) => ({
      label,
      apply: text,
      type: types[kind],
      ...(detail !== undefined && { detail }),
      ...(documentation !== undefined && {
        info: () => make('div', { class: 'pg-hover' }, ...markdownElements(documentation)),
      }),
    })),
  }
}

import { compile, type CompileContext } from '../compile.ts'
import type { EditorContext, RuleSummary } from '../editor/message-text.ts'

/** The surroundings of an editor, beside those of compiling. */
export interface EditorOptions {
  /** Lists a folder that is typed relative to the message; empty when absent. */
  readonly list?: EditorContext['list']
  /** The pages about rules in short, by id; none when absent. */
  readonly rules?: { readonly [id: string]: RuleSummary }
}

/** Returns what completion, hovers and actions need beside the text of a message. */
export function editorContext(
  context: CompileContext,
  { list = () => [], rules = {} }: EditorOptions = {},
): EditorContext {
  const {
    lang = 'en',
    readings = { bytes: 'utf-8', characters: 'utf-16' },
    senders = [],
    plugins = [],
    values = {},
    path,
    image,
  } = context
  return {
    lang,
    readings,
    senders,
    plugins,
    values,
    path,
    image,
    list,
    rule: (id) => (Object.hasOwn(rules, id) ? rules[id] : undefined),
    lint: (source) => compile(source, { ...context, template: 'left out' }).diagnostics,
  }
}

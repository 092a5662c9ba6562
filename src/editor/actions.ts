import { shortened } from '../text/text.ts'
import type { Diagnostic, Span, TextEdit } from '../diagnostic.ts'
import { lineEndOf, lineStartOf } from '../rules/lines.ts'
import { edited, groupsApart } from '../rules/edits.ts'
import { sayIn, type Say } from '../words/language.ts'
import { type EditorContext, type MessageText, touches } from './message-text.ts'
import { declareVariable } from './variables.ts'
import { outlineOf } from './yaml-place.ts'

export interface MessageAction {
  readonly kind: 'quickfix' | 'source.fixAll.friendtalk'
  readonly title: string
  readonly edits: readonly TextEdit[]
  /** The diagnostic that it ends; absent for one of the whole file. */
  readonly diagnostic?: Diagnostic
  /** True if it is the one that an editor may make without a choice. */
  readonly isPreferred: boolean
}

/** The most diagnostics of one place that actions are offered for. */
const maxDiagnostics = 20

export function quickFixes(
  text: MessageText,
  { diagnostics, at }: { readonly diagnostics: readonly Diagnostic[]; readonly at: Span },
  context: EditorContext,
): readonly MessageAction[] {
  return diagnostics
    .filter(({ start, end }) => start.offset <= at.end && at.start <= end.offset)
    .slice(0, maxDiagnostics)
    .flatMap((diagnostic) => [
      ...fixOf(text, diagnostic, context),
      ...declarationOf(text, diagnostic, context),
      ...suppressionOf(text, diagnostic, context),
    ])
}

/** All safe fixes that lie apart; of those that overlap the others come with the next time. Undefined where there are none. */
export function fixEverything(diagnostics: readonly Diagnostic[], { lang }: EditorContext): MessageAction | undefined {
  const edits = groupsApart(diagnostics.flatMap(({ fix }) => (fix?.safe ? [fix.edits] : []))).flat()
  if (edits.length === 0) return undefined
  const title = sayIn(lang)('Fix everything that can be fixed safely', '안전하게 고칠 수 있는 것 모두 고치기')
  return { kind: 'source.fixAll.friendtalk', title, edits, isPreferred: false }
}

function fixOf({ source }: MessageText, diagnostic: Diagnostic, { lang }: EditorContext): MessageAction[] {
  const { fix, rule } = diagnostic
  if (fix === undefined) return []
  const say = sayIn(lang)
  const [only] = fix.edits
  const edit =
    fix.edits.length === 1 && only && editTitle(shown(source.slice(only.start, only.end)), shown(only.text), say)
  const title = edit || say(`Fix ${rule}`, `${rule} 고치기`)
  return [{ kind: 'quickfix', title, edits: fix.edits, diagnostic, isPreferred: fix.safe }]
}

/** Says what one replacement does; either text is empty where nothing stood or stands there. */
function editTitle(before: string, after: string, say: Say): string {
  if (before === '') return after === '' ? '' : say(`Insert "${after}"`, `"${after}" 넣기`)
  return after === ''
    ? say(`Remove "${before}"`, `"${before}" 지우기`)
    : say(`Replace "${before}" with "${after}"`, `"${before}" → "${after}"`)
}

/** A text as a title can show it; empty for one that cannot be shown on one line. */
function shown(text: string): string {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.trim()) ? '' : shortened(text.trim(), 40)
}

function declarationOf(text: MessageText, diagnostic: Diagnostic, { lang, lint }: EditorContext): MessageAction[] {
  if (diagnostic.rule !== 'variable-undeclared') return []
  const use = text.uses.find(({ span }) => touches(span, diagnostic.start.offset))
  const edit = use && declareVariable(text, use.name)
  if (use === undefined || edit === undefined) return []
  if (addedBy(edit, text, lint)(/^(?:yaml-|key-duplicate$)/) > 0) return []
  const title = sayIn(lang)(`Declare the variable "${use.name}"`, `변수 "${use.name}" 선언하기`)
  return [{ kind: 'quickfix', title, edits: [edit], diagnostic, isPreferred: diagnostic.fix === undefined }]
}

/** A directive above the line. It is offered only where it does what it says: inside a longer text of YAML it would be sent. */
function suppressionOf(text: MessageText, diagnostic: Diagnostic, { lang, lint }: EditorContext): MessageAction[] {
  const { rule } = diagnostic
  const say = sayIn(lang)
  const edit = directiveAbove(text, diagnostic, say('TODO: say why', '할 일: 이유를 적으세요'))
  if (edit === undefined) return []
  const added = addedBy(edit, text, lint)
  const isGone = added(new RegExp(`^${rule}$`)) < 0
  const isWorse = added(/^(?:suppression-|yaml-|form-mistyped$)/) > 0
  if (!isGone || isWorse) return []
  const title = say(`Suppress ${rule} here, with a reason`, `이유를 적고 여기서 ${rule} 끄기`)
  return [{ kind: 'quickfix', title, edits: [edit], diagnostic, isPreferred: false }]
}

/** Tells how many diagnostics more an edit leaves of the rules whose ids a pattern finds. */
function addedBy(edit: TextEdit, { source }: MessageText, lint: EditorContext['lint']): (rules: RegExp) => number {
  const [before, after] = [lint(source), lint(edited(source, [edit]))]
  const count = (found: readonly Diagnostic[], rules: RegExp): number =>
    found.filter(({ rule }) => rules.test(rule)).length
  return (rules) => count(after, rules) - count(before, rules)
}

function directiveAbove(text: MessageText, { start, rule }: Diagnostic, reason: string): TextEdit | undefined {
  const { source, document, regions } = text
  const at = lineStartOf(source, start.offset)
  const ending = /\r\n|\n|\r/.exec(source)?.[0] ?? '\n'
  const directive = `friendtalk-disable-next-line ${rule} -- ${reason}`
  const region = regions.find(({ content }) => content.start <= at && at < content.end)
  if (region === undefined) {
    const block = document.lines.find((line) => line.type === 'block' && touches(line.span, start.offset))
    const isFrontmatter = document.frontmatter !== undefined && at < document.frontmatter.span.end
    if (block !== undefined && at !== block.span.start) return undefined
    return isFrontmatter ? undefined : { start: at, end: at, text: `<!-- ${directive} -->${ending}` }
  }
  const line = source.slice(at, lineEndOf(source, at))
  const isKey = outlineOf(source, region).some(({ keySpan }) => lineStartOf(source, keySpan.start) === at)
  if (!isKey) return undefined
  return { start: at, end: at, text: `${/^[ \t]*/.exec(line)?.[0] ?? ''}# ${directive}${ending}` }
}

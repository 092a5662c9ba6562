import type { Fix, TextEdit } from '../diagnostic.ts'
import type { RecipientArgs, RuleId, Violation, ViolationArgs } from '../violation.ts'
import type { Language, Wording } from '../words/language.ts'
import type { Finding } from './finding.ts'
import { blocksFindings } from './findings/blocks.ts'
import { configFindings } from './findings/config.ts'
import { fileFindings } from './findings/file.ts'
import { imagesFindings } from './findings/images.ts'
import { linksFindings } from './findings/links.ts'
import { recipientsFindings } from './findings/recipients.ts'
import { structureFindings } from './findings/structure.ts'
import { suppressionsFindings } from './findings/suppressions.ts'
import { variablesFindings } from './findings/variables.ts'
import { yamlFindings } from './findings/yaml.ts'
import { lineBreakOf } from './source-text.ts'

const all: { readonly [R in keyof (ViolationArgs & RecipientArgs)]: Finding<(ViolationArgs & RecipientArgs)[R]> } = {
  ...fileFindings,
  ...yamlFindings,
  ...linksFindings,
  ...imagesFindings,
  ...blocksFindings,
  ...structureFindings,
  ...variablesFindings,
  ...suppressionsFindings,
  ...configFindings,
  ...recipientsFindings,
}

const everyFinding: readonly Finding<never>[] = Object.values<Finding<never>>(all)

/** About the values of recipients in a message: they are reported with it. */
const ofMessages: ReadonlySet<string> = new Set<RuleId>([
  'recipient-link-invalid',
  'recipient-overflow',
  'recipient-text-empty',
  'recipients-not-read',
])

/** What is found while messages and what surrounds them are read. */
export const reportedRules: readonly Finding<never>[] = everyFinding.filter(({ id }) => !isOfRecipients(id))

export const recipientRules: readonly Finding<never>[] = everyFinding.filter(({ id }) => isOfRecipients(id))

function isOfRecipients(id: string): boolean {
  return all[id as RuleId].subject === 'recipients' && !ofMessages.has(id)
}

export function reportedRule(id: RuleId): Finding<never> {
  return all[id]
}

export function recipientRule(id: keyof RecipientArgs): Finding<never> {
  return all[id]
}

/** Whether it keeps nothing from being compiled or sent; a configuration may set its severity. */
export function isWarning(rule: RuleId): boolean {
  return reportedRule(rule).severity === 'warning'
}

export function violationWording({ rule, args }: Violation, language: Language): Wording {
  // The arguments of a violation are those of its rule.
  return reportedRule(rule).words[language](args as never)
}

/** Says in a language what is wrong with recipients. */
export function recipientWording(
  { rule, args }: { readonly rule: keyof RecipientArgs; readonly args: object },
  language: Language,
): Wording {
  return recipientRule(rule).words[language](args as never)
}

/** Returns the changes that build what was meant, where that is clear or likely. */
export function fixOf({ rule, span, args, fix }: Violation, source: string): Fix | undefined {
  if (fix) return { ...fix, edits: withLineBreaks(fix.edits, source) }
  return reportedRule(rule).fix?.(args as never, { span, text: source.slice(span.start, span.end) })
}

/** Edits of which the line breaks are those of the file. */
function withLineBreaks(edits: readonly TextEdit[], source: string): readonly TextEdit[] {
  const lineBreak = lineBreakOf(source)
  return edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, lineBreak) }))
}

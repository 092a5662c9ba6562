import { severityOfFault } from '../fault.ts'
import { blockRules } from './catalog/blocks.ts'
import { directiveRules } from './catalog/directives.ts'
import { fileRules } from './catalog/files.ts'
import { frontmatterRules } from './catalog/frontmatter.ts'
import { imageRules } from './catalog/images.ts'
import { linkRules } from './catalog/links.ts'
import type { ReaderRule, ReaderRuleInfo } from './catalog/reader-rule.ts'
import { recipientRules } from './catalog/recipients.ts'
import { structureRules } from './catalog/structure.ts'
import { valueRules } from './catalog/values.ts'
import { variableRules } from './catalog/variables.ts'
import { yamlRules } from './catalog/yaml.ts'
import type { RuleInfo } from './rule.ts'
import { rules } from './rules/index.ts'

const entries = [
  ...fileRules,
  ...yamlRules,
  ...frontmatterRules,
  ...valueRules,
  ...variableRules,
  ...structureRules,
  ...blockRules,
  ...linkRules,
  ...imageRules,
  ...recipientRules,
  ...directiveRules,
] as const

type Entries = readonly { readonly id: ReaderRule }[]

/** The ids that stand in a list more than once. */
type Repeated<List extends Entries, Seen = never, Found = never> = List extends readonly [
  infer First extends Entries[number],
  ...infer Rest extends Entries,
]
  ? Repeated<Rest, Seen | First['id'], First['id'] extends Seen ? Found | First['id'] : Found>
  : Found

/** What a list of all rules must be; where it is not, the compiler names the ids that are missing or repeated. */
type Complete<List extends Entries> = [Exclude<ReaderRule, List[number]['id']> | Repeated<List>] extends [never]
  ? readonly ReaderRuleInfo[]
  : { readonly missing: Exclude<ReaderRule, List[number]['id']>; readonly repeated: Repeated<List> }

/** Every rule of the reader of messages and of what surrounds it. */
export const readerRules: readonly RuleInfo[] = (entries satisfies Complete<typeof entries>).map((entry) => ({
  ...entry,
  severity: severityOfFault(entry.id),
}))

/** Every rule of messages, sorted by id. */
export const allRules: readonly RuleInfo[] = [...rules, ...readerRules].toSorted((a, b) => (a.id < b.id ? -1 : 1))

import { type Kind, kindFacts, kinds } from '../contract/kinds.ts'
import type { Fix, Span } from '../diagnostic.ts'
import { type RuleId, type Violation, violation } from '../violation.ts'
import type { Document } from '../dialect/document.ts'
import { lineAround } from '../dialect/near-miss/body.ts'
import { blockViolation } from '../dialect/near-miss/block-ends.ts'
import { holdsOddCharacters } from '../dialect/near-miss/characters.ts'
import { frontmatterNearMisses, strayLines } from '../dialect/near-miss/frontmatter.ts'
import { lineNearMisses, suspicious } from '../dialect/near-miss/lines.ts'
import { belowFrontmatter } from '../dialect/near-miss/settings-in-body.ts'
import { type YamlKeys, yamlNearMisses } from '../dialect/near-miss/yaml.ts'
import { parse } from '../dialect/parse.ts'
import { Revision } from '../dialect/revision.ts'
import { blockKeys } from './block.ts'
import type { Message, MessageContext } from './message.ts'
import { type Draft, draftOf } from './draft.ts'
import { frontmatterKeys } from './frontmatter.ts'
import { readMessage } from './read.ts'
import { variableViolations } from './variables.ts'

/** A message as it was likely meant, and what is wrong with the way it is written. */
export interface Meaning {
  /** The file as it is, or with what is mistyped in it fixed. */
  readonly document: Document
  /** How `document` came from the file. */
  readonly revision: Revision
  readonly message?: Message
  readonly draft?: Draft
  /** Everything that is wrong, at its place in the file, in no order. */
  readonly violations: readonly Violation[]
}

/** Returns the changes that build what was meant by a violation, where that is clear or likely. */
export type FixOf = (violation: Violation, source: string) => Fix | undefined

/** Mistakes that hide others are few: the rest of very many shows once these are fixed. */
const maxRounds = 6

/** Violations of the reader that others follow from. */
const spoiling: ReadonlySet<RuleId> = new Set<RuleId>([
  'key-unknown',
  'value-not-allowed',
  'block-unknown',
  'link-without-scheme',
  'variable-written-otherwise',
  'variable-unclosed',
  'form-mistyped',
  'look-alike-character',
])

/** Violations of a body that are reported at its kind. */
const ofBody: ReadonlySet<RuleId> = new Set<RuleId>([
  'header-missing',
  'image-missing',
  'items-missing',
  'text-missing',
])

/**
 * Reads a document. Where something is mistyped the rest is read as if it were not, so that errors which merely follow
 * from a mistake are not reported.
 */
export function readAsMeant(file: Document, context: MessageContext, fixOf: FixOf): Meaning {
  const fixer = new Fixer(file, fixOf)
  fixer.fixAll((document) => structuralNearMisses(document, kindOf(document)))
  for (;;) {
    const { document } = fixer
    const { message, violations: read } = readMessage(document, context)
    const draft = message && draftOf(message)
    const ofVariables = message && draft ? variableViolations(message, draft, document) : []
    const violations = ofVariables.length === 0 ? read : [...read, ...ofVariables]
    const isFixed = violations.length > 0 && fixer.fix(violationsToFix(document, message, violations))
    if (!isFixed) {
      const { revision } = fixer
      return {
        document,
        revision,
        violations: fixer.told(violations),
        ...(message && { message }),
        ...(draft && { draft }),
      }
    }
    fixer.fixAll((fixed) => structuralNearMisses(fixed, message?.kind ?? kindOf(fixed)))
  }
}

/** A document, and what is fixed in it so far. */
class Fixer {
  document: Document
  revision: Revision
  /** What was fixed, at its place in the file; nothing where a fix had put it there. */
  readonly #told = new Map<string, Violation | undefined>()
  readonly #fixOf: FixOf
  #rounds = 0

  constructor(document: Document, fixOf: FixOf) {
    this.document = document
    this.#fixOf = fixOf
    this.revision = Revision.of(document.source)
  }

  /** Fixes what is found until nothing is. */
  fixAll(find: (document: Document) => readonly Violation[]): void {
    while (this.fix(find(this.document)));
  }

  /** @returns whether anything could be fixed that was not told before */
  fix(found: readonly Violation[]): boolean {
    if (found.length === 0 || this.#rounds >= maxRounds) return false
    const { source } = this.document
    const edits: Fix['edits'][] = []
    for (const one of found) {
      const fix = this.#fixOf(one, source)
      const key = this.#keyOf(one)
      if (fix === undefined || this.#told.has(key)) continue
      this.#told.set(key, this.#isPut(one) ? undefined : this.#placed(one, fix))
      edits.push(fix.edits)
    }
    if (edits.length === 0) return false
    this.#rounds++
    this.revision = this.revision.edited(edits)
    this.document = parse(this.revision.source)
    return true
  }

  /** What was fixed and what is left, at its place in the file. */
  told(left: readonly Violation[]): readonly Violation[] {
    if (!this.revision.isEdited) return left
    const { source } = this.document
    const fixed = [...this.#told.values()].filter((told) => told !== undefined)
    const links = fixed.filter(isUnclosedLink).map(({ span }) => span)
    links.sort((one, other) => one.start - other.start)
    // What a fix adds, and the link that it closes, shows once that is fixed.
    const isAbout = (one: Violation): boolean => touchesOne(this.revision.spanBefore(one.span), links)
    const rest = left.filter((one) => !this.#told.has(this.#keyOf(one)) && !this.#isPut(one) && !isAbout(one))
    return [...fixed, ...rest.map((one) => this.#placed(one, this.#fixOf(one, source)))]
  }

  /** Whether all of a violation's place is what a fix has put there. */
  #isPut({ span }: Pick<Violation, 'span'>): boolean {
    const { start, end } = this.revision.spanBefore(span)
    return start === end && span.start < span.end
  }

  #keyOf({ rule, span }: Violation): string {
    const { start, end } = this.revision.spanBefore(span)
    return `${rule} ${start} ${end}`
  }

  /** A violation at its place in the file. A fix that touches what is fixed already comes when that is done. */
  #placed({ rule, span, args, hasOtherMeaning }: Violation, fix: Fix | undefined): Violation {
    const edits = fix && !hasOtherMeaning && this.revision.editsBefore(fix.edits)
    const found = violation(rule, this.revision.spanBefore(span), args as never)
    return { ...found, fix: { safe: fix?.safe ?? false, edits: edits || [] } }
  }
}

/** Whether a span touches one of others, which are in order and apart from each other. */
function touchesOne({ start, end }: Span, others: readonly Span[]): boolean {
  let [from, to] = [0, others.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((others[middle]?.start ?? 0) <= end) from = middle + 1
    else to = middle
  }
  const last = others[from - 1]
  return last !== undefined && last.end >= start
}

function isUnclosedLink({ rule, args }: Violation): boolean {
  return rule === 'form-mistyped' && args.slip.type === 'missing' && args.slip.expected.endsWith(')')
}

const plainKind = /^kind:[ \t]+["']?([a-z-]+)["']?[ \t]*$/m

/** The kind that the frontmatter names, where nothing is mistyped in it. */
function kindOf({ source, frontmatter }: Document): Kind | undefined {
  const name = frontmatter && plainKind.exec(source.slice(frontmatter.content.start, frontmatter.content.end))?.[1]
  return kinds.find((kind) => kind === name)
}

/** What a setting below the frontmatter starts with: nearly all files have none, and need nothing more to be loaded. */
const keyBelow = /\s*(?:---[ \t]*[\r\n]\s*)?[a-z_]+[ \t]*:|[ \t]*[\r\n]+[ \t]+[^\s:]+[ \t]?:/y

/** What is mistyped in the lines of a document, as far as they show it without being read. */
function structuralNearMisses(document: Document, kind: Kind | undefined): readonly Violation[] {
  const { source, frontmatter, lines } = document
  if (frontmatter === undefined) return frontmatterNearMisses(document, frontmatterKeys.own)
  const { end } = frontmatter.span
  keyBelow.lastIndex = end
  const mayBeBelow = keyBelow.test(source) || source.includes('kind', end)
  const found = mayBeBelow ? belowFrontmatter(source, frontmatter) : []
  const yaml = (content: Span, keys: YamlKeys): void => {
    if (!holdsOddCharacters(source, content)) return
    for (const one of yamlNearMisses(source, content, keys)) found.push(one)
  }
  yaml(frontmatter.content, frontmatterKeys)
  if (kind === undefined) return found
  for (const one of lineNearMisses(document, kind)) found.push(one)
  const hasItems = kindFacts[kind].repeats !== undefined
  for (const line of lines) {
    if (line.type !== 'block' || !line.closed) continue
    const one = blockViolation(line, source, hasItems)
    if (one) found.push(one)
    else yaml(line.content, blockKeys)
  }
  return found
}

/** What may have led to some violations: near misses in the YAML that has them, or the violations that others follow from. */
function violationsToFix(
  document: Document,
  message: Message | undefined,
  violations: readonly Violation[],
): readonly Violation[] {
  const { source, frontmatter, lines } = document
  const found: Violation[] = []
  const isOfFrontmatter = (one: Violation): boolean =>
    frontmatter !== undefined &&
    (one.rule === 'variable-undeclared'
      ? mayDeclare(source, frontmatter.content, one.args.name)
      : isIn(one.span, frontmatter.span) && !ofBody.has(one.rule))
  if (frontmatter && violations.some(isOfFrontmatter)) {
    for (const one of frontmatterNearMisses(document, frontmatterKeys.own)) found.push(one)
    // Lines that another one closes too late are no YAML.
    if (found.length === 0) {
      for (const one of yamlNearMisses(source, frontmatter.content, frontmatterKeys)) found.push(one)
    }
    if (found.length === 0) for (const one of strayLines(source, frontmatter.content)) found.push(one)
  }
  for (const line of message === undefined ? [] : lines) {
    if (line.type !== 'block' || !line.closed) continue
    const { content } = line
    if (!violations.some((one) => isIn(one.span, content) && !isMisspelt(one))) continue
    for (const one of yamlNearMisses(source, content, blockKeys)) found.push(one)
  }
  return found.length > 0 ? found : violations.filter((one) => spoiling.has(one.rule) && isSpoiling(one, source))
}

/** Whether a line may declare a variable that is mistyped so that YAML reads a comment. */
function mayDeclare(source: string, content: Span, name: string): boolean {
  return holdsOddCharacters(source, content) || source.slice(content.start, content.end).includes(name)
}

/** Whether a word is known to be another: then nothing else is wrong with its line. */
function isMisspelt({ rule, args }: Violation): boolean {
  return rule === 'key-unknown' && args.suggestion !== undefined
}

function isIn(span: Span, { start, end }: Span): boolean {
  return span.start >= start && span.start <= end
}

/** Whether others follow: of a key in a block only that it is missing, which is not reported beside it. */
function isSpoiling(found: Violation, source: string): boolean {
  if (found.isReadAsMeant) return isOdd(source, found.span)
  if (found.rule === 'key-unknown')
    return ['frontmatter', 'vars', 'variable', 'failback_data'].includes(found.args.where)
  return found.rule !== 'value-not-allowed' || found.args.key === 'kind'
}

/** Whether there may be more in the line of a span that shows only once all of it is fixed. */
function isOdd(source: string, span: Span): boolean {
  const line = lineAround(source, span)
  return suspicious.test(line) || line.includes('@')
}

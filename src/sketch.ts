import type { Kind } from './contract/contracts.ts'
import { countBytes, overlongMarks } from './text/text.ts'
import type { Span } from './diagnostic.ts'
import { maxFileBytes } from './compile.ts'
import { parse } from './language/parse.ts'
import type { Message, MessageContext } from './message/message.ts'
import { type Draft, draftOf, sourceMap } from './message/draft.ts'
import { readMessage } from './message/read.ts'
import type { Renderable } from './message/render.ts'
import { usedVariables, variableViolations } from './message/variables.ts'

/** A message as far as its file says it, for drawing alone: nothing that is made of it may be sent. */
export interface Sketch {
  readonly kind: Kind
  readonly message: Message
  readonly draft: Draft
  /** The payload as far as it is known; it may break any limit and lack any field. */
  readonly template: Renderable
  /** JSON Pointer of each value in the payload → its span in the source without a byte order mark. */
  readonly map: ReadonlyMap<string, Span>
  /** The source without a byte order mark. */
  readonly source: string
  /** True if the file could be read as a whole: what is wrong with it is drawn as it stands, or left out. */
  readonly isWhole: boolean
}

/** Reads a message for drawing; undefined where not even its kind is known. Pure; never throws for what a source says. */
export function sketch(source: string, context: MessageContext): Sketch | undefined {
  if (countBytes(source, 'utf-8') > maxFileBytes) return undefined
  const document = parse(source)
  if (overlongMarks(document.source).length > 0) return undefined
  const { message, violations } = readMessage(document, context)
  if (message === undefined) return undefined
  const draft = draftOf(message)
  const all = [...violations, ...variableViolations(message, draft, context.values)]
  const declared = new Set(message.variables.map(({ name }) => name))
  return {
    kind: message.kind,
    message,
    draft,
    // Rendering takes any record of texts, lists and mappings, and so does drawing.
    template: {
      service_id: message.kind,
      payload: draft.payload,
      // One that is not declared has no value: it is drawn as it was typed.
      variables: usedVariables(message, draft).filter(({ name }) => declared.has(name)),
    },
    map: sourceMap(draft.payload, draft.spans),
    source: document.source,
    isWhole: !all.some(({ rule }) => hiding.has(rule)),
  }
}

/** A file that goes wrong here is not read to its end; without a frontmatter that can be read there is no sketch at all. */
const hiding: ReadonlySet<string> = new Set(['block-unclosed', 'comment-unclosed'])

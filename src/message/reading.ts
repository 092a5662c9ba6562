import type { Contract, KindFacts } from '../contract/contract.ts'
import type { Kind } from '../contract/contracts.ts'
import type { Span } from '../diagnostic.ts'
import type { RuleId, Violation, ViolationArgs } from '../violation.ts'
import type { MessageContext } from './message.ts'

/** One reading of a message: its source, its surroundings, and what is found wrong. */
export interface Reading {
  readonly source: string
  readonly context: MessageContext
  /** In no order. */
  readonly violations: Violation[]
  /** Adds a violation. */
  readonly report: <R extends RuleId>(rule: R, span: Span, args: ViolationArgs[R]) => undefined
}

/** The reading of a body, whose kind is known. */
export interface BodyReading extends Reading {
  readonly kind: Kind
  readonly facts: KindFacts
  readonly contract: Contract
}

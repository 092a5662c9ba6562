import type { JsonSchema } from '../text/json-schema.ts'
import type { Contract, KindFacts, TextState } from './contract.ts'
import { brandMessage } from './brand-message/brand-message.ts'
import { friendTalk } from './friend-talk/friend-talk.ts'
import { type Kind, kindFacts, type Upload } from './kinds.ts'

export const contracts: readonly Contract[] = [friendTalk, brandMessage]

export { codeOf } from './codes.ts'
export { oneLine as oneLineFields } from './common-words.ts'
export type { Kind, PayloadOf, Upload } from './kinds.ts'

/** The kinds of messages, which become `service_id`. */
export const kinds = Object.keys(kindFacts) as readonly Kind[]

/** The beginning of a kind, as a regular expression. */
export const kindStart = `(?:${[...new Set(kinds.map((kind) => kind.replace(/-.*/, '')))].join('|')})-`

export const uploads = contracts.flatMap((contract) => Object.keys(contract.images)) as readonly Upload[]

const byKind: ReadonlyMap<string, Contract> = new Map(
  contracts.flatMap((contract) => Object.keys(contract.kinds).map((kind) => [kind, contract])),
)

/** The service of a target that names none. */
export const defaultService = friendTalk.id

/** The hours in which any service restricts sending, told where no service is meant. */
export const restrictedHours = {
  from: contracts.map(({ hours }) => hours.restrictedFrom).reduce((a, b) => (a < b ? a : b)),
  until: contracts.map(({ hours }) => hours.restrictedUntil).reduce((a, b) => (a > b ? a : b)),
}

export function contractNamed(service: string): Contract {
  const contract = contracts.find(({ id }) => id === service)
  if (contract === undefined) throw new Error(`There is no service ${service}.`)
  return contract
}

export function contractOf(kind: Kind): Contract {
  const contract = byKind.get(kind)
  if (contract === undefined) throw new Error(`No service has messages of the kind ${kind}.`)
  return contract
}

export function factsOf(kind: Kind): KindFacts {
  return kindFacts[kind]
}

/** Returns the JSON Schema of the payload of a kind. */
export function payloadSchema(kind: Kind, texts: TextState): JsonSchema {
  return contractOf(kind).schema(kind, texts)
}

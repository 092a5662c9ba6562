import { wordsOf } from '../words/language.ts'
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../text/json-schema.ts'
import { validatorOf } from '../validator.ts'
import type { CheckedMessage, CheckedText, Contract } from '../contract/contract.ts'
import { contractOf, factsOf, type Kind } from '../contract/contracts.ts'
import { holdsBeside, limitsAt } from '../contract/limits.ts'
import { escapePointer } from '../text/json-text.ts'
import { countBytes, countCharacters, unitInForce } from '../text/text.ts'
import type { InboxMessage } from '../web/inbox/page-data.ts'
import type { EmulatedService } from './service.ts'
import type { CommonSettings } from './settings.ts'

/** A mistake at a JSON Pointer, and the code of its answer. */
export type Wrong = InboxMessage['findings'][number]

/** Returns the errors without those of one of several shapes: the value may have been meant to have another. */
export function wholeErrors(errors: readonly ErrorObject[] | null | undefined): readonly ErrorObject[] {
  const failed = (errors ?? []).filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  return (errors ?? []).filter(
    ({ schemaPath }) => !failed.some((alternatives) => schemaPath.startsWith(`${alternatives.schemaPath}/`)),
  )
}

/**
 * The answers of a service to errors of a schema. The first row that fits decides; without a code nothing is wrong.
 * An error is its keyword and the type of the value: `enum string`.
 */
export type SchemaAnswers = readonly (readonly [
  error: RegExp,
  place: RegExp,
  code: string | undefined,
  reason?: string,
])[]

/** Returns the check of a value against the schema of a kind. */
export function schemaCheck<K extends Kind>(
  kinds: readonly K[],
  schemaOf: (kind: K) => JsonSchema,
  answers: SchemaAnswers,
): (kind: K, value: unknown) => readonly Wrong[] {
  const validators = new Map(kinds.map((kind) => [kind, validatorOf(schemaOf(kind), { strict: false })]))
  return (kind, value) => {
    const validate = validators.get(kind)?.()
    return validate === undefined || validate(value)
      ? []
      : wholeErrors(validate.errors).flatMap((error) => wrongOf(error, answers) ?? [])
  }
}

function wrongOf({ keyword, instancePath, params, ...error }: ErrorObject, answers: SchemaAnswers): Wrong | undefined {
  const missing = params['missingProperty'] as string | undefined
  const name = missing ?? (params['additionalProperty'] as string | undefined)
  const pointer = name === undefined ? instancePath : `${instancePath}/${escapePointer(name)}`
  const named = `${keyword} ${error.data === null ? 'null' : typeof error.data}`
  const [, , code, reason] = answers.find(([about, place]) => about.test(named) && place.test(pointer)) ?? []
  const usual = keyword === 'required' ? `${missing} is missing` : (error.message ?? 'is wrong')
  return code === undefined ? undefined : { code, pointer, reason: reason ?? usual }
}

export const mobileNumber = /^01[016789]\d{7,8}$/

/** Deeper than any field of an interface. */
export const maxDepth = 10

/** Holds texts, lists and numbers against the limits of the interface. Rows without a code have the usual one. */
export function brokenLimits(
  kind: Kind,
  { limits }: CommonSettings,
  message: object,
  usualCode: string,
): readonly Wrong[] {
  const broken: Wrong[] = []
  const visit = (value: unknown, pointer: string, siblings: object, depth: number): void => {
    if (depth === maxDepth || value === null || !['string', 'number', 'object'].includes(typeof value)) return
    for (const row of limitsAt(kind, pointer)) {
      const { tier, unit, min = 0, max = Number.POSITIVE_INFINITY, code = usualCode } = row
      const count = tier === 'interface' && holdsBeside(row, { ...siblings }) ? countOf(value, unit, limits) : undefined
      if (count === undefined || (count >= min && count <= max)) continue
      const allowed = count < min ? `at least ${min} are needed` : `${max} are allowed`
      broken.push({ pointer, code, reason: `is ${count} ${unitInForce(unit, limits)}; ${allowed}` })
    }
    if (typeof value !== 'object') return
    for (const name in value) visit((value as never)[name], `${pointer}/${escapePointer(name)}`, value, depth + 1)
  }
  visit(message, '', {}, 0)
  return broken
}

type Counting = CommonSettings['limits']

const textCounts: { readonly [unit: string]: (text: string, counting: Counting) => number } = {
  bytes: (text, { bytes }) => countBytes(text, bytes),
  characters: (text, { characters }) => countCharacters(text, characters),
  breaks: (text) => text.split('\n').length - 1,
}

/** Counts a text or a list; undefined where the unit is none of its own. */
function countOf(value: unknown, unit: string, counting: Counting): number | undefined {
  if (typeof value === 'string') return textCounts[unit]?.(value, counting)
  if (unit === 'value') return typeof value === 'number' ? value : undefined
  return Array.isArray(value) && textCounts[unit] === undefined ? value.length : undefined
}

/** Returns every text of a payload, in its order. */
export function textsIn(contract: Contract, value: unknown, pointer = ''): readonly CheckedText[] {
  if (typeof value === 'string') {
    return [{ pointer, role: contract.roleOf(pointer), text: value, template: value, hasVariable: false }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => textsIn(contract, one, `${pointer}/${escapePointer(key)}`))
}

/** Finds addresses of images that are not there, or were uploaded for another place. */
export function wrongImages(
  { images }: EmulatedService,
  kind: Kind,
  payload: object,
  codes: { readonly missing: string; readonly other: string },
): readonly Wrong[] {
  const { upload, uploadOfFirst = upload } = factsOf(kind)
  if (upload === undefined) return []
  const addresses = textsIn(contractOf(kind), payload).filter(({ role }) => role === 'image')
  return addresses.flatMap(({ pointer, text: url }) => {
    const image = images.find(url)
    if (image === undefined)
      return [{ code: codes.missing, pointer, reason: 'no image was uploaded that has this URL' }]
    if (images.isExpired(image))
      return [{ code: codes.missing, pointer, reason: 'the image has expired and is deleted' }]
    const wanted = /\/list\/0\/[^/]+$/.test(pointer) ? uploadOfFirst : upload
    const reason = `the image was uploaded with ${image.upload}, not for ${kind}`
    return image.upload === wanted ? [] : [{ code: codes.other, pointer, reason }]
  })
}

/** Runs the checks that a contract has beside its schema and rows. */
export function refusedBy(
  { images, settings }: EmulatedService,
  kind: Kind,
  payload: object,
  usualCode: string,
): readonly Wrong[] {
  const contract = contractOf(kind)
  const texts = textsIn(contract, payload)
  const message: CheckedMessage = {
    kind,
    payload,
    content: contract.read(kind, payload),
    texts,
    images: texts.flatMap(({ pointer, text: url }) => {
      const image = images.find(url)
      return image === undefined ? [] : [{ pointer, width: image.widthPx, height: image.heightPx }]
    }),
    fits: (value, unit, max) => (countOf(value, unit, settings.limits) ?? 0) <= max,
  }
  const found: Wrong[] = []
  for (const { check, en, ko } of contract.checks.filter(({ tier }) => tier === 'interface')) {
    const words = wordsOf({ en, ko })
    check(message, ({ pointer, args, code = usualCode }) =>
      found.push({ code, pointer, reason: words.en(args).message }),
    )
  }
  return found
}

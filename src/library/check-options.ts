import { byteReadings, characterReadings } from '../contract/text.ts'
import { suggestionFor } from '../language/nearest.ts'
import { UsageError } from '../project/usage-error.ts'
import { configurableRules, ruleIds } from '../rules/run.ts'
import { isLanguage, type Language } from '../words/language.ts'
import type { OptionForm } from '../words/option-problem.ts'

/** What each option of a call takes. */
export type OptionForms<T> = { readonly [K in keyof Required<T>]: OptionForm }

/**
 * Checks the options of a call: not every caller has types.
 *
 * @param needed options that have to be there
 * @throws UsageError for what is no object, for an option that there is not, for one of another form and for a missing one
 */
export function checkOptions<T extends object>(
  options: T,
  forms: OptionForms<T>,
  needed: readonly (keyof T & string)[] = [],
): void {
  if (!isObject(options)) throw new UsageError({ type: 'not-options' })
  const known = Object.keys(forms)
  for (const [option, value] of Object.entries(options)) {
    if (!Object.hasOwn(forms, option)) {
      throw new UsageError({ type: 'option-unknown', option, known, ...suggestionFor(option, known) })
    }
    const takes = forms[option as keyof T]
    if (value !== undefined && !fits(value, takes)) throw new UsageError({ type: 'option-wrong', option, takes })
  }
  for (const option of needed) {
    if (options[option] === undefined) throw new UsageError({ type: 'option-missing', option })
  }
}

/** @throws UsageError for an argument that is no text, or an empty one where that is none */
export function checkText(name: string, value: unknown, takes: 'text' | 'source' = 'text'): void {
  if (!fits(value, takes)) throw new UsageError({ type: 'option-wrong', option: name, takes })
}

/** Returns the language that options ask for, whatever they are. */
export function languageAsked(options: unknown): Language | undefined {
  const lang = isObject(options) && 'lang' in options ? options.lang : undefined
  return typeof lang === 'string' && isLanguage(lang) ? lang : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fits(value: unknown, form: OptionForm): boolean {
  switch (form) {
    case 'text':
      return isText(value)
    case 'texts':
      return Array.isArray(value) && value.every(isText)
    case 'recipients':
      return isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isObject))
    case 'switch':
      return typeof value === 'boolean'
    case 'function':
      return typeof value === 'function'
    case 'signal':
      return value instanceof AbortSignal
    case 'language':
      return typeof value === 'string' && isLanguage(value)
    case 'time':
      return isText(value) || (value instanceof Date && !Number.isNaN(value.getTime()))
    case 'limit':
      return Number.isInteger(value) && Number(value) > 0
    case 'source':
      return typeof value === 'string'
    case 'list':
      return Array.isArray(value)
    case 'readings':
      return isReadings(value)
    case 'severities':
      return isObject(value) && Object.entries(value).every(isSetting)
    case 'template':
      return value === 'made' || value === 'left out'
    case 'new-ledger':
      return typeof value === 'boolean' || isText(only(value, 'reason'))
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isReadings(value: unknown): boolean {
  if (!isObject(value)) return false
  const { bytes, characters } = value as { readonly [key: string]: unknown }
  return byteReadings.some((one) => one === bytes) && characterReadings.some((one) => one === characters)
}

/** Rules of the interface and of the language keep their severity; ids that are not friendtalk's are those of plugins. */
function isSetting([rule, severity]: readonly [string, unknown]): boolean {
  const isOwn = ruleIds.has(rule)
  return (configurableRules.has(rule) || !isOwn) && ['off', 'warning', 'error'].some((one) => one === severity)
}

/** Returns the value of the only key of an object. */
function only(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== key) return undefined
  return (value as { readonly [key: string]: unknown })[key]
}

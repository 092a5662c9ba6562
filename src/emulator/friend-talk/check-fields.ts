import type { SendCode } from '../../contract/friend-talk/codes.ts'
import type { LimitRow, Presence } from '../../contract/contract.ts'
import type { Kind } from '../../contract/contracts.ts'
import { limitsOf } from '../../contract/limits.ts'
import { countBytes, countCharacters, unitInForce } from '../../text/text.ts'
import type { StoredImage } from '../controls.ts'
import type { EmulatorSettings } from '../options.ts'
import { isRecord, type JsonRecord } from '../record.ts'

/** What is wrong with a message, at a JSON Pointer into it. */
export interface FieldDiagnostic {
  readonly code: SendCode
  readonly pointer: string
  readonly reason: string
}

/** One check of one message; `found` and `ignored` are filled. */
export interface Check {
  readonly kind: Kind
  readonly settings: EmulatorSettings
  readonly image: (url: string) => StoredImage | undefined
  /** Milliseconds since 1970, of the emulator's clock. */
  readonly now: number
  readonly found: FieldDiagnostic[]
  /** Pointers of fields that were dropped. */
  readonly ignored: string[]
}

/** The fields of a kind or type, and whether they must be there. */
export type FieldPresence = Readonly<Record<string, Presence>>

/** A JSON object of a message while its fields are checked. What is wrong is reported, in the order of the calls. */
export class CheckedRecord {
  readonly check: Check
  readonly record: JsonRecord
  /** JSON Pointer of the object. */
  readonly at: string

  constructor(check: Check, record: JsonRecord, at: string) {
    this.check = check
    this.record = record
    this.at = at
  }

  /** @param name of the field that is wrong; empty for the object itself */
  report(code: SendCode, name: string, reason: string): void {
    this.check.found.push({ code, pointer: name === '' ? this.at : `${this.at}/${name}`, reason })
  }

  /** Returns the text of a field; undefined when it is absent or no text. */
  text(name: string, presence: Presence, values?: readonly string[]): string | undefined {
    const value = this.record[name]
    if (value === '' || this.#isAbsent(name)) {
      if (presence === 'required') this.report('C400_3', name, `${name} is missing`)
    } else if (typeof value !== 'string') {
      this.report('C400_1', name, `${name} is ${typeOf(value)}; it must be a string`)
    } else if (presence === 'required' && value.trim() === '') this.report('C400_3', name, `${name} is blank`)
    else {
      this.#hold(name, value, values)
      return value
    }
    return undefined
  }

  #hold(name: string, value: string, values: readonly string[] | undefined): void {
    const { limits } = this.check.settings
    for (const { unit, max, code } of this.#rowsAt(name)) {
      const count = unit === 'bytes' ? countBytes(value, limits.bytes) : countCharacters(value, limits.characters)
      if (max === undefined || count <= max) continue
      this.report((code ?? 'C400_2') as SendCode, name, `is ${count} ${unitInForce(unit, limits)}; ${max} are allowed`)
    }
    if (values !== undefined && !values.includes(value)) {
      this.report('C400_2', name, `must be one of ${values.join(', ')}`)
    }
  }

  /** The limits of the interface that hold for a field. */
  #rowsAt(name: string): readonly LimitRow[] {
    const { kind } = this.check
    return limitsOf(kind).filter(({ tier, holds }) => tier === 'interface' && holds(kind, `${this.at}/${name}`))
  }

  /** Checks texts, which are all the fields that the object has. */
  texts(fields: FieldPresence): void {
    this.names(fields)
    for (const name in fields) this.text(name, fields[name] ?? 'optional')
  }

  /** Checks each entry of a list that is an object. */
  entries(
    { name, presence }: { readonly name: string; readonly presence: Presence },
    checkEntry: (entry: CheckedRecord, index: number) => void,
  ): void {
    const value = this.record[name]
    if (this.#isAbsent(name)) {
      if (presence === 'required') this.report('C400_3', name, `${name} is missing`)
    } else if (Array.isArray(value)) {
      const rows = this.#rowsAt(name)
      const min = rows.find((row) => row.min !== undefined)?.min ?? 0
      const max = rows.find((row) => row.max !== undefined)?.max ?? Number.POSITIVE_INFINITY
      const unit = rows[0]?.unit ?? ''
      if (value.length < min || value.length > max) {
        const allowed = min === 0 ? `at most ${max}` : `${min} to ${max}`
        this.report('C400_2', name, `has ${value.length} ${unit}; ${allowed} are allowed`)
      }
      for (let index = 0; index < value.length; index++) {
        const entry = this.#objectAt(`${name}/${index}`, value[index])
        if (entry) checkEntry(entry, index)
      }
    } else this.report('C400_1', name, `${name} is ${typeOf(value)}; it must be an array`)
  }

  /** Returns the object of a field; undefined when it is absent or none. */
  object(name: string, presence: Presence): CheckedRecord | undefined {
    if (!this.#isAbsent(name)) return this.#objectAt(name, this.record[name])
    if (presence === 'required') this.report('C400_3', name, `${name} is missing`)
    return undefined
  }

  #objectAt(name: string, value: unknown): CheckedRecord | undefined {
    if (isRecord(value)) return new CheckedRecord(this.check, value, `${this.at}/${name}`)
    this.report('C400_1', name, `is ${typeOf(value)}; it must be an object`)
    return undefined
  }

  /**
   * Reports fields that belong elsewhere, and drops those that the interface does not name, as it does.
   *
   * @param named the fields that the interface names at such a place for any kind or type
   */
  names(own: object, named: ReadonlySet<string> = none): void {
    for (const name in this.record) {
      if (Object.hasOwn(own, name)) continue
      const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1')
      const pointer = `${this.at}/${escaped}`
      if (named.has(name)) this.check.found.push({ code: 'C400_2', pointer, reason: 'has no place here' })
      else this.check.ignored.push(pointer)
    }
  }

  #isAbsent(name: string): boolean {
    return this.record[name] === undefined || this.record[name] === null
  }
}

const none: ReadonlySet<string> = new Set()

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

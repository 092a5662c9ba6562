import type { JsonSchema } from '../contract/schema.ts'

/** Whether data fits a schema. */
export type Fit = (data: unknown) => boolean

/** Keywords that say nothing about data, or that another keyword reads. */
const annotations: ReadonlySet<string> = new Set(['$schema', '$defs', 'title', 'description', 'default'])

/**
 * A shortcut of ajv for data that fits: nearly all of it does, and ajv takes a quarter of a second to load and to
 * compile a schema. What is wrong with data that does not fit ajv says, and a test compares the two.
 *
 * @throws Error for a keyword that the project's own schemas of files do not use
 */
export function fitOf(schema: JsonSchema): Fit {
  return compile(schema, schema)
}

function compile(schema: JsonSchema, root: JsonSchema): Fit {
  const checks = Object.entries(schema).flatMap(([keyword, value]) =>
    annotations.has(keyword) ? [] : checkOf(keyword, value, { schema, root }),
  )
  const [only] = checks
  if (checks.length === 1 && only !== undefined) return only
  return (data) => {
    for (const fits of checks) if (!fits(data)) return false
    return true
  }
}

function checkOf(keyword: string, value: unknown, { schema, root }: { schema: JsonSchema; root: JsonSchema }): Fit {
  switch (keyword) {
    case 'type': {
      const types: readonly unknown[] = [value].flat()
      const [only] = types
      return types.length === 1 ? (data) => isOfType(data, only) : (data) => types.some((type) => isOfType(data, type))
    }
    case 'enum':
      return (data) => (value as readonly unknown[]).includes(data)
    case 'pattern': {
      const pattern = new RegExp(String(value), 'u')
      return (data) => typeof data !== 'string' || pattern.test(data)
    }
    case 'minLength':
      return (data) => typeof data !== 'string' || Array.from(data).length >= Number(value)
    case 'minItems':
      return (data) => !Array.isArray(data) || data.length >= Number(value)
    case 'minimum':
      return (data) => typeof data !== 'number' || data >= Number(value)
    case 'items': {
      const item = compile(value as JsonSchema, root)
      return (data) => !Array.isArray(data) || data.every(item)
    }
    case 'required':
      return (data) => !isRecord(data) || (value as readonly string[]).every((key) => data[key] !== undefined)
    case 'properties': {
      const properties = Object.entries(value as Readonly<Record<string, JsonSchema>>).map(
        ([key, property]) => [key, compile(property, root)] as const,
      )
      return (data) => {
        if (!isRecord(data)) return true
        for (const [key, fits] of properties) {
          const property = data[key]
          if (property !== undefined && !fits(property)) return false
        }
        return true
      }
    }
    case 'additionalProperties': {
      const known = new Set(Object.keys((schema['properties'] as object | undefined) ?? {}))
      const fits = value === false ? (): boolean => false : compile(value as JsonSchema, root)
      return (data) => {
        if (!isRecord(data)) return true
        for (const key in data) if (!known.has(key) && !fits(data[key])) return false
        return true
      }
    }
    case 'propertyNames': {
      const fits = compile(value as JsonSchema, root)
      return (data) => !isRecord(data) || Object.keys(data).every(fits)
    }
    case 'not': {
      const fits = compile(value as JsonSchema, root)
      return (data) => !fits(data)
    }
    case '$ref':
      return referenced(String(value), root)
    default:
      throw new Error(`no check for the schema keyword ${keyword}`)
  }
}

/** What `#/$defs/name` says; it may refer to itself, so it is compiled when it is first asked. */
function referenced(pointer: string, root: JsonSchema): Fit {
  let fits: Fit | undefined
  return (data) => {
    const definitions = root['$defs'] as Readonly<Record<string, JsonSchema>>
    fits ??= compile(definitions[pointer.slice('#/$defs/'.length)] ?? {}, root)
    return fits(data)
  }
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

function isOfType(data: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(data)
    case 'array':
      return Array.isArray(data)
    case 'integer':
      return Number.isInteger(data)
    case 'number':
      return Number.isFinite(data)
    default:
      return typeof data === type
  }
}

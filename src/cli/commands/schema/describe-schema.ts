import type { JsonSchema } from '../../../contract/schema.ts'
import type { Language } from '../../../words/language.ts'
import type { SchemaWords } from './schema-words.ts'

/** Returns what a property is for; undefined where these words do not have it. */
export type DescriptionOf = (path: readonly string[], lang: Language) => string | undefined

/** Returns the words for a property that fit the most of its path. */
export function wordsByPath(words: SchemaWords): DescriptionOf {
  return (path, lang) => {
    const ends = path.map((_, at) => path.slice(at).join('.'))
    const found = (path.length === 0 ? [''] : ends).find((end) => words[end]?.[lang] !== undefined)
    return found === undefined ? undefined : words[found]?.[lang]
  }
}

/**
 * Returns a schema with a description of each property in a language. English of its own stays; a description that
 * nobody has in the other language is left out rather than shown in English.
 */
export function describeSchema(schema: JsonSchema, descriptionOf: DescriptionOf, lang: Language): JsonSchema {
  const describe = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, path))
    return walk(value, path)
  }
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([keyword, inner]) =>
        keyword === 'properties'
          ? [keyword, propertiesOf(inner as JsonSchema, path)]
          : [keyword, describe(inner, path)],
      ),
    )
  }
  const propertiesOf = (properties: JsonSchema, path: readonly string[]): JsonSchema =>
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const inside = [...path, name]
        return [name, withDescription(walk(property, inside) as JsonSchema, descriptionOf(inside, lang), lang)]
      }),
    )
  return withDescription(walk(schema, []) as JsonSchema, descriptionOf([], lang), lang)
}

function withDescription(schema: JsonSchema, found: string | undefined, lang: Language): JsonSchema {
  const { description: own, ...rest } = schema
  const description = lang === 'en' ? (own ?? found) : found
  if (description === undefined) return rest
  return own === undefined ? { ...rest, description } : { ...schema, description }
}

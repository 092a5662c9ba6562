export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** A JSON Schema, and the type of the values that it describes, under a keyword that no schema has. */
export type TypedSchema<T> = JsonSchema & { readonly 'x-value'?: T }

export type ValueOf<S> = S extends { readonly 'x-value'?: infer T } ? T : never

interface Properties {
  readonly [name: string]: JsonSchema
}

type ObjectOf<P extends Properties, R> = {
  readonly [N in keyof P as N extends R ? N : never]: ValueOf<P[N]>
} & { readonly [N in keyof P as N extends R ? never : N]?: ValueOf<P[N]> }

export function typed<T>(schema: JsonSchema): TypedSchema<T> {
  return schema
}

/** The keyword of a description in Korean; "description" is the English one. */
export const inKorean = 'x-ko'

/** Adds what a schema describes, in both languages. */
export function described<S extends JsonSchema>(schema: S, en: string, ko: string): S {
  return { ...schema, description: en, [inKorean]: ko }
}

export function oneOf<T extends string>(values: readonly T[]): TypedSchema<T> {
  return { type: 'string', enum: values }
}

export function list<S extends JsonSchema>(items: S): TypedSchema<readonly ValueOf<S>[]> & { readonly items: S } {
  return { type: 'array', items }
}

export function mapOf<S extends JsonSchema>(values: S): TypedSchema<{ readonly [name: string]: ValueOf<S> }> {
  return { type: 'object', additionalProperties: values }
}

/** Describes an object with these properties, of which those that are named have to be there. */
export function object<const P extends Properties, R extends keyof P = never>(properties: P, ...named: R[]) {
  type Schema = TypedSchema<ObjectOf<P, R>> & { readonly properties: P; readonly required: readonly R[] }
  const required = named.length > 0 ? { required: named } : {}
  return { type: 'object', additionalProperties: false, properties, ...required } as unknown as Schema
}

/** Describes an object that has all of the first properties, any of the second and no other. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an object without optional properties
export function closed<const P extends Properties, const O extends Properties = Record<never, never>>(
  needed: P,
  optional?: O,
): TypedSchema<ObjectOf<P & O, keyof P>> {
  const properties = { ...needed, ...optional }
  return { type: 'object', properties, required: Object.keys(needed), additionalProperties: false }
}

export function either<S extends readonly JsonSchema[]>(...anyOf: S): TypedSchema<ValueOf<S[number]>> {
  return { anyOf }
}

export function orNull<S extends JsonSchema>(schema: S): TypedSchema<ValueOf<S> | null> {
  // A union of types rather than of schemas: what is wrong inside is then said at its own place.
  return { ...schema, type: [schema['type'], 'null'] }
}

import type { Context } from 'hono'

/** The largest body of a send or a control request. */
export const maxBodyBytes: number = 10 * 1024 * 1024

export function isTooLarge(c: Context): boolean {
  return Number(c.req.header('content-length') ?? 0) > maxBodyBytes
}

/** Returns the value that the text of a body stands for; undefined where it is no JSON. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: text.trim() === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The largest file that the server takes; far more than any operation does. */
export const maxFileBytes = 10_000_000
/** Files of one request that are looked at. */
const maxFiles = 8

export interface SentFile {
  readonly field: string
  readonly name: string
  readonly data: Uint8Array
}

interface SentForm {
  readonly files: readonly SentFile[]
  readonly value: (field: string) => string | undefined
}

/**
 * Returns the files of a multipart request in the fields that count, and its values. A form that is cut off or
 * malformed has none: its files could not be trusted.
 */
export async function readForm(c: Context, fields: RegExp): Promise<SentForm> {
  const form = await c.req.formData().catch(() => new FormData())
  const parts = [...form].flatMap(([field, part]) =>
    typeof part === 'string' || !fields.test(field) ? [] : [{ field, part }],
  )
  const files = parts.slice(0, maxFiles).map(async ({ field, part }) => {
    const { name } = part
    return { field, name, data: new Uint8Array(await part.arrayBuffer()) }
  })
  return {
    files: await Promise.all(files),
    value: (field) => form.getAll(field).find((value) => typeof value === 'string'),
  }
}

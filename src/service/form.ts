import { randomUUID } from 'node:crypto'

/** An image file to upload. */
export interface UploadFile {
  /** The file's name as the service may store it; no path. */
  readonly name: string
  readonly format: 'png' | 'jpg'
  readonly content: Uint8Array
}

export interface Form {
  /** The part of the header `Content-Type` behind the type's name. */
  readonly boundary: string
  readonly body: Buffer
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg' } as const

/** A multipart form whose files are all in the field `image` (interface: "Form field image"). */
export function imageForm(files: readonly UploadFile[]): Form {
  const boundary = `friendtalk-${randomUUID()}`
  const parts = files.flatMap(({ name, format, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="${quoted(name)}"\r\n` +
        `Content-Type: ${mediaTypes[format]}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return { boundary, body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) }
}

/** As browsers write it. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** How a field name may count files that are all sent as `image`; the interface says "including its ordinal" and no more. */
const forms = [
  { pattern: /^image(\d{1,3})$/, first: 1 },
  { pattern: /^image(\d{1,3})$/, first: 0 },
  { pattern: /^image\[(\d{1,3})\]$/, first: 0 },
] as const

/**
 * Which file each form field means, from 0.
 *
 * It takes a full set to tell a count from 0 from a count from 1, so a missing, repeated or strange name leaves all of
 * them in doubt. The only entry of a single file needs no name.
 *
 * @returns undefined where there is doubt
 */
export function ordinalsOf(names: readonly string[], files: number): readonly number[] | undefined {
  if (names.length !== files) return undefined
  if (files === 1) return [0]
  for (const { pattern, first } of forms) {
    const ordinals = names.map((name) => Number(pattern.exec(name)?.[1] ?? Number.NaN) - first)
    const isFullSet = new Set(ordinals).size === files && ordinals.every((ordinal) => ordinal >= 0 && ordinal < files)
    if (isFullSet) return ordinals
  }
  return undefined
}

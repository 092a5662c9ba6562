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

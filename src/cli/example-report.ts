import { compile } from '../compile.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { uploadOfKind } from '../contract/kinds.ts'
import { type ImageLimit, imageLimits } from '../contract/limits.ts'
import type { ImageFacts } from '../message/message.ts'
import type { Language } from '../words/language.ts'
import type { Example } from '../lint/rule.ts'

/** What is found in an example of a rule's documentation: the real output, as if its images were there. */
export function exampleReport(
  { source, path = 'messages/example.md', image }: Example,
  lang: Language,
): readonly Diagnostic[] {
  const facts = { ...fittingImage(source), ...image }
  return compile(source, { path, lang, image: () => ({ type: 'found', facts }) }).diagnostics
}

/** An image that fits the kind of a message. */
function fittingImage(source: string): ImageFacts {
  const kind = /^kind: *(\S+)$/m.exec(source)?.[1]
  const upload = Object.entries(uploadOfKind).find(([name]) => name === kind)?.[1] ?? 'FT'
  const { widthPx, maxWidthPx, minWidthPx, heightPx, maxBytes }: ImageLimit = imageLimits[upload]
  const width = widthPx ?? maxWidthPx ?? minWidthPx ?? 1
  return { sha256: '0'.repeat(64), bytes: maxBytes, format: 'png', width, height: heightPx ?? width }
}

import type { CompiledTemplate } from '../template.ts'
import { outputOf } from './template-folder.ts'
import type { CompiledFile } from './workspace.ts'

/** A file as one thread hands it to another: without its template, whose text takes a third of the time to hand over. */
export type HandedFile = Omit<CompiledFile, 'template'>

export function handOver(file: CompiledFile): HandedFile {
  const { template, ...handed } = file
  return template === undefined ? handed : { output: outputOf(template), ...handed }
}

/** The file that was handed over; its template is read from its text by whoever asks for it. */
export function takeOver(handed: HandedFile): CompiledFile {
  const { output } = handed
  if (output === undefined) return handed
  let template: CompiledTemplate | undefined
  const get = (): CompiledTemplate => (template ??= JSON.parse(output.text) as CompiledTemplate)
  return Object.defineProperty(handed, 'template', { get, enumerable: true })
}

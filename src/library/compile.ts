import { compile as compileMessage, type CompileContext, type CompileResult } from '../compile.ts'
import { UsageError } from '../project/usage-error.ts'
import { checkOptions, type OptionForms } from './check-options.ts'

const forms: OptionForms<CompileContext> = {
  path: 'text',
  image: 'function',
  senders: 'list',
  lang: 'language',
  readings: 'readings',
  rules: 'severities',
  plugins: 'list',
  terms: 'list',
  require: 'list',
  today: 'text',
  template: 'template',
  sha256: 'function',
}

/**
 * Compiles one message file: what `friendtalk compile` does with each.
 *
 * Pure and deterministic: the same source, context and image facts give the same result. Never throws for what a
 * source says; a byte order mark is skipped and not counted in positions.
 *
 * @throws UsageError for a source that is no text, and for a context that is wrong: a reading or a severity that there is
 *   not would switch limits of the interface off
 */
export function compile(source: string, context: CompileContext): CompileResult {
  if (typeof source !== 'string') throw new UsageError({ type: 'option-wrong', option: 'source', takes: 'source' })
  checkOptions(context, forms)
  for (const option of ['path', 'image'] as const) {
    if (context[option] === undefined) throw new UsageError({ type: 'option-missing', option })
  }
  return compileMessage(source, context)
}

import { compile as compileMessage, type CompileContext, type CompileResult } from '../compile.ts'
import { checkOptions, checkText, type OptionForms } from './check-options.ts'

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
  checkText('source', source, 'source')
  checkOptions(context, forms, ['path', 'image'])
  return compileMessage(source, context)
}

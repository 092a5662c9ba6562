import type { Language } from '../../words/language.ts'
import { helpWordsEn } from './help-words-en.ts'
import { helpWordsKo } from './help-words-ko.ts'

/** The words of the command line's help, by command; options by their flag. */
export interface HelpWords {
  readonly program: string
  /** Headings of the help. */
  readonly titles: { readonly [title: string]: string }
  readonly usage: { readonly options: string; readonly command: string }
  /** What stands before the values that an option takes. */
  readonly choices: string
  readonly examples: string
  readonly help: string
  readonly version: string
  readonly globals: {
    readonly config: string
    readonly root: string
    readonly lang: string
    readonly noColor: string
    readonly quiet: string
    readonly verbose: string
  }
  readonly init: {
    readonly is: string
    readonly dir: string
    readonly yes: string
    readonly kinds: string
    readonly noCi: string
  }
  readonly new: { readonly is: string; readonly kind: string; readonly file: string; readonly list: string }
  readonly convert: { readonly is: string; readonly outDir: string; readonly kind: string; readonly stdout: string }
  readonly completion: { readonly is: string; readonly shell: string }
  readonly compile: { readonly is: string; readonly outDir: string; readonly stdout: string; readonly watch: string }
  readonly lint: {
    readonly is: string
    readonly format: string
    readonly fix: string
    readonly unsafeFixes: string
    readonly fixDryRun: string
    readonly watch: string
    readonly changed: string
    readonly staged: string
    readonly stdinFilepath: string
    readonly maxWarnings: string
    readonly recipients: string
    readonly baseline: string
    readonly writeBaseline: string
    readonly noCache: string
  }
  readonly preview: {
    readonly is: string
    readonly port: string
    readonly open: string
    readonly recipients: string
    readonly out: string
    readonly screenshots: string
    readonly baseUrl: string
    readonly before: string
  }
  readonly lsp: { readonly is: string; readonly stdio: string }
  readonly rules: { readonly is: string; readonly json: string }
  readonly explain: { readonly is: string; readonly rule: string; readonly json: string }
  readonly schema: { readonly is: string; readonly name: string }
  readonly config: { readonly is: string }
  readonly plan: {
    readonly is: string
    readonly target: string
    readonly recipients: string
    readonly release: string
    readonly exclude: string
    readonly out: string
    readonly json: string
  }
  readonly deploy: {
    readonly is: string
    readonly target: string
    readonly yes: string
    readonly confirm: string
    readonly limit: string
    readonly sample: string
    readonly at: string
    readonly wait: string
    readonly dryRun: string
    readonly retryRejected: string
    readonly newLedger: string
    readonly reason: string
    readonly json: string
  }
  readonly status: {
    readonly is: string
    readonly release: string
    readonly target: string
    readonly json: string
    readonly csv: string
    readonly state: string
    readonly delivery: string
    readonly html: string
    readonly watch: string
  }
  readonly reconcile: {
    readonly is: string
    readonly sent: string
    readonly notSent: string
    readonly release: string
    readonly target: string
    readonly id: string
    readonly key: string
    readonly reason: string
    readonly wait: string
    readonly yes: string
    readonly json: string
  }
  readonly ledger: {
    readonly is: string
    readonly action: string
    readonly file: string
    readonly target: string
    readonly from: string
    readonly to: string
    readonly schema: string
    readonly reason: string
    readonly complete: string
    readonly json: string
  }
  readonly results: {
    readonly is: string
    readonly action: string
    readonly file: string
    readonly target: string
    readonly port: string
    readonly host: string
    readonly path: string
    readonly json: string
  }
  readonly emulator: {
    readonly is: string
    readonly port: string
    readonly webhook: string
    readonly webhookTokenEnv: string
  }
}

export const helpWords: { readonly [L in Language]: HelpWords } = { en: helpWordsEn, ko: helpWordsKo }

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from '../../../contract/kinds.ts'
import { configNames } from '../../../project/config/config.ts'
import type { NewFile } from '../../../project/files/write-file.ts'
import type { Language } from '../../../words/language.ts'
import { version } from '../../installation.ts'
import { projectTexts } from './project-texts.ts'
import { shortName } from '../../kind-names.ts'
import { type Starter, starterOf } from './starter.ts'
import { workflowText } from './workflow-text.ts'

/** What a new project is to have. */
export interface ProjectChoices {
  /** Absolute. */
  readonly folder: string
  readonly kinds: readonly Kind[]
  readonly lang: Language
  readonly withCi: boolean
}

const sampleRecipients = 'recipients/sample.csv'

/** What must not be committed: what was sent, compiled files, secrets, who receives, plans and reports. */
export const ignoredPaths = [
  'node_modules/',
  'dist/',
  '.friendtalk/',
  '.env',
  'recipients/*',
  `!${sampleRecipients}`,
  'plan*.json',
  'report*.html',
  'status*.csv',
]

/** Every file of a new project, in the order in which people are told of them. */
export function projectFiles({ folder, kinds, lang, withCi }: ProjectChoices): readonly NewFile[] {
  const texts = projectTexts[lang]
  const config = configName(folder)
  const starters = kinds.map((kind) => starterOf(shortName(kind), { lang, id: shortName(kind) }))
  const images = new Map(starters.flatMap((starter) => starter.images.map((image) => [image.path, image])))
  return [
    { path: config, content: texts.config },
    ...starters.map(({ name, source }) => ({ path: `messages/${name}.md`, content: withRecipients(source) })),
    ...[...images.values()].map(({ path, content }) => ({ path: `messages/${path}`, content })),
    { path: sampleRecipients, content: recipientsText(starters, texts.people) },
    { path: '.gitignore', content: `${ignoredPaths.join('\n')}\n` },
    { path: 'package.json', content: packageText() },
    { path: '.vscode/extensions.json', content: jsonText({ recommendations: [extensionId] }) },
    { path: '.vscode/settings.json', content: jsonText(editorSettings(lang, config)) },
    ...(withCi ? [{ path: '.github/workflows/friendtalk.yml', content: workflowText(lang) }] : []),
    { path: 'README.md', content: texts.readme },
  ]
}

/** A starter that names the sample, so that a deploy to the emulator has somebody to send to. */
function withRecipients(source: string): string {
  return source.replace(/\n(?=---\n)/, `\nrecipients: ../${sampleRecipients}\n`)
}

/** A configuration that is there keeps its name: one of another name beside it would win over it. */
function configName(folder: string): string {
  return configNames.find((name) => existsSync(join(folder, name))) ?? 'friendtalk.config.ts'
}

/**
 * Numbers that pass as mobile ones, and that nobody has: the part after 010 starts with 2 or above where it is
 * given to people.
 */
const sampleNumbers = ['01000000001', '01000000002', '01000000003']

function recipientsText(starters: readonly Starter[], people: readonly string[]): string {
  const variables = [...new Set(starters.flatMap((starter) => starter.variables))]
  const rows = sampleNumbers.map((number, index) => [number, ...variables.map(() => people[index] ?? '')])
  return `${[['receiver_number', ...variables], ...rows].map((row) => row.join(',')).join('\n')}\n`
}

/** The extension of VS Code, as its marketplace names it. */
const extensionId = 'friendtalk.friendtalk-vscode'

/**
 * What VS Code and its relatives need to know of the project. Recipients are read as UTF-8, and a line has one ending on every
 * machine: digests and diffs are of bytes. A configuration that is a program has its types; one in JSON has its schema.
 */
function editorSettings(lang: Language, config: string): object {
  const schema = `./node_modules/friendtalk/schemas/${lang === 'en' ? '' : `${lang}/`}config.json`
  return {
    'files.encoding': 'utf8',
    'files.eol': '\n',
    ...(config.endsWith('.json') && { 'json.schemas': [{ fileMatch: [`/${config}`], url: schema }] }),
  }
}

function jsonText(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`
}

/** The package of friendtalk, which stands beside the messages as long as no registry has it. */
export function packedFile(): string {
  return `vendor/friendtalk-${version()}.tgz`
}

function packageText(): string {
  return jsonText({
    private: true,
    type: 'module',
    scripts: { lint: 'friendtalk lint', preview: 'friendtalk preview --open', compile: 'friendtalk compile' },
    devDependencies: { friendtalk: `file:${packedFile()}` },
  })
}

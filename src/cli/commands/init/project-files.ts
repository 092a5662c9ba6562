import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { configNames } from '../../../project/config/config.ts'
import { toPosix } from '../../../project/files/discover.ts'
import { repositoryTop } from '../../../project/files/paths.ts'
import type { NewFile } from '../../../project/files/write-file.ts'
import type { Contract } from '../../../contract/contract.ts'
import type { Language } from '../../../words/language.ts'
import { jsonText } from '../../terminal/printable.ts'
import { packageFolder, version } from '../../installation.ts'
import { type Starter, starterOf } from './starters.ts'

export interface ProjectChoices {
  /** Absolute. */
  readonly folder: string
  readonly service: Contract
  readonly lang: Language
}

const sampleRecipients = 'recipients/sample.csv'

const ignored = `node_modules/
dist/
.friendtalk/
.env
recipients/*
!${sampleRecipients}
plan*.json
report*.html
status*.csv
`

/** A file of `templates/project/`, with what depends on the service. */
function templateText(path: string, { service, lang }: Pick<ProjectChoices, 'service' | 'lang'>): string {
  const settings = Object.keys(service.targetSettings).filter((key) => service.targetSettings[key] === 'required')
  const variable = (key: string): string => `FRIENDTALK_${key.replaceAll(/(?=[A-Z])/g, '_').toUpperCase()}`
  const [urls, secrets] = [
    settings.filter((key) => key.endsWith('Url')),
    settings.filter((key) => !key.endsWith('Url')),
  ]
  const target = [
    `service: '${service.id}',`,
    ...urls.map((key) => `${key}: 'https://upload.example.com',`),
    "baseUrl: 'https://send.example.com',",
    ...secrets.map((key) => `${key}: { env: '${variable(key)}' },`),
  ]
  const lines: { readonly [name: string]: readonly string[] } = {
    target,
    secrets: secrets.map((key) => `${variable(key)}: \${{ secrets.${variable(key)} }}`),
    service: [service.name[lang]],
    kind: Object.keys(service.kinds).slice(0, 1),
  }
  // A list stands on lines of its own, each behind what stands before it.
  return readFileSync(new URL(`templates/project/${path}`, packageFolder), 'utf8').replaceAll(
    /^(.*)<<(target|secrets|service|kind)>>(.*)$/gm,
    (_, before: string, name: string, after: string) =>
      (lines[name] ?? []).map((line) => `${before}${line}${after}`).join('\n'),
  )
}

/** Returns every file of a new project, in the order of the report. */
export function projectFiles(choices: ProjectChoices): readonly NewFile[] {
  const { folder, service, lang } = choices
  const config = configName(folder)
  const starters = Object.keys(service.kinds).map((name) => starterOf(name, { lang, id: name }))
  const images = new Map(starters.flatMap((starter) => starter.images.map((image) => [image.path, image])))
  return [
    { path: config, content: templateText(`${lang}/friendtalk.config.ts`, choices) },
    ...starters.map(({ name, source }) => ({ path: `messages/${name}.md`, content: withRecipients(source) })),
    ...[...images.values()].map(({ path, content }) => ({ path: `messages/${path}`, content })),
    { path: sampleRecipients, content: recipientsText(starters, people[lang]) },
    { path: '.gitignore', content: ignored },
    // A formatter of Markdown changes what readers see: numbers, lines, even "#{name}".
    { path: '.prettierignore', content: 'messages/\n' },
    { path: '.markdownlintignore', content: 'messages/\n' },
    { path: 'package.json', content: packageText() },
    { path: '.vscode/settings.json', content: jsonText(editorSettings(config)) },
    workflow(folder, templateText(`${lang}/friendtalk.yml`, choices)),
    { path: 'README.md', content: templateText(`${lang}/README.md`, choices) },
  ]
}

const people: { readonly [L in Language]: readonly string[] } = {
  en: ['Haneul Kim', 'Jiwoo Park', 'Yerin Kang'],
  ko: ['김하늘', '박지우', '강예린'],
}

/** A starter that names the sample, so that a deploy to the emulator has recipients. */
function withRecipients(source: string): string {
  return source.replace(/\n(?=---\n)/, `\nrecipients: ../${sampleRecipients}\n`)
}

/** A configuration that is there keeps its name: one of another name beside it would win over it. */
function configName(folder: string): string {
  return configNames.find((name) => existsSync(join(folder, name))) ?? 'friendtalk.config.ts'
}

/**
 * Numbers that pass as mobile ones, and that are not in use: the part after 010 starts with 2 or above where it is
 * given to people.
 */
const sampleNumbers = ['01000000001', '01000000002', '01000000003']

function recipientsText(starters: readonly Starter[], names: readonly string[]): string {
  const variables = [...new Set(starters.flatMap((starter) => starter.variables))]
  const rows = sampleNumbers.map((number, index) => [
    number,
    `customer-${index + 1}`,
    ...variables.map(() => names[index] ?? ''),
  ])
  return `${[['receiver_number', 'ref', ...variables], ...rows].map((row) => row.join(',')).join('\n')}\n`
}

/** GitHub reads workflows at the top of a repository alone. */
function workflow(folder: string, content: string): NewFile {
  const top = repositoryTop(folder)
  const below = toPosix(relative(top, folder))
  const path = toPosix(join(relative(folder, top), '.github/workflows'))
  if (below === '') return { path: `${path}/friendtalk.yml`, content }
  const inFolder = `defaults:\n  run:\n    working-directory: ${JSON.stringify(below)}\n\njobs:\n`
  return { path: `${path}/friendtalk-${basename(folder)}.yml`, content: content.replace('jobs:\n', inFolder) }
}

/**
 * Settings of the project for VS Code and its relatives. Recipients are read as UTF-8, and a line has one ending on every
 * machine: digests and diffs are of bytes. A configuration that is a program has its types; one in JSON has its schema.
 */
function editorSettings(config: string): object {
  const schema = './node_modules/friendtalk/dist/schemas/config.json'
  return {
    'files.encoding': 'utf8',
    'files.eol': '\n',
    '[markdown]': { 'editor.formatOnSave': false },
    ...(config.endsWith('.json') && { 'json.schemas': [{ fileMatch: [`/${config}`], url: schema }] }),
  }
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

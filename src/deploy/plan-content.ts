import { contractOf } from '../contract/contracts.ts'
import { createTwoFilesPatch } from 'diff'
import type { LedgerReader } from '../ledger/ledger.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { contentText, type MessageContent, payloadText } from '../message/content-text.ts'
import { prepareTrial, type Renderable } from '../message/render.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import type { Workspace } from '../project/workspace.ts'
import type { CompiledTemplate } from '../template.ts'
import { imageAccountOf, isUsable } from './images.ts'
import type { PlanImage, PlanMessage } from './plan.ts'
import { type DeployTarget, emulatorTarget } from './target.ts'

/** The content of a message for reviewers: `payload` and `variables` are sent, the rest is made of them. */
export type PlanContent = Pick<PlanMessage, 'payload' | 'variables' | 'example' | 'diff'>

interface Surroundings {
  readonly workspace: Workspace
  readonly ledger: LedgerReader | undefined
  readonly target: DeployTarget
  readonly release: string
  /** In milliseconds since 1970. */
  readonly nowMs: number
}

export async function contentOf(
  { path, source }: Pick<CompiledFile, 'path' | 'source'>,
  template: CompiledTemplate,
  { workspace, release, ledger }: Surroundings,
): Promise<PlanContent> {
  const { id, payload, variables } = template
  const declared = workspace.sketch(path, source)?.message.variables ?? []
  const example = exampleOf(template, new Map(declared.map((variable) => [variable.name, variable.example])))
  const earlier = await ledger?.earlier(id, release)
  const before = earlier && { name: `${id} (${earlier.release})`, content: earlier.template }
  return {
    payload,
    variables,
    example,
    diff: before && diffOf(before, { name: `${id} (${release})`, content: template }),
  }
}

/** Returns the example text; a variable without an example and a fallback stands as it is written. */
function exampleOf(template: Renderable, examples: ReadonlyMap<string, string | undefined>): string {
  const trial = prepareTrial(template)
  const { missing } = trial(Object.fromEntries(examples))
  const written = new Map(missing.map((name) => [name, `#{${name}}`]))
  const { payload } = trial(Object.fromEntries([...examples, ...written]))
  // People read only the mappings among the settings: the fallback message.
  const { settings } = contractOf(template.service_id)
  const shown = Object.fromEntries(
    Object.entries(payload).filter(([key]) => !(key in settings) || settings[key]?.fields),
  )
  // Links encode values, and with them the variables that stand for missing ones.
  return [...written.values()].reduce(
    (text, variable) => text.replaceAll(encodeURIComponent(variable), variable),
    payloadText({ service_id: template.service_id, payload: shown }).trimEnd(),
  )
}

interface Version {
  readonly name: string
  readonly content: MessageContent
}

/** Returns a unified diff of all that two versions of a message are made of; empty where they are the same. */
export function diffOf(before: Version, after: Version): string {
  const [old = '', now = ''] = [before, after].map(
    ({ content }) => `${contentText(withoutCopies(content))}kind: ${content.service_id}\n`,
  )
  if (old === now) return ''
  return createTwoFilesPatch(before.name, after.name, old, now, undefined, undefined, {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  })
}

/** A card may show the picture of another; a plan names it once. */
export function withoutCopies<C extends Pick<MessageContent, 'images'>>(content: C): C {
  const { images } = content
  const distinct = images.filter((image, index) => images.findIndex(({ sha256 }) => sha256 === image.sha256) === index)
  return { ...content, images: distinct }
}

/** Returns the images of a message, each once, and whether they are uploaded already. */
export async function plannedImages(
  { images }: CompiledTemplate,
  { ledger, target, release, nowMs }: Surroundings,
): Promise<readonly PlanImage[]> {
  const { service, name } = target
  const account = imageAccountOf(target, release)
  return Promise.all(
    withoutCopies({ images }).images.map(async ({ path, upload, sha256, bytes }): Promise<PlanImage> => {
      const stored = name === emulatorTarget ? undefined : await ledger?.image({ sha256, operation: upload, account })
      return { path, upload, sha256, bytes, isUploaded: stored !== undefined && isUsable(stored, service, nowMs) }
    }),
  )
}

/** Returns how often each rule is broken. */
export function warningsOf(diagnostics: readonly Diagnostic[]): PlanMessage['warnings'] {
  const counts = new Map<string, number>()
  for (const { rule } of diagnostics) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

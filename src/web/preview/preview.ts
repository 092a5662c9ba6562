import type { VariableValues } from '../../message/render.ts'
import { channelOfSender, type ShownChannel } from '../../project/channel.ts'
import type { RecipientSource } from '../../recipients/recipient.ts'
import { listAt, ownRecipients } from '../../session/recipients.ts'
import type { Project } from '../../project/project.ts'
import type { CompiledFile } from '../../project/compiled-file.ts'
import type { Workspace } from '../../project/workspace.ts'
import type { Sketch } from '../../sketch.ts'
import { type Drawn, type ImageAddress, messageView, presetValues } from './message-view.ts'
import type { Choice, ChosenView, PreviewNews, PreviewRow } from './page-data.ts'
import { rowAt } from './recipient-rows.ts'
import { type Language, sayIn } from '../../words/language.ts'

export interface PreviewSource {
  readonly project: Project
  readonly workspace: Workspace
  /** Absolute path of a recipients file for every message; a message's own one when absent. */
  readonly recipients?: string
}

/** The messages of a project as they are now, and the last state in which each could be read. */
export class Preview {
  readonly lang: Language
  #source: PreviewSource
  #files: ReadonlyMap<string, CompiledFile> = new Map()
  #rows: ReadonlyMap<string, PreviewRow> = new Map()
  /** The last state of each file in which it could be read as a whole. */
  readonly #good = new Map<string, CompiledFile>()
  readonly #listeners = new Set<(news: PreviewNews) => void>()

  constructor(source: PreviewSource, lang: Language) {
    this.#source = source
    this.lang = lang
    this.#take(source.workspace.files())
  }

  get project(): Project {
    return this.#source.project
  }

  get root(): string {
    return this.#source.project.root
  }

  all(): PreviewNews {
    return { rows: [...this.#rows.values()], removed: [], isAll: true }
  }

  /** Takes over another state of the project: everything is told anew. */
  replace(source: PreviewSource): void {
    this.#source = source
    this.#take(source.workspace.files())
    this.#tell(this.all())
  }

  update(affected: ReadonlySet<string>): void {
    const before = this.#rows
    this.#take(this.#source.workspace.files(), affected)
    const isSame = (row: PreviewRow, other = before.get(row.path)): boolean =>
      row === other || JSON.stringify(row) === JSON.stringify(other)
    const rows = [...this.#rows.values()].filter((row) => affected.has(row.path) || !isSame(row))
    const removed = [...before.keys()].filter((path) => !this.#rows.has(path))
    this.#tell({ rows, removed, isAll: false })
  }

  /** @returns how to stop listening */
  listen(listener: (news: PreviewNews) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns whether some message refers to an image: no other file of the project is shown. */
  usesImage(path: string): boolean {
    return [...this.#files.values(), ...this.#good.values()].some(({ images }) => images.includes(path))
  }

  sketchOf(path: string): Drawn | undefined {
    const file = this.#files.get(path)
    if (file === undefined) return undefined
    const { workspace } = this.#source
    const now = workspace.sketch(path, file.source)
    if (now?.isWhole) return { state: 'good', sketch: now }
    const good = this.#good.get(path)
    const old = good === undefined ? undefined : workspace.sketch(path, good.source)
    if (old !== undefined) return { state: 'old', sketch: old }
    return now === undefined ? { state: 'none' } : { state: 'part', sketch: now }
  }

  /** Draws a message; undefined where there is none at the path. */
  async view(path: string, choice: Choice, imageAddress: ImageAddress): Promise<ChosenView | undefined> {
    const drawn = this.sketchOf(path)
    const chosen = drawn && (await this.#choose(path, drawn.sketch, choice))
    // Reading recipients takes time, and the message may have gone meanwhile.
    const file = this.#files.get(path)
    const row = this.#rows.get(path)
    if (!drawn || !chosen || !file || !row) return undefined
    const { source, diagnostics } = file
    const { values, ...about } = chosen
    const readings = this.#source.project.config.limits
    const channelOf = (sender: string): ShownChannel => channelOfSender(this.project, sender)
    const options = { lang: this.lang, readings, imageAddress, channelOf }
    return {
      ...messageView({ source, diagnostics, drawn, values, hasRecipients: about.hasRecipients }, options),
      row,
      ...about,
    }
  }

  async #choose(path: string, sketch: Sketch | undefined, choice: Choice): Promise<Chosen> {
    if (sketch === undefined) return { values: {}, hasRecipients: false }
    const list = this.#recipientsOf(path, sketch)
    const hasRecipients = list !== undefined
    if (choice.type === 'typed') return { values: choice.values, hasRecipients }
    if (choice.type !== 'row') return { values: presetValues(sketch, choice.type), hasRecipients }
    const found = list && (await rowAt(list, sketch, choice.index))
    const say = sayIn(this.lang)
    if (found === undefined) {
      const noRows = list && {
        noRows: say(
          `No recipient of ${list.path} can be read; friendtalk lint says why.`,
          `${list.path}에서 읽을 수 있는 수신자가 없습니다. 이유는 friendtalk lint로 볼 수 있습니다.`,
        ),
      }
      return { values: presetValues(sketch, 'example'), hasRecipients, ...noRows }
    }
    const { values, index, isLast, row, number } = found
    const label = say(`Row ${row} · ${number}`, `${row}행 · ${number}`)
    return { values, hasRecipients, recipient: { index, isLast, label } }
  }

  #recipientsOf(path: string, { message }: Sketch): RecipientSource | undefined {
    const { project, recipients: given } = this.#source
    const columns = { ...project.config.columns, ...message.columns }
    if (given !== undefined) return { ...listAt(given, given), columns }
    const own = message.recipients && ownRecipients({ path, recipients: message.recipients }, project.root)
    if (own === undefined) return undefined
    return 'rule' in own ? listAt('', own.args.file) : { ...own, columns }
  }

  #take(files: readonly CompiledFile[], affected?: ReadonlySet<string>): void {
    const known = { rows: this.#rows, files: this.#files }
    const rows = files.map((file) => {
      const { path } = file
      const before = known.rows.get(path)
      const isTouched = affected === undefined || affected.has(path)
      // The workspace gives the same file until something of it changes.
      if (!isTouched && before !== undefined && known.files.get(path) === file) return before
      const isOld = isTouched ? !this.#isWhole(file) : (before?.isOld ?? false)
      if (isTouched && !isOld) this.#good.set(path, file)
      // The title of a broken file can often not be read.
      const { kind, title } = isOld ? (this.#good.get(path) ?? file) : file
      const errors = file.diagnostics.filter(({ severity }) => severity === 'error').length
      const counts = { errors, warnings: file.diagnostics.length - errors }
      return { path, title: title ?? '', ...(kind && { kind }), ...counts, isOld }
    })
    this.#rows = new Map(rows.map((row) => [row.path, row]))
    this.#files = new Map(files.map((file) => [file.path, file]))
    for (const path of this.#good.keys()) if (!this.#files.has(path)) this.#good.delete(path)
  }

  #isWhole({ path, source, template }: CompiledFile): boolean {
    return template !== undefined || this.#source.workspace.sketch(path, source)?.isWhole === true
  }

  #tell(news: PreviewNews): void {
    for (const listener of this.#listeners) listener(news)
  }
}

type Chosen = Pick<ChosenView, 'hasRecipients' | 'recipient' | 'noRows'> & {
  readonly values: VariableValues
}

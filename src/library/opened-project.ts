import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import type { Host } from '../session/host.ts'
import { lintOutput } from '../session/lint-output.ts'
import { lintSessionOf, outcomeOf, readSelected } from '../session/lint.ts'
import { readAll, selectMessages } from '../session/session.ts'
import type { Language } from '../words/language.ts'
import type { LibrarySession } from './deploying.ts'
import { inLanguage } from './library-errors.ts'
import type {
  CompileOutput,
  DeployChoice,
  DeployControl,
  DeployOutput,
  LintChoice,
  MessageChoice,
  PlanChoice,
  PlanOutput,
  ProjectSession,
  StatusAnswer,
  StatusChoice,
} from './project-session.ts'

/** A project that a program opened. What sends is loaded when it is asked for. */
export class OpenedProject implements ProjectSession {
  readonly root: string
  readonly configFile?: string
  readonly lang: Language
  readonly #project: Project
  readonly #host: Host
  readonly #closing = new AbortController()
  readonly #running = new Set<Promise<unknown>>()

  constructor(project: Project, host: Host) {
    this.root = project.root
    if (project.configFile !== undefined) this.configFile = project.configFile
    this.lang = host.lang
    this.#project = project
    this.#host = host
  }

  readonly lint = (choice: LintChoice = {}): Promise<ReturnType<typeof lintOutput>> =>
    this.#use(async ({ project, host }) => {
      const { paths = [], recipients } = choice
      const session = lintSessionOf(project, { paths, recipients }, host)
      const { messages, others } = await outcomeOf(session, await readSelected(session, host), host)
      return lintOutput([...messages, ...others])
    })

  readonly compile = (choice: MessageChoice = {}): Promise<CompileOutput> =>
    this.#use(async ({ project, host }) => {
      const files = await readAll(selectMessages(project, choice.paths ?? [], host), 'compiling', host)
      const { diagnostics } = lintOutput(files)
      return { templates: files.flatMap(({ template }) => template ?? []), diagnostics }
    })

  readonly plan = (choice: PlanChoice = {}): Promise<PlanOutput> =>
    this.#use(async (session) => (await import('./deploying.ts')).plan(session, choice))

  readonly deploy = (choice: DeployChoice, control: DeployControl = {}): Promise<DeployOutput> =>
    this.#use(async (session) => (await import('./deploying.ts')).deploy(session, choice, control))

  readonly status = (choice: StatusChoice = {}): Promise<StatusAnswer> =>
    this.#use(async (session) => (await import('./deploying.ts')).status(session, choice))

  readonly close = async (): Promise<void> => {
    this.#closing.abort()
    await Promise.allSettled(this.#running)
  }

  async #use<T>(work: (session: LibrarySession) => Promise<T>): Promise<T> {
    try {
      const { signal: closing } = this.#closing
      if (closing.aborted)
        throw new UsageError('project-closed', {
          en: 'The project is closed; open it again with openProject.',
          ko: '이미 닫은 프로젝트입니다. openProject로 다시 여세요.',
        })
      const running = work({ project: this.#project, host: this.#host, closing })
      this.#running.add(running)
      return await running.finally(() => this.#running.delete(running))
    } catch (error) {
      throw inLanguage(error, this.lang)
    }
  }
}

import { normalizeName } from '../contract/text.ts'
import { hasErrors, withSuppressed } from '../deploy/compute-plan.ts'
import type { SingleResult } from '../deploy/single-queue.ts'
import { SingleSender } from '../deploy/single-sender.ts'
import { openTarget, releaseOf, safeListOf, type TargetSession } from '../deploy/target.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import { ledgerProblemIn } from '../ledger/ledger-error-words.ts'
import { UsageError } from '../project/usage-error.ts'
import type { CompiledFile } from '../project/workspace.ts'
import { readAll, selectMessages } from '../session/session.ts'
import { type CheckedRecipient, type GivenRecipient, singleRecipientCheck } from '../session/single-recipient.ts'
import type { CompiledTemplate } from '../template.ts'
import { checkOptions } from './check-options.ts'
import { refusedBy } from './deploying.ts'
import { inLanguage } from './library-errors.ts'
import { type LibrarySession, OpenedProject } from './opened-project.ts'
import type { ProjectSession } from './project-session.ts'
import { release as giveBack, take } from './senders.ts'
import type { SenderSession, SenderAnswer, SenderChoice, MessageToSend, SingleOutcome } from './sender.ts'
import { heldIn, keptIn, singleWords, unrecordedIn } from './single-words.ts'

/** Opens a target of a project to send single messages, for `createSender`. */
export function openSender(project: ProjectSession, choice: SenderChoice): Promise<SenderAnswer> {
  return OpenedProject.use(project, (session) => {
    checkOptions(choice, { target: 'text', newLedger: 'new-ledger' })
    return openIn(session, choice)
  })
}

async function openIn(session: LibrarySession, choice: SenderChoice): Promise<SenderAnswer> {
  const { host } = session
  const target = openTarget(session.project, choice.target, host)
  const messages = await messagesOf(session, target)
  try {
    const core = await take(target, () => SingleSender.open(target, { newLedger: choice.newLedger ?? false }, host))
    return new OpenSender(core, { session, target, messages })
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    const { problem } = error
    if (problem.type !== 'locked') return refusedBy(problem, host.lang)
    return { state: 'busy', ...(problem.holder && { holder: problem.holder }) }
  }
}

/** A message of the project, and the checks of those who receive it. */
interface SendableMessage {
  readonly template: CompiledTemplate
  readonly check: (given: GivenRecipient) => CheckedRecipient
}

interface Messages {
  /** By normal id. */
  readonly sendable: ReadonlyMap<string, SendableMessage>
  /** Those with errors. */
  readonly broken: ReadonlyMap<string, CompiledFile>
}

async function messagesOf({ project, host }: LibrarySession, { target }: TargetSession): Promise<Messages> {
  const sendable = new Map<string, SendableMessage>()
  const broken = new Map<string, CompiledFile>()
  const safeList = safeListOf(target)
  const readings = project.config.limits
  for (const file of (await readAll(selectMessages(project, [], host), 'compiling', host)).map(withSuppressed)) {
    const { template } = file
    const id = template?.id ?? file.id?.value
    if (id === undefined) continue
    const name = normalizeName(id) ?? id
    if (template === undefined || hasErrors(file)) broken.set(name, file)
    else
      sendable.set(name, { template, check: singleRecipientCheck(template, { readings, lang: host.lang, safeList }) })
  }
  return { sendable, broken }
}

const ofMessage = { release: 'text', id: 'text', to: 'text', values: 'values', ref: 'text' } as const

class OpenSender implements SenderSession {
  readonly state = 'open'
  readonly #core: SingleSender
  readonly #session: LibrarySession
  readonly #target: TargetSession
  readonly #messages: Messages
  readonly #sending = new Set<Promise<unknown>>()
  #closed: Promise<void> | undefined

  constructor(
    core: SingleSender,
    {
      session,
      target,
      messages,
    }: { readonly session: LibrarySession; readonly target: TargetSession; readonly messages: Messages },
  ) {
    this.#core = core
    this.#session = session
    this.#target = target
    this.#messages = messages
  }

  readonly send = async (message: MessageToSend): Promise<SingleOutcome> => {
    const { lang } = this.#session.host
    try {
      const sending = this.#send(message)
      this.#sending.add(sending)
      return shown(await sending.finally(() => this.#sending.delete(sending)), lang)
    } catch (error) {
      throw inLanguage(aboutMessage(error, lang), lang)
    }
  }

  readonly resume = async (): Promise<void> => {
    if (this.#closed === undefined) await this.#core.resume()
  }

  readonly close = (): Promise<void> => {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await giveBack(this.#core)
    await Promise.allSettled(this.#sending)
  }

  async #send(message: MessageToSend): Promise<SingleResult> {
    if (this.#closed !== undefined) throw new UsageError({ type: 'sender-closed' })
    checkOptions(message, ofMessage, ['release', 'id', 'to'])
    const { template, check } = this.#messageOf(message.id)
    const release = await releaseOf(message.release, this.#target, { command: 'deploy' })
    const { to, values = {}, ref } = message
    this.#refuseUnknownValues(template, values)
    const checked = check({ to, values, ref })
    if (checked.type === 'wrong') throw new UsageError({ type: 'single-message', lines: checked.lines })
    const { number, values: checkedValues, ref: checkedRef } = checked
    return this.#core.send({ release, id: template.id, template, number, values: checkedValues, ref: checkedRef })
  }

  #messageOf(id: string): SendableMessage {
    const words = singleWords[this.#session.host.lang]
    const { sendable, broken } = this.#messages
    const name = normalizeName(id) ?? id
    const found = sendable.get(name)
    if (found) return found
    const file = broken.get(name)
    const line = file ? words.messageBroken(id, file.path) : words.messageUnknown(id, [...sendable.keys()])
    throw new UsageError({ type: 'single-message', lines: [line] })
  }

  /** A slip in a name would send its fallback. */
  #refuseUnknownValues({ id, variables }: CompiledTemplate, values: NonNullable<MessageToSend['values']>): void {
    const known = variables.map(({ name }) => name)
    const unknown = Object.keys(values).find((name) => !known.includes(name))
    if (unknown === undefined) return
    const line = singleWords[this.#session.host.lang].valueUnknown(unknown, id, known)
    throw new UsageError({ type: 'single-message', lines: [line] })
  }
}

/** Returns what is said of a release that does not take a message: the caller named it. */
function aboutMessage(error: unknown, lang: LibrarySession['host']['lang']): unknown {
  if (!(error instanceof LedgerError)) return error
  return new UsageError({ type: 'single-message', lines: ledgerProblemIn(lang, error.problem) })
}

function shown(result: SingleResult, lang: LibrarySession['host']['lang']): SingleOutcome {
  const { key } = result
  switch (result.type) {
    case 'outcome': {
      const { type: _, ...outcome } = result
      return outcome
    }
    case 'kept':
      return { state: 'deferred', key, description: keptIn(lang, result.end), reason: result.end.type }
    case 'held':
      return { state: 'deferred', key, description: heldIn(lang, result.hold), reason: result.hold.type }
    case 'unrecorded':
      return { state: 'unknown', key, description: unrecordedIn(lang, result.end), reason: result.end.type }
  }
}

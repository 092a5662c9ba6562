import type { DeployEvent } from '../../../deploy/deploy-host.ts'
import type { StepProgress } from '../../../session/host.ts'
import { koreanTime } from '../../../text/korean-time.ts'
import { reportOpened } from '../ledger/ledger-words.ts'
import { differenceIn } from '../../../deploy/difference.ts'
import { printable } from '../../../words/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { deployRunWords } from '../../../deploy/run-words.ts'
import { deployWords } from './deploy-words.ts'
import { notesOf, planText, reportFound } from './plan-text.ts'

/** Writes an event of `--json`: one object a line, on the standard output. */
export type EmitJson = (event: { readonly event: string; readonly [key: string]: unknown }) => void

interface EventOptions {
  readonly json: EmitJson | undefined
  /** Whether a ledger that is not there yet was asked for. */
  readonly isLedgerAskedFor: boolean
  /** Whether a person decides only now, and reads first what would be sent. */
  readonly asks: boolean
  /** When sending begins, in milliseconds since 1970; at once when undefined. */
  readonly startAtMs: number | undefined
}

const progressEveryMs = 1_000

/** Events of a time in which nothing is sent. */
const waits: ReadonlySet<DeployEvent['type']> = new Set(['image', 'waiting', 'retrying'])

/** Shows a deploy as it goes: text and progress for people, or events for programs. */
export class DeployEvents {
  readonly #terminal: Terminal
  readonly #options: EventOptions
  #progress: StepProgress | undefined
  #total = 0
  readonly #outcomes: { [outcome: string]: number } = {}
  #done = 0
  /** Of all workers, where several send. */
  #left: number | undefined
  #nextEventMs = 0
  #isSending = false
  #notes: readonly string[] = []

  constructor(terminal: Terminal, options: EventOptions) {
    this.#terminal = terminal
    this.#options = options
  }

  /** Whether requests may be under way. */
  get isSending(): boolean {
    return this.#isSending
  }

  readonly on = (event: DeployEvent): void => {
    if (waits.has(event.type)) this.#progress?.pause()
    const { json, isLedgerAskedFor, asks, startAtMs } = this.#options
    const terminal = this.#terminal
    const { lang, verbosity } = terminal
    const words = deployRunWords[lang]
    switch (event.type) {
      case 'opened':
        reportOpened(event, terminal)
        break
      case 'resume': {
        const { type: _, ...counts } = event
        if (verbosity !== 'quiet') terminal.err(`${deployWords[lang].resuming(counts)}\n`)
        json?.({ event: 'resume', ...counts })
        break
      }
      case 'found':
        reportFound(event.found, terminal)
        this.#notes = notesOf(event.found)
        break
      case 'plan':
        json?.({ event: 'plan', plan: event.plan })
        if (json || verbosity === 'quiet') break
        terminal.err(
          `${planText(event.plan, { ...terminal, outColors: terminal.colors }, { nowMs: Date.now(), isLedgerAskedFor, startAtMs, showsContent: asks, notes: this.#notes })}\n`,
        )
        break
      case 'planned-again': {
        const { release, differences } = event
        json?.({ event: 'planned-again', release, differences })
        const lines = differences.map((difference) => `  ${printable(differenceIn(lang, difference))}`)
        if (verbosity !== 'quiet') terminal.err(`${[deployWords[lang].plannedAgain(release), ...lines].join('\n')}\n`)
        break
      }
      case 'not-given':
        terminal.err(`${terminal.colors.yellow('!')} ${deployWords[lang].notGiven(event.recipients)}\n`)
        break
      case 'held': {
        const { excluded, exclusions } = event
        json?.({ event: 'held', excluded, exclusions })
        const lists = Object.entries(exclusions).map(([path, count]) => [printable(path), count] as const)
        const line = deployWords[lang].held(lists)
        if (verbosity !== 'quiet') terminal.err(`${line}\n`)
        break
      }
      case 'inbox': {
        json?.({ event: 'inbox', url: event.url })
        const more = keepsInbox(terminal, json) ? '' : `${words.inboxEnds}\n`
        if (verbosity !== 'quiet') terminal.err(`${words.inbox(event.url)}\n${more}`)
        break
      }
      case 'joining':
        json?.({ event: 'joining', others: event.others })
        if (verbosity !== 'quiet') terminal.err(`${deployWords[lang].joining(event.others)}\n`)
        break
      case 'sending':
        this.#isSending = true
        this.#total = event.total
        this.#progress = terminal.progress('sending', event.total)
        break
      case 'left':
        this.#left = event.messages
        this.#show()
        break
      case 'sent':
        this.#isSending = false
        this.#progress?.end()
        this.#emitProgress()
        break
      case 'too-late':
        json?.({ event: 'too-late', outcomes: event.outcomes })
        this.#progress?.end()
        terminal.err(`${terminal.colors.yellow('!')} ${words.tooLate(event.outcomes)}\n`)
        break
      case 'request':
        this.#count(event.outcomes)
        break
      case 'image': {
        const { path, upload, sha256 } = event.image
        json?.({ event: 'image', path, upload, sha256, url: event.url })
        if (verbosity === 'verbose') this.#say(words.uploaded(path))
        break
      }
      case 'waiting':
        json?.({ event: 'waiting', until: koreanTime(event.untilMs) })
        this.#say(words.waiting(koreanTime(event.untilMs)))
        break
      case 'start-later':
        json?.({ event: 'waiting', until: koreanTime(event.atMs) })
        this.#say(words.startLater(koreanTime(event.atMs)))
        break
      case 'slowed':
        json?.({ event: 'slowed', inMs: event.inMs, rate: event.rate })
        this.#say(words.slowed(Math.max(1, Math.round(event.rate)), Math.ceil(event.inMs / 1000)))
        break
      case 'retrying':
        json?.({ event: 'retrying', inMs: event.inMs, reason: event.reason })
        this.#say(words.retrying(event.reason, Math.ceil(event.inMs / 1000)))
        break
    }
  }

  #count(outcomes: readonly { readonly outcome: string }[]): void {
    for (const { outcome } of outcomes) {
      if (outcome === 'not-written' || outcome === 'not-taken') continue
      this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1
      this.#done++
    }
    this.#show()
    if (this.#options.json && performance.now() >= this.#nextEventMs) this.#emitProgress()
  }

  #show(): void {
    const done = this.#left === undefined ? this.#done : this.#total - this.#left
    this.#progress?.update(Math.max(0, done))
  }

  #emitProgress(): void {
    this.#nextEventMs = performance.now() + progressEveryMs
    this.#options.json?.({
      event: 'progress',
      done: this.#done,
      total: this.#total,
      outcomes: { ...this.#outcomes },
    })
  }

  #say(line: string): void {
    this.#progress?.end()
    if (this.#terminal.verbosity !== 'quiet') this.#terminal.err(`${printable(line)}\n`)
  }
}

/** Whether the inbox outlives the sending: a person has to look at it and close it. */
export function keepsInbox({ isInteractive }: Pick<Terminal, 'isInteractive'>, json: EmitJson | undefined): boolean {
  return isInteractive && json === undefined
}

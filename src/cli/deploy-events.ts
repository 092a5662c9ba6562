import type { RunEvent } from '../deploy/events.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { koreanTime } from '../words/korean-time.ts'
import { deployRunWords } from './deploy-run-words.ts'
import { printable } from './printable.ts'
import { Progress } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** Writes an event of `--json`: one object a line, on the standard output. */
export type EmitJson = (event: { readonly event: string; readonly [key: string]: unknown }) => void

const progressEveryMs = 1_000

/** Shows a deploy as it goes: progress for people, or events for programs. */
export class DeployEvents {
  readonly #terminal: Terminal
  readonly #json: EmitJson | undefined
  readonly #progress: Progress
  readonly #total: number
  readonly #outcomes: { [outcome: string]: number } = {}
  #done = 0
  #nextEventMs = 0

  constructor(terminal: Terminal, { total, json }: { readonly total: number; readonly json: EmitJson | undefined }) {
    this.#terminal = terminal
    this.#json = json
    this.#total = total
    this.#progress = new Progress(terminal, deployRunWords[terminal.lang].sending, total)
  }

  readonly on = (event: RunEvent): void => {
    const words = deployRunWords[this.#terminal.lang]
    switch (event.type) {
      case 'request':
        this.#count(event.outcomes)
        break
      case 'image': {
        const { path, upload, sha256 } = event.image
        this.#json?.({ event: 'image', path, upload, sha256, url: event.url })
        if (this.#terminal.verbosity === 'verbose') this.#say(words.uploaded(path))
        break
      }
      case 'waiting':
        this.#json?.({ event: 'waiting', until: koreanTime(event.untilMs) })
        this.#say(words.waiting(koreanTime(event.untilMs)))
        break
      case 'retrying':
        this.#json?.({ event: 'retrying', inMs: event.inMs, reason: event.reason })
        this.#say(words.retrying(event.reason, Math.ceil(event.inMs / 1000)))
        break
    }
  }

  /** Takes the progress away. */
  end(): void {
    this.#progress.end()
    this.#emitProgress()
  }

  #count(outcomes: readonly { readonly outcome: string }[]): void {
    for (const { outcome } of outcomes) {
      if (outcome === 'not-written') continue
      this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1
      this.#done++
    }
    this.#progress.update(this.#done)
    if (this.#json && performance.now() >= this.#nextEventMs) this.#emitProgress()
  }

  #emitProgress(): void {
    this.#nextEventMs = performance.now() + progressEveryMs
    this.#json?.({ event: 'progress', done: this.#done, total: this.#total, outcomes: { ...this.#outcomes } })
  }

  #say(line: string): void {
    this.#progress.end()
    if (this.#terminal.verbosity !== 'quiet') this.#terminal.err(`${printable(line)}\n`)
  }
}

/** How many messages of a release are left to send. */
export function leftOf(ledger: Pick<Ledger, 'counts'>, release: string): number {
  const { pending, deferred } = ledger.counts(release)
  return pending + deferred
}

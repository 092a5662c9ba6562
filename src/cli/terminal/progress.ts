import type { Step } from '../../session/host.ts'
import type { Text } from '../../words/language.ts'

export const stepNames: { readonly [S in Step]: Text } = {
  reading: { en: 'Reading', ko: '읽기' },
  compiling: { en: 'Compiling', ko: '컴파일' },
  linting: { en: 'Linting', ko: '검사' },
  writing: { en: 'Writing', ko: '쓰기' },
  drawing: { en: 'Drawing', ko: '그리기' },
  'checking-recipients': { en: 'Checking recipients', ko: '수신자 확인' },
  'recording-recipients': { en: 'Recording recipients', ko: '수신자 기록' },
  sending: { en: 'Sending', ko: '발송' },
  exporting: { en: 'Writing', ko: '쓰기' },
  copying: { en: 'Copying', ko: '옮기기' },
  comparing: { en: 'Comparing', ko: '대조' },
  importing: { en: 'Recording results', ko: '결과 기록' },
  asking: { en: 'Asking for results', ko: '결과 조회' },
}

const drawEveryMs = 100
const lineEveryMs = 3000

/** The part of a terminal that progress is drawn on. */
export interface Screen {
  /** A person watches `err`. */
  readonly isInteractive: boolean
  readonly verbosity: 'quiet' | 'normal' | 'verbose'
  readonly err: (text: string) => void
}

/** Shows the progress of long work: a line that redraws itself on a terminal, a new one every few seconds elsewhere. */
export class Progress {
  readonly #terminal: Screen
  readonly #label: string
  /** Undefined if it is not known before the end. */
  readonly #total: number | undefined
  #startMs: number
  /** The amount done at the start. */
  #startDone = 0
  #isPaused = false
  #nextMs: number
  #isDrawn = false

  constructor(terminal: Screen, label: string, total?: number) {
    this.#terminal = terminal
    this.#label = label
    this.#total = total
    this.#startMs = monotonicMs()
    this.#nextMs = this.#startMs + (terminal.isInteractive ? drawEveryMs : lineEveryMs)
  }

  /** Leaves the time until the next update out of the speed: nothing is done in it. */
  pause(): void {
    this.#isPaused = true
  }

  update(done: number): void {
    const nowMs = monotonicMs()
    if (this.#isPaused) {
      this.#isPaused = false
      this.#startMs = nowMs
      this.#startDone = done
      return
    }
    if (this.#terminal.verbosity === 'quiet' || nowMs < this.#nextMs) return
    const { isInteractive } = this.#terminal
    this.#nextMs = nowMs + (isInteractive ? drawEveryMs : lineEveryMs)
    const perSecond = (done - this.#startDone) / ((nowMs - this.#startMs) / 1000)
    const total = this.#total
    // Not known as long as nothing is done.
    const left = total === undefined || done === this.#startDone ? '' : `  ${Math.ceil((total - done) / perSecond)} s`
    const text = `${this.#label} ${done}${total === undefined ? '' : `/${total}`}  ${Math.round(perSecond)}/s${left}`
    this.#terminal.err(isInteractive ? `\r\u001B[2K${text}` : `${text}\n`)
    this.#isDrawn = isInteractive
  }

  end(): void {
    if (this.#isDrawn) this.#terminal.err('\r\u001B[2K')
    this.#isDrawn = false
  }
}

/** The global `performance` is loaded when it is first used, which takes 2 ms of a start. */
function monotonicMs(): number {
  return process.uptime() * 1_000
}

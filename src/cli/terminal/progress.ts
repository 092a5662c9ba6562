import type { Step, StepProgress } from '../../session/host.ts'
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

/**
 * Shows the progress of long work: a line that redraws itself on a terminal, a new one every few seconds elsewhere.
 *
 * @param total undefined if it is not known before the end
 */
export function progressOn({ isInteractive, verbosity, err }: Screen, label: string, total?: number): StepProgress {
  const everyMs = isInteractive ? drawEveryMs : lineEveryMs
  let startMs = monotonicMs()
  let startDone = 0
  let isPaused = false
  let nextMs = startMs + everyMs
  let isDrawn = false
  return {
    // Leaves the time until the next update out of the speed: nothing is done in it.
    pause: () => {
      isPaused = true
    },
    update(done) {
      const nowMs = monotonicMs()
      if (isPaused) {
        isPaused = false
        startMs = nowMs
        startDone = done
        return
      }
      if (verbosity === 'quiet' || nowMs < nextMs) return
      nextMs = nowMs + everyMs
      const perSecond = (done - startDone) / ((nowMs - startMs) / 1000)
      // Not known as long as nothing is done.
      const left = total === undefined || done === startDone ? '' : `  ${Math.ceil((total - done) / perSecond)} s`
      const text = `${label} ${done}${total === undefined ? '' : `/${total}`}  ${Math.round(perSecond)}/s${left}`
      err(isInteractive ? `\r\u001B[2K${text}` : `${text}\n`)
      isDrawn = isInteractive
    },
    end() {
      if (isDrawn) err('\r\u001B[2K')
      isDrawn = false
    },
  }
}

/** The global `performance` is loaded when it is first used, which takes 2 ms of a start. */
function monotonicMs(): number {
  return process.uptime() * 1_000
}

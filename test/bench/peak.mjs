import { readFileSync } from 'node:fs'

/**
 * Returns the peak of this process's resident memory, in KiB. On Linux the figure of getrusage also holds what the parent had
 * when it forked.
 */
export function peakKib() {
  return peakKibOf('self') ?? process.resourceUsage().maxRSS
}

/** Returns that of another process, so far; undefined where the system does not tell. */
export function peakKibOf(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

import { readFileSync } from 'node:fs'

/**
 * Returns the peak of this process's resident memory, in KiB. On Linux the figure of getrusage also holds what the parent had
 * when it forked.
 */
export function peakKib() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}

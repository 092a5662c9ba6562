import { writeSync } from 'node:fs'
import { peakKib } from './peak.mjs'

// Loaded into a measured process: tells its parent the peak of its resident memory, in KiB, when it ends.
process.on('exit', () => writeSync(3, String(peakKib())))

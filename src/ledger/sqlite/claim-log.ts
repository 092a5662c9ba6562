import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { flushData, openIfThere, readAt, replaceFile, stateOf, writeAt } from '../durable-file.ts'
import { checksumDigits, textChecksum } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { claimedProgress, type SendProgress, settledProgress } from '../states.ts'
import { guarded, problemOf } from './connection.ts'
import type { FileChecksum } from './standing.ts'

/**
 * What happened to sends whose rows follow each other. `claimed`: they are `inflight` from then on, with this attempt.
 * `settled`: how far they are; `pending` when nothing of their request was written.
 */
export type LogRecord =
  | ['claimed', at: number, row: number, sends: number, attempt: number]
  | [
      'settled',
      at: number,
      row: number,
      sends: number,
      attempt: number,
      claimedAt: number | null,
      state: SendState,
      code: string | null,
      description: string | null,
    ]

/** The first line of a log. */
interface LogHeader {
  readonly lineage: string
  /** Of the run that wrote the log; another one each time. */
  readonly run: string
  /** Number of the first entry. Entries are numbered through the whole life of a ledger. */
  readonly first: number
  /** How often the main file had been changed, apart from taking claims and outcomes over. */
  readonly changes: number
  /** Of the main file after it was closed in order; the log then has no entries. */
  readonly closed?: FileChecksum
}

/** What was claimed and settled at the same time. */
export interface LogEntry {
  readonly number: number
  /** As in the header, at the time of the entry. */
  readonly changes: number
  readonly records: readonly LogRecord[]
}

/** One of the two files of a log as it was read. */
export type LogFile =
  | { readonly type: 'missing' }
  /** Not even its first line can be read. */
  | { readonly type: 'unreadable' }
  | {
      readonly type: 'read'
      readonly header: LogHeader
      readonly entries: readonly LogEntry[]
      /** Whether something between the entries could not be read. */
      readonly isDamaged: boolean
      /**
       * What follows the last entry: the zeros that every log ends with, something that is no entry, such as one that a
       * crash cut off, or nothing at all, as when the file was truncated.
       */
      readonly end: 'zeros' | 'torn' | 'cut'
    }

/** Returns the names of the two files of a log. Both hold the same, so that either can be lost. */
export function logFiles(path: string): readonly [string, string] {
  return [`${path}-claims-1`, `${path}-claims-2`]
}

/** Zeros that are written ahead: flushing what has its place on the disk is faster, and cannot find the disk full. */
const stepBytes = 262_144
/** More than the largest outcome of one send takes: its description has 500 characters, of at most six bytes each. */
const outcomeBytes = 4_096
const maxHeaderBytes = 4_096

/** The run of a copy that was taken while a deploy was running: no claim log is of it. */
export const copyRun = 'copy'

/** The run of a copy that was taken while no deploy was running. Somebody may have sent since. */
export const backupRun = 'backup'

/** Whether the main file of a ledger with this run has everything, and no claim log is ahead of it. */
export function isAtRest({ run }: { readonly run: string | null }): boolean {
  return run === null || run === backupRun
}

/**
 * The claim log of a run: what was claimed and settled, in two files beside the ledger. A claim is on the disk in both
 * before its request leaves.
 */
export class ClaimLog {
  readonly #path: string
  readonly #seed: number
  readonly #files: readonly { readonly name: string; readonly descriptor: number; readonly inode: number }[]
  #next: number
  #offset: number
  #size: number

  private constructor(path: string, header: LogHeader) {
    this.#path = path
    this.#seed = seedOf(header)
    const line = headerLine(header)
    writeLogs(path, line, stepBytes)
    this.#files = logFiles(path).map((name) => {
      const descriptor = openSync(name, 'r+')
      return { name, descriptor, inode: fstatSync(descriptor).ino }
    })
    this.#next = header.first
    this.#offset = line.length
    this.#size = stepBytes
  }

  /** Begins the log of a run in the place of the last one; both files are on the disk when this returns. */
  static begin(path: string, header: LogHeader): ClaimLog {
    return guarded(path, () => new ClaimLog(path, header))
  }

  /** Number of the next entry. */
  get next(): number {
    return this.#next
  }

  /** Where the next entry begins, in bytes from the start of either file. */
  get offset(): number {
    return this.#offset
  }

  /**
   * Makes sure that an entry and the outcomes of all sends in flight will fit.
   *
   * @throws LedgerError `disk-full` when they would not; nothing is changed then
   */
  reserve(entryBytes: number, inflight: number): void {
    const wanted = this.#offset + entryBytes + inflight * outcomeBytes + 1
    if (wanted <= this.#size) return
    const size = Math.ceil(wanted / stepBytes) * stepBytes
    guarded(this.#path, () => {
      const more = Buffer.alloc(size - this.#size)
      try {
        for (const { descriptor } of this.#files) {
          writeAt(descriptor, more, this.#size)
          fdatasyncSync(descriptor)
        }
      } catch (error) {
        for (const { descriptor } of this.#files) ftruncateSync(descriptor, this.#size)
        throw error
      }
      this.#size = size
    })
  }

  /** Writes an entry, which is not on the disk before the next `flush` is over. */
  append(changes: number, records: string): void {
    const line = entryLine(this.#seed, { number: this.#next, changes }, records)
    guarded(this.#path, () => {
      for (const { descriptor } of this.#files) writeAt(descriptor, line, this.#offset)
    })
    this.#next++
    this.#offset += line.length
  }

  async flush(): Promise<void> {
    try {
      await Promise.all(this.#files.map(({ descriptor }) => flushData(descriptor)))
    } catch (error) {
      throw problemOf(error, this.#path)
    }
  }

  /** @throws LedgerError when one of the files was removed, replaced, or cut off */
  checkPlace(): void {
    for (const { name, inode } of this.#files) {
      const state = stateOf(name)
      if (state?.ino !== inode || state.size < this.#size) throw new LedgerError({ type: 'moved', path: name })
    }
  }

  close(): void {
    for (const { descriptor } of this.#files) closeSync(descriptor)
  }
}

/** Leaves only a header in the place of a log: what the main file is after it was closed in order. */
export function closeLog(path: string, header: LogHeader): void {
  guarded(path, () => writeLogs(path, headerLine(header), maxHeaderBytes))
}

/**
 * Reads one file of a log.
 *
 * @param from where the first entry that is wanted begins, in bytes; the header ends before it. A log in which no entry
 *   ends there is older than whoever asks.
 */
export function readLogFile(name: string, from = 0): LogFile {
  const descriptor = openIfThere(name)
  if (descriptor === undefined) return { type: 'missing' }
  try {
    const head = readAt(descriptor, 0, maxHeaderBytes)
    const headEnd = head.indexOf(newline)
    const header = headEnd < 0 ? undefined : headerIn(head.subarray(0, headEnd))
    if (header === undefined) return { type: 'unreadable' }
    // From the end of the line before.
    const start = Math.max(from - 1, headEnd)
    const { size } = fstatSync(descriptor)
    const data = readAt(descriptor, start, Math.max(0, size - start))
    if (data[0] !== newline) return { type: 'read', header, entries: [], isDamaged: true, end: 'cut' }
    return { type: 'read', header, ...entriesIn(data.subarray(1), seedOf(header)) }
  } finally {
    closeSync(descriptor)
  }
}

const newline = 0x0a

function entriesIn(
  data: Buffer,
  seed: number,
): Pick<Extract<LogFile, { type: 'read' }>, 'entries' | 'isDamaged' | 'end'> {
  const entries: LogEntry[] = []
  let isDamaged = false
  let isTorn = false
  let at = 0
  for (; at < data.length && data[at] !== 0;) {
    const end = data.indexOf(newline, at)
    const entry = end < 0 ? undefined : entryIn(data.subarray(at, end), seed)
    if (entry === undefined) isTorn = true
    else {
      if (isTorn) isDamaged = true
      isTorn = false
      entries.push(entry)
    }
    if (end < 0) break
    at = end + 1
  }
  if (isTorn) return { entries, isDamaged, end: 'torn' }
  if (at >= data.length) return { entries, isDamaged, end: 'cut' }
  // Entries behind zeros are behind a hole.
  return { entries, isDamaged, end: isZeros(data.subarray(at)) ? 'zeros' : 'torn' }
}

/** Compared as a whole: looking at byte after byte takes a hundred times as long. */
function isZeros(data: Buffer): boolean {
  return data.equals(Buffer.alloc(data.length))
}

/** Returns a progress for each send that a log speaks of: the last one. */
export function progressIn(entries: Iterable<LogEntry>): ReadonlyMap<number, SendProgress> {
  const sends = new Map<number, SendProgress>()
  for (const { records } of entries) {
    for (const record of records) {
      const [, , first, count] = record
      const progress = progressOf(record)
      for (let row = first; row < first + count; row++) sends.set(row, progress)
    }
  }
  return sends
}

function progressOf(record: LogRecord): SendProgress {
  if (record[0] === 'claimed') return claimedProgress(record[4], record[1])
  const [, at, , , attempt, claimedAt, state, code, description] = record
  return settledProgress({ attempt, claimed_at: claimedAt }, { state, code, description }, at)
}

/** Of another ledger or another run no entry fits. */
function seedOf({ lineage, run }: LogHeader): number {
  return crc32(`${lineage} ${run}`)
}

const format = 2

function headerLine(header: LogHeader): Buffer {
  const text = JSON.stringify({ format, ...header })
  return Buffer.from(`${textChecksum(text)} ${text}\n`)
}

function headerIn(line: Buffer): LogHeader | undefined {
  const text = line.toString('utf8', checksumDigits + 1)
  if (line.toString('latin1', 0, checksumDigits) !== textChecksum(text)) return undefined
  const header = JSON.parse(text) as LogHeader & { readonly format: number }
  return header.format === format ? header : undefined
}

function entryLine(seed: number, { number, changes }: Omit<LogEntry, 'records'>, text: string): Buffer {
  const data = `${number} ${changes} ${text}`
  return Buffer.from(`${textChecksum(data, seed)} ${data}\n`)
}

function entryIn(line: Buffer, seed: number): LogEntry | undefined {
  const data = line.toString('utf8', checksumDigits + 1)
  if (line.toString('latin1', 0, checksumDigits) !== textChecksum(data, seed)) return undefined
  const [number = '', changes = ''] = data.split(' ', 2)
  const records = JSON.parse(data.slice(number.length + changes.length + 2)) as LogEntry['records']
  return { number: Number(number), changes: Number(changes), records }
}

function writeLogs(path: string, line: Buffer, bytes: number): void {
  const data = Buffer.alloc(bytes)
  line.copy(data)
  for (const name of logFiles(path)) replaceFile(name, data)
}

import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'

/** The files of a ledger, by what follows its path; the mark is in the state folder. */
export const ledgerFiles = ['main', '-journal', '-claims-1', '-claims-2', '-lock', 'mark'] as const

export type LedgerFile = (typeof ledgerFiles)[number]

/** When a damage comes. `committing`: the process is killed while it writes the main file, so that its journal is needed. */
export const moments = ['at rest', 'killed', 'committing', 'running, killed', 'running, ended'] as const

export type Moment = (typeof moments)[number]

/** What a damage takes beside the file: files that could come in its place, and numbers from 0 to 1. */
export interface Around {
  readonly older: string
  readonly other: string
  readonly random: () => number
}

/** Something that happens to a file; false when it cannot happen to this one. */
export interface Damage {
  readonly name: string
  readonly apply: (file: string, around: Around) => boolean
}

const places = [
  ['after 1 byte', () => 1],
  ['at a quarter', (used: number) => used / 4],
  ['in the middle', (used: number) => used / 2],
  ['at three quarters', (used: number) => (used * 3) / 4],
  ['before its last byte', (used: number) => used - 1],
  ['after its last byte', (used: number) => used],
  ['between the zeros', (used: number, size: number) => (used + size) / 2],
  ['1 byte short', (_used: number, size: number) => size - 1],
] as const

/** Everything but random bits. */
export const damages: readonly Damage[] = [
  {
    name: 'removed',
    apply: (file) => {
      rmSync(file)
      return true
    },
  },
  {
    name: 'emptied',
    apply: (file) => {
      if (statSync(file).size === 0) return false
      truncateSync(file)
      return true
    },
  },
  ...places.map(([place, at]): Damage => ({
    name: `truncated ${place}`,
    apply: (file) => {
      const { size } = statSync(file)
      const bytes = Math.floor(at(usedBytes(file), size))
      if (bytes < 0 || bytes >= size) return false
      truncateSync(file, bytes)
      return true
    },
  })),
  { name: 'replaced by an older version', apply: (file, { older, random }) => replace(file, older, random) },
  { name: "replaced by another ledger's", apply: (file, { other, random }) => replace(file, other, random) },
]

/** A few bits, mostly where something stands. */
export const flippedBits: Damage = {
  name: 'random bits flipped',
  apply: (file, { random }) => {
    const { size } = statSync(file)
    if (size === 0) return false
    const within = random() < 0.8 ? usedBytes(file) : size
    for (let flips = 1 + Math.floor(random() * 3); flips > 0; flips--) flipBit(file, Math.floor(random() * within * 8))
    return true
  },
}

/** In its place, or under its name: a process that has the file open sees the one and not the other. */
function replace(file: string, by: string, random: () => number): boolean {
  if (!existsSync(by)) return false
  if (random() < 0.5) copyFileSync(by, file)
  else {
    copyFileSync(by, `${file}-by`)
    renameSync(`${file}-by`, file)
  }
  return true
}

/** Without the zeros at its end. */
function usedBytes(file: string): number {
  return readFileSync(file).findLastIndex((byte) => byte !== 0) + 1
}

function flipBit(file: string, bit: number): void {
  const at = Math.floor(bit / 8)
  const byte = readFileSync(file)[at] ?? 0
  const descriptor = openSync(file, 'r+')
  try {
    writeSync(descriptor, Buffer.of(byte ^ (1 << (bit % 8))), 0, 1, at)
  } finally {
    closeSync(descriptor)
  }
}

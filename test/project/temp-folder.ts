import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEachFile } from '../ending.ts'

/** Paths below a folder and the content of the files there. */
export type Tree = Readonly<Record<string, string | Uint8Array>>

const made: string[] = []

afterEachFile(() => {
  for (const folder of made.splice(0)) {
    try {
      remove(folder)
    } catch {
      // A test has forbidden everybody to look into a folder.
      spawnSync('chmod', ['-R', 'u+rwx', folder])
      remove(folder)
    }
  }
})

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Makes a folder of its own for a test, removed when the test file is done; `name` is the last part of its path. */
export function tempFolder(tree: Tree = {}, name = 'project'): string {
  const folder = join(folderIn(tmpdir()), name)
  mkdirSync(folder)
  writeTree(folder, tree)
  return folder
}

/** Makes such a folder for small ledgers: where there is a file system in memory, a flush takes no time. */
export function memoryFolder(): string {
  return folderIn(hasMemory ? memory : tmpdir())
}

const memory = '/dev/shm'
const hasMemory = isSpacious(memory)

/** Whether a folder can be written to and has room: that of a container may be small. */
function isSpacious(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 512 * 1024 * 1024
  } catch {
    // There is none.
    return false
  }
}

function folderIn(parent: string): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'friendtalk-')))
  made.push(folder)
  return folder
}

export function writeTree(folder: string, tree: Tree): void {
  for (const [path, content] of Object.entries(tree)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

/** The smallest message that compiles. */
export function textMessage(text: string, settings = ''): string {
  return `---\nkind: ft-text\n${settings}---\n\n${text}\n`
}

import { realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import type { OtherWriter } from '../../words/file-problem.ts'
import { lstatOf, statOf } from '../files/file-kind.ts'
import { textIfAny } from '../files/read-file.ts'

/** What lets somebody else decide what a file says. */
export interface Risk {
  /** Absolute path of the file, or of a folder that it stands in. */
  readonly at: string
  readonly who: OtherWriter
}

/**
 * What lets somebody beside the user and root decide what a file says: whoever may write to it or to its folder, also
 * where a link leads. A sticky folder, as `/tmp`, is one in which everybody may have put it.
 *
 * @returns undefined where nobody else may, and where the system knows no owners
 */
export function riskOf(file: string): Risk | undefined {
  let real: string
  try {
    real = realpathSync.native(file)
  } catch {
    // Whoever reads it says what is wrong with it.
    return undefined
  }
  const places = new Set([dirname(file), file, dirname(real), real])
  for (const at of places) {
    const who = otherWriterOf(at)
    if (who !== undefined) return { at, who }
  }
  return undefined
}

/** Whether nobody else may have put anything into a folder. */
export function isOwnFolder(folder: string): boolean {
  return otherWriterOf(folder) === undefined
}

function otherWriterOf(path: string): OtherWriter | undefined {
  const user = process.getuid?.()
  // The permissions of a link mean nothing: who put it there, its owner and its folder say.
  const link = lstatOf(path)
  const stats = link?.isSymbolicLink() === true ? link : statOf(path)
  if (user === undefined || stats === undefined) return undefined
  if (!isOwn(stats.uid, user)) return 'owner'
  if (stats.isSymbolicLink()) return undefined
  if ((stats.mode & 0o002) !== 0) return 'everybody'
  return (stats.mode & 0o020) !== 0 && !isPrivateGroup(stats.gid, user) ? 'group' : undefined
}

/** The user, root, and whoever became root with sudo. */
function isOwn(owner: number, user: number): boolean {
  return owner === user || owner === 0 || (user === 0 && String(owner) === process.env['SUDO_UID'])
}

/** Many systems give each user a group of their own, and let it write to all that the user makes. */
function isPrivateGroup(group: number, user: number): boolean {
  if (user === 0 || group !== process.getgid?.()) return false
  const name = nameOf(user)
  const entry = textIfAny('/etc/group')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => id === String(group))
  const [groupName, , , members = ''] = entry ?? []
  return name !== undefined && groupName === name && members.split(',').every((member) => ['', name].includes(member))
}

function nameOf(user: number): string | undefined {
  try {
    const { uid, username } = userInfo()
    return uid === user ? username : undefined
  } catch {
    // In a container the user may have no name.
    return undefined
  }
}

import { posix } from 'node:path'

/** A path that a message gives from its own folder, as a path from the root. */
export function besideMessage(messagePath: string, typed: string): string {
  return posix.normalize(posix.join(posix.dirname(messagePath), typed))
}

// Paths inside a project, with `/`, as `node:path` has them: a message is compiled where there is no Node.js as well.

/** Returns the folder of a path; `.` for a name alone. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.'
}

/** Returns what a path that is typed in a folder leads to, without `.` and with `..` only at its start. */
export function pathFrom(folder: string, typed: string): string {
  const names: string[] = []
  for (const name of `${folder}/${typed}`.split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop()
    else names.push(name)
  }
  const path = names.join('/') || '.'
  return typed.endsWith('/') && !path.endsWith('/') ? `${path}/` : path
}

/** Returns the path that leads from a folder to another path; both relative to the same folder, and below it. */
export function pathTo(folder: string, path: string): string {
  const from = namesOf(folder)
  const to = namesOf(path)
  let same = 0
  while (same < from.length && same < to.length && from[same] === to[same]) same++
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/')
}

function namesOf(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.')
}

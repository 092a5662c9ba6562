import { format, parse, resolve } from 'node:path'

/** Whether a target may be named so: its name becomes part of a file's name. */
export function isTargetName(name: string): boolean {
  return /^[\w-]+$/.test(name)
}

/**
 * The ledger file of a target. Each target has its own, so that nothing of one is ever taken for sent to another:
 * `.friendtalk/ledger.db` is `.friendtalk/ledger.production.db` for the target `production`.
 *
 * @param ledger the configuration's path, relative to the root
 * @returns an absolute path
 */
export function ledgerPath(root: string, ledger: string, target: string): string {
  const { dir, name, ext } = parse(resolve(root, ledger))
  return format({ dir, name: `${name}.${target}`, ext })
}

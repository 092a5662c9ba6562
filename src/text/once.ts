/**
 * Returns a function that makes something when it is asked for first, and gives the same from then on: for what takes
 * long to make and few messages need, so that no start of the command waits for it.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

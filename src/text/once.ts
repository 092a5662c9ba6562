/**
 * Returns a function that makes something when it is asked for first, and gives the same from then on: for what takes
 * long to make and few messages need, so that no start of the command waits for it.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Returns a function that makes something of each object once, while the object is in use. */
export function onceFor<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) made.set(key, (known = make(key)))
    return known
  }
}

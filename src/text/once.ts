/**
 * Returns a function that makes something when it is asked for first, and gives the same from then on: for what takes
 * long to make and few messages need, so that no start of the command waits for it.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Returns a function that makes something of an object, and keeps it until it is called for another object. */
export function onceFor<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  let last: { readonly key: K; readonly made: T } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, made: make(key) }
    return last.made
  }
}

/** Returns a function that makes something of each of few objects, and keeps it. */
export function onceForEach<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

import { distance } from 'fastest-levenshtein'

/** The candidate that was most likely meant, or undefined where none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  return allNearest(word, candidates)[0]
}

const maxUnits = 256

/** The candidates that were most likely meant, all equally near. */
export function allNearest(word: string, candidates: Iterable<string>): readonly string[] {
  if (word.length > maxUnits) return []
  let best: string[] = []
  // Full-width letters and capitals are the same word.
  const plain = word.normalize('NFKC').toLowerCase()
  // Every letter is one edit away from a single letter.
  let bestDistance = word.length < 2 ? 0 : Math.max(1, Math.floor(word.length / 3))
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    const isClose = isStart(plain, other) || isSwap(plain, other)
    const edits = other === plain ? 0 : isClose ? 1 : distance(plain, other)
    if (edits > bestDistance) continue
    if (edits < bestDistance) best = []
    best.push(candidate)
    bestDistance = edits
  }
  return best
}

/** Returns whether a word is a candidate that was not written to its end. */
function isStart(word: string, candidate: string): boolean {
  return word.length >= 4 && candidate.startsWith(word)
}

/** Returns whether two neighbouring letters of a candidate changed places. */
function isSwap(word: string, candidate: string): boolean {
  if (word.length !== candidate.length) return false
  let at = 0
  while (word[at] === candidate[at] && at < word.length) at++
  const swapped = `${candidate[at + 1] ?? ''}${candidate[at] ?? ''}`
  return word === candidate.slice(0, at) + swapped + candidate.slice(at + 2)
}

/** `{ suggestion }` where there is one, for the arguments of a violation. */
export function suggestionFor(word: string, candidates: Iterable<string>): { suggestion?: string } {
  const suggestion = nearest(word, candidates)
  return suggestion === undefined ? {} : { suggestion }
}

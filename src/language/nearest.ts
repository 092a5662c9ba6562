import { distance } from 'fastest-levenshtein'

/** The candidate that was most likely meant, or undefined where none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  // Of a single letter every other letter is one edit away.
  let bestDistance = word.length < 2 ? 1 : Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const edits = candidate.toLowerCase() === word.toLowerCase() ? 0 : distance(word, candidate)
    if (edits < bestDistance) {
      best = candidate
      bestDistance = edits
    }
  }
  return best
}

/** `{ suggestion }` where there is one, for the arguments of a fault. */
export function suggestionFor(word: string, candidates: Iterable<string>): { suggestion?: string } {
  const suggestion = nearest(word, candidates)
  return suggestion === undefined ? {} : { suggestion }
}

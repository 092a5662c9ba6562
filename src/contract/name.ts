// Braille's blank is a pattern without dots.
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * The form in which names of releases, messages, targets and senders are compared and kept: names that look the same
 * are the same (Unicode NFKC, no white space around them), whatever keyboard or file system they come from.
 *
 * @returns undefined for a name of nothing but white space, and for one with characters that nobody sees: it would look
 * like another name and be a different one
 */
export function normalizeName(text: string): string | undefined {
  const name = text.normalize('NFKC').trim()
  return name === '' || unseen.test(name) ? undefined : name
}

/** Whether two names are the same name. */
export function isSameName(one: string, other: string): boolean {
  return one === other || (normalizeName(one) ?? one) === (normalizeName(other) ?? other)
}

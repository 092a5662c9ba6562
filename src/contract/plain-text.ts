const plain = /^[\t\n\r\x20-\x7e\uac00-\ud7a3]*$/

/**
 * Whether a text is made of ASCII and of composed Hangul syllables alone, as most are: then it is in Unicode NFC, has
 * no combining marks, no invisible and no bidirectional characters and no surrogates, and what is said of those need
 * not be looked for.
 */
export function isPlainText(text: string): boolean {
  return plain.test(text)
}

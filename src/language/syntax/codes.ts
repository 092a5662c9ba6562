/** The characters that start or delimit a line form, as micromark's codes. */
export const codes = {
  exclamationMark: 33,
  quotationMark: 34,
  numberSign: 35,
  leftParenthesis: 40,
  rightParenthesis: 41,
  dash: 45,
  lessThan: 60,
  greaterThan: 62,
  leftSquareBracket: 91,
  backslash: 92,
  rightSquareBracket: 93,
  graveAccent: 96,
} as const

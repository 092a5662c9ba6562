/** The rows beside the first, in English. */
export const others = (more: number): string => (more === 0 ? '' : ` and ${more} more row${more === 1 ? '' : 's'}`)

/** The rows that a value stands in, in Korean. */
export const rowsIn = (row: number, more: number): string =>
  more === 0 ? `${row}행` : `${row}행을 비롯한 ${more + 1}개 행의`

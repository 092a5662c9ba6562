/** By the word that tells which one was meant. */
const namesByWord = { 예약: '톡에서 예약하기', 설문: '톡에서 설문하기', 응모: '톡에서 응모하기' } as const

export const formNames: readonly string[] = Object.values(namesByWord)

export function formNameMeant(name: string): string | undefined {
  const [only, ...others] = Object.entries(namesByWord).filter(([word]) => name.includes(word))
  return others.length === 0 ? only?.[1] : undefined
}

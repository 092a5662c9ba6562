import { suggestionIn } from '../../../words/phrases.ts'
import type { Contract } from '../../../contract/contract.ts'
import { contracts, kindStart } from '../../../contract/contracts.ts'
import { allNearest } from '../../../language/nearest.ts'
import { UsageError } from '../../../project/usage-error.ts'
import { columnsOf } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { sayNext } from '../../terminal/words.ts'
import type { Text } from '../../../words/language.ts'

export function hasEnded({ id }: Contract): boolean {
  return contracts.some(({ succeeds }) => succeeds?.service === id)
}

/** The services in the order in which people are offered them: what has ended comes last. */
export const services = contracts.toSorted((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)))

/** There is a starter of each kind: the names of the files in `templates/`. */
export const starterNames: readonly string[] = services.flatMap(({ kinds }) => Object.keys(kinds))

/**
 * The starter that a word names.
 *
 * @throws UsageError for a word that names no kind, and for one that lacks what tells its service
 */
export function starterNamed(word: string): string {
  const name = word.trim().toLowerCase().replaceAll('_', '-')
  if (starterNames.includes(name)) return name
  const unprefixed = starterNames.filter((kind) => kind.replace(new RegExp(`^${kindStart}`), '') === name)
  const meant = unprefixed.length > 0 ? unprefixed : allNearest(name, starterNames)
  throw new UsageError('starter-unknown', {
    en: `There is no kind "${word}".${meant.length > 1 ? ` Write ${meant.join(' or ')}.` : suggestionIn.en(meant[0])} friendtalk new --list shows them.`,
    ko: `"${word}" 유형은 없습니다.${meant.length > 1 ? ` ${meant.join(', ')} 중 하나를 쓰세요.` : suggestionIn.ko(meant[0])} friendtalk new --list로 볼 수 있습니다.`,
  })
}

export const ended: Text = { en: 'has ended', ko: '서비스 종료' }

/** `new --list`: prints every kind of message, a line each. */
export function listStarters(terminal: Terminal): void {
  const { lang, outColors: colors, out, say } = terminal
  const columns = Math.max(...starterNames.map(columnsOf)) + 2
  for (const service of services) {
    const name = service.name[lang]
    const note = hasEnded(service) ? ` (${ended[lang]})` : ''
    say({ en: `Kinds of ${name}${note}:`, ko: `${name} 유형${note}:` })
    for (const [kind, { hint }] of Object.entries(service.kinds))
      out(`  ${colors.bold(kind)}${' '.repeat(columns - columnsOf(kind))}${hint[lang]}\n`)
    out('\n')
  }
  sayNext([`npx --no-install friendtalk new ${starterNames[0]} messages/spring-sale.md`], terminal)
}

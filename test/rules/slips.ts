import type { Span } from '../../src/diagnostic.ts'
import type { Choose, Meaning, Mistake } from './slip-families.ts'
import { bulletSlips } from './slip-bullets.ts'
import { fenceSlips } from './slip-fences.ts'
import { headingSlips } from './slip-headings.ts'
import { sheetOf } from './slip-lines.ts'
import { linkSlips } from './slip-links.ts'
import { lookalikeSlips } from './slip-lookalikes.ts'
import type { SlipMessage } from './slip-messages.ts'
import { settingSlips } from './slip-settings.ts'
import { toolSlips } from './slip-tools.ts'
import { variableSlips } from './slip-variables.ts'
import { yamlSlips } from './slip-yaml.ts'

/** A valid message with one typing mistake. */
export interface Slip {
  readonly family: string
  readonly name: string
  readonly source: string
  /** Where the mistake stands in `source`. */
  readonly place: Span
  readonly meaning: Meaning
}

const mistakes: readonly Mistake[] = [
  ...lookalikeSlips,
  ...bulletSlips,
  ...variableSlips,
  ...toolSlips,
  ...fenceSlips,
  ...headingSlips,
  ...linkSlips,
  ...settingSlips,
  ...yamlSlips,
]

/** Every mistake at every place of a message where it can be made. */
export function* slipsOf(message: SlipMessage): Generator<Slip> {
  const sheet = sheetOf(message.source)
  const texts = sheet.lines.map(({ text }) => text)
  const choose = chooser(message.name.length * 7919 + message.source.length)
  for (const { family, name, meaning, make } of mistakes) {
    for (const { from, to, text } of make(sheet, choose)) {
      const typed = text.replaceAll('\n', message.ending)
      const before = texts.slice(0, from).map((line) => line + message.ending)
      const start = before.join('').length
      const source = [...texts.slice(0, from), typed.replaceAll(message.ending, '\n'), ...texts.slice(to)]
      yield {
        family,
        name,
        meaning,
        source: source.join('\n').replaceAll('\n', message.ending),
        place: { start, end: start + typed.length },
      }
    }
  }
}

/** A choice that is the same for the same seed (mulberry32). */
function chooser(seed: number): Choose {
  let state = seed >>> 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (list, count) => {
    const rest = [...list]
    return Array.from({ length: Math.min(count, rest.length) }, () =>
      rest.splice(Math.floor(random() * rest.length), 1),
    ).flat()
  }
}

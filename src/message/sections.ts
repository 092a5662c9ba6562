import type { Repeated } from '../contract/kinds.ts'
import { type Violation, violation } from '../violation.ts'
import type { BodySection } from '../contract/kinds.ts'
import { type Heading, type Line, spanOf } from '../dialect/document.ts'

/** An item or a card: its heading and the lines below. */
export interface Section {
  readonly heading: Heading
  readonly lines: readonly Line[]
}

export interface Sections {
  readonly before: readonly Line[]
  readonly sections: readonly Section[]
  readonly after: readonly Line[]
  readonly faults: readonly Violation[]
}

/**
 * Splits the body of a kind with items at its `##` lines and at the `---` that ends them: the first after the last
 * `##`. Any other `---` is a fault and splits nothing, so that one too many between two items spoils neither.
 */
export function splitSections(lines: readonly Line[], repeated: Repeated): Sections {
  const lastHeading = lines.findLastIndex(isSectionHeading)
  const end = lines.findIndex((line, index) => index > lastHeading && line.type === 'divider')
  const faults: Violation[] = []
  const before: Line[] = []
  const after: Line[] = []
  const sections: { heading: Heading; lines: Line[] }[] = []
  lines.forEach((line, index) => {
    const isAfter = end >= 0 && index > end
    const section = sections.at(-1)
    if (isSectionHeading(line)) sections.push({ heading: line, lines: [] })
    else if (line.type === 'divider') {
      const place: BodySection = isAfter ? 'after-items' : section === undefined ? 'before-items' : repeated
      if (index !== end || place === 'before-items')
        faults.push(violation('divider-not-allowed', spanOf(line), { place }))
    } else if (isAfter) after.push(line)
    else if (section === undefined) before.push(line)
    else section.lines.push(line)
  })
  return { before, sections, after, faults }
}

function isSectionHeading(line: Line): line is Heading {
  return line.type === 'heading' && line.depth === 2
}

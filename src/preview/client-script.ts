import { listPart } from './client/list.ts'
import { panelPart } from './client/panel.ts'
import { sourcePart } from './client/source.ts'
import { startPreview } from './client/start.ts'
import { stagePart } from './client/stage.ts'

/**
 * The script of the page: functions of this program as their own source text. They are checked and compiled like the
 * rest and need no build of their own; none of them uses anything from outside itself.
 */
export function clientScript(): string {
  const parts = Object.entries({ sourcePart, listPart, stagePart, panelPart }).map(
    ([name, part]) => `${name}: (${part.toString()})`,
  )
  return `'use strict';\n(${startPreview.toString()})(window, {\n${parts.join(',\n')}\n});\n`
}

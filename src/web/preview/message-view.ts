import type { Element } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { Diagnostic, Span } from '../../diagnostic.ts'
import type { Readings } from '../../rules/rule.ts'
import { prepareTrial, type VariableValues } from '../../message/render.ts'
import type { Sketch } from '../../sketch.ts'
import { fieldName, findingsView, metersView, type PlacedFinding } from './check-view.ts'
import { payloadView, sourceView } from './code-view.ts'
import { controlsKey, controlsView, overMax } from './controls-view.ts'
import { drawing, type DrawingOptions } from './drawing.ts'
import { metersOf } from './meters.ts'
import type { MessageView } from './page-data.ts'
import { pageWords, type PageWords } from './page-words.ts'

/**
 * What a picture is made of: the file as it is, the last state in which it could be read, what can be read of it
 * now, or nothing.
 */
export type Drawn =
  | { readonly state: 'good' | 'old' | 'part'; readonly sketch: Sketch }
  | { readonly state: 'none'; readonly sketch?: undefined }

/** A message file and everything that is known of it. */
export interface Viewed {
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
  readonly drawn: Drawn
  readonly values: VariableValues
}

export interface ViewOptions extends DrawingOptions {
  readonly readings: Readings
}

/** Draws everything about a message with values. */
export function messageView(viewed: Viewed, options: ViewOptions): MessageView {
  const { source, diagnostics, drawn, values } = viewed
  const { lang, readings } = options
  const words = pageWords[lang]
  const { state, sketch } = drawn
  const trial = sketch && prepareTrial(sketch.template)(values)
  const isCurrent = state !== 'old'
  const findings = diagnostics.map((diagnostic) => placed(diagnostic, isCurrent ? sketch : undefined))
  const meters = sketch && trial ? [metersView(metersOf(sketch, trial.payload, readings), words)] : []
  return {
    state,
    picture: toHtml(picture(viewed, trial, options)),
    check: toHtml({ type: 'root', children: [findingsView(findings, words), ...meters] }),
    controls: toHtml(sketch ? controlsView(sketch, values, words) : emptyText(words.noPicture)),
    controlsKey: sketch ? controlsKey(sketch) : '',
    overMax: sketch ? overMax(sketch, values, { words, reading: readings.characters }) : [],
    payload: toHtml(
      trial ? payloadView(trial.payload, isCurrent ? sketch : undefined, words) : emptyText(words.noPicture),
    ),
    source: toHtml(sourceView(source, diagnostics, words)),
    findings: findings.length,
  }
}

function emptyText(text: string): Element {
  return h('p.empty-text', text)
}

type Trial = ReturnType<ReturnType<typeof prepareTrial>>

function picture({ drawn }: Viewed, trial: Trial | undefined, options: ViewOptions): Element {
  const words = pageWords[options.lang]
  const { state, sketch } = drawn
  const content = sketch && trial ? [drawing(sketch, trial.payload, options)] : [h('div.no-phone')]
  return h('div', { className: ['picture', `is-${state}`] }, [...notes(state, trial, words), ...content])
}

function notes(state: Drawn['state'], trial: Trial | undefined, words: PageWords): Element[] {
  const note = (text: string, className: string): Element => h('p', { className: ['note', className] }, text)
  return [
    ...(state === 'old' ? [note(words.oldPicture, 'is-old')] : []),
    ...(state === 'part' ? [note(words.partPicture, 'is-old')] : []),
    ...(state === 'none' ? [note(words.noPicture, 'is-old')] : []),
    ...(trial && trial.missing.length > 0 ? [note(words.missing(trial.missing), 'is-warning')] : []),
    ...(trial && trial.invalidLinks.length > 0
      ? [note(words.invalidLinks(trial.invalidLinks.map((pointer) => fieldName(pointer, words))), 'is-warning')]
      : []),
  ]
}

/**
 * A finding belongs to the smallest value whose source holds its start, or to the value that it names. Where something
 * is mistyped that is a value of the message as it was meant: in the one that is drawn another may have its place.
 */
function placed(diagnostic: Diagnostic, sketch: Sketch | undefined): PlacedFinding {
  const { pointer, start } = diagnostic
  const values = sketch?.map ?? new Map<string, Span>()
  const isAround = (span: Span): boolean => span.start <= start.offset && start.offset < span.end
  const named = pointer === undefined ? undefined : values.get(pointer)
  if (pointer !== undefined && named !== undefined && isAround(named)) return { diagnostic, pointer }
  const around = [...values]
    .filter(([at, span]) => at !== '' && isAround(span))
    .toSorted(([, a], [, b]) => a.end - a.start - (b.end - b.start))[0]
  const place = around?.[0] ?? pointer
  return place === undefined ? { diagnostic } : { diagnostic, pointer: place }
}

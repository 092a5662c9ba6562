import { contractOf } from '../../contract/contracts.ts'
import type { Fix } from '../../diagnostic.ts'
import { nearest } from '../../language/nearest.ts'
import type { PayloadText } from '../../message/draft.ts'
import { type LiteralRun, literalRuns, matchesIn, placeIn, spanIn } from '../../message/located.ts'
import { defineRule, type RuleViolation, type Subject } from '../rule.ts'

type LinkViolation =
  | { readonly wrong: 'start' | 'scheme' | 'host' | 'doubled'; readonly text: string }
  | { readonly wrong: 'characters'; readonly characters: readonly string[] }
  | { readonly wrong: 'reference' }

type Found = Omit<RuleViolation<LinkViolation>, 'pointer'>

export const linkFormat = defineRule<LinkViolation>({
  id: 'link-format',
  tier: 'platform',
  check(subject, report) {
    // Two fields may share one text: the link of an app is that of both platforms.
    const seen = new Set<PayloadText['text']>()
    let links: ReadonlySet<number> | undefined
    const isReported = (start: number): boolean => (links ??= reportedLinks(subject)).has(start)
    const { names } = contractOf(subject.message.kind)
    for (const { pointer, field, role, text } of subject.draft.texts) {
      if (role !== 'link' || seen.has(text)) continue
      seen.add(text)
      // The reader has reported what is open.
      if (text.pieces.some(({ type }) => type === 'unclosedVariable')) continue
      const runs = literalRuns(text.pieces)
      const isApp = field === names.android || field === names.ios
      const start = startViolations(runs, isApp).filter(
        ({ args }) => args.wrong !== 'start' || !isReported(firstOf(text)),
      )
      // The wrong slashes of a wrong start are no second violation.
      const rest = start.some(({ args }) => args.wrong === 'start')
        ? []
        : [...characterViolations(runs), ...referenceViolations(runs)]
      for (const one of [...start, ...rest]) report({ pointer, ...one })
    }
  },
  en: (violation) => inEnglish(violation),
  ko: (violation) => inKorean(violation),
})

/** Starts of links in the line forms that the reader reports already: no web links, or links without a target. */
function reportedLinks({ document }: Subject): ReadonlySet<number> {
  return new Set(
    document.lines.flatMap((line) => {
      const [link, second] =
        line.type === 'buttonLine' || line.type === 'linkLine'
          ? line.children.slice(1)
          : line.type === 'imageLine'
            ? line.children.slice(2)
            : []
      const [first] = link?.pieces ?? []
      const isNone = first?.type === 'text' && !scheme.test(first.value)
      return [...(isNone ? [first.span.start] : []), ...(second?.pieces[0] ? [second.pieces[0].span.start] : [])]
    }),
  )
}

function firstOf({ pieces, span }: PayloadText['text']): number {
  return pieces[0]?.span.start ?? span.start
}

const webStart = /^https?:\/\//i
const scheme = /^([a-z][a-z0-9+.-]*):/i

/** Checks a link up to its path, unless a variable stands there. */
function startViolations(runs: readonly LiteralRun[], isApp: boolean): Found[] {
  const [run, next] = runs
  if (run === undefined || run.text === '') return []
  const { text } = run
  const web = webStart.exec(text)?.[0]
  if (web !== undefined) return hostViolations(run, web.length, next !== undefined)
  const span = spanIn(run, 0, text.length)
  if (span === undefined) return []
  const wrong = isApp && !isMistypedWeb(text) ? 'scheme' : 'start'
  // A file of the writer's machine.
  if (/^file:/i.test(text)) return [{ span, args: { wrong: 'host', text } }]
  if (wrong === 'scheme' && scheme.test(text) && text.includes('://')) return []
  const fix = wrong === 'start' ? startFix(run) : undefined
  return [{ span, args: { wrong, text }, ...(fix && { fix }) }]
}

/** Returns whether a link that was read as an application's was meant for the web: `https:/a.kr`, `htps://a.kr`, `a.kr:80/b`. */
function isMistypedWeb(text: string): boolean {
  const name = scheme.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return false
  if (nearest(name, ['http', 'https']) !== undefined) return true
  return (name === 'localhost' || name.includes('.')) && /^:\d/.test(text.slice(name.length))
}

const slashesWrong = /^(https?)[:;：]?[/\\／]{0,3}(?<=[:;：/\\／])(?!s[/\\:])(?=[\p{L}\p{N}]|$)/iu
const schemeWrong = /^([a-z]+):\/\/(?=[\p{L}\p{N}]|$)/iu
const schemeMissing = /^(?:\/\/)?(?=www\.|[a-z0-9-]+\.[a-z0-9.-]+(?:[:/?#]|$))/i

function startFix(run: LiteralRun): Fix | undefined {
  const { text } = run
  const slashes = slashesWrong.exec(text)
  if (slashes) return replacing(run, slashes[0].length, `${slashes[1]?.toLowerCase()}://`)
  const other = schemeWrong.exec(text)
  const meant = other?.[1] && nearest(other[1].toLowerCase(), ['https', 'http'])
  if (other && meant) return replacing(run, other[0].length, `${meant}://`)
  const missing = schemeMissing.exec(text)
  return missing ? replacing(run, missing[0].length, 'https://') : undefined
}

/** Puts another start in the place of the first characters. */
function replacing(run: LiteralRun, units: number, text: string): Fix | undefined {
  const [first, last] = [placeIn(run, 0), placeIn(run, units - 1)]
  if (first === undefined) return undefined
  return { safe: false, edits: [{ start: first.start, end: last?.end ?? first.start, text }] }
}

// A byte order mark is reported as an invisible character.
const forbidden = /(?:(?!\ufeff)[\s\p{Cc}"<>\\^`{|}])+/gu
const hostName = /^[\p{L}\p{M}\p{N}_.-]+$/u

/** Checks the host of a link. */
function hostViolations(run: LiteralRun, from: number, goesOn: boolean): Found[] {
  const rest = run.text.slice(from)
  const [again] = /^https?:?\/\//i.exec(rest) ?? []
  if (again !== undefined) {
    const text = run.text.slice(0, from)
    const span = spanIn(run, 0, from)
    const fix = again.includes(':') ? replacing(run, from, '') : undefined
    return span ? [{ span, args: { wrong: 'doubled', text }, ...(fix && { fix }) }] : []
  }
  const end = rest.search(/[/?#\\]/)
  if (end < 0 && goesOn) return []
  const authority = end < 0 ? rest : rest.slice(0, end)
  const [whole = '', port = ''] = /:\d*$/.exec(authority) ? splitPort(authority) : [authority]
  const at = whole.lastIndexOf('@') + 1
  const host = whole.slice(at)
  // A literal IPv6 address; and what no link may hold is reported as such.
  if (host.startsWith('[') || host.search(forbidden) >= 0) return []
  if (isReachable(host) && Number(port.slice(1)) <= maxPort) return []
  const start = from + at
  const length = host.length + port.length
  const span = length > 0 ? spanIn(run, start, start + length) : spanIn(run, 0, from)
  return span ? [{ span, args: { wrong: 'host', text: length > 0 ? host + port : run.text.slice(0, from) } }] : []
}

const maxPort = 65_535

function splitPort(authority: string): [string, string] {
  const at = authority.lastIndexOf(':')
  return [authority.slice(0, at), authority.slice(at)]
}

/** Addresses that mean another machine in every network (RFC 1918, 3927 and 5735). */
const ownNetwork = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.(?=[\d.]+$)/

function isReachable(host: string): boolean {
  return (
    hostName.test(host) && host.includes('.') && !host.startsWith('.') && !host.includes('..') && !ownNetwork.test(host)
  )
}

/** Characters that a URL has only percent-encoded, all at the first one. Hangul is none: browsers encode it. */
function characterViolations(runs: readonly LiteralRun[]): Found[] {
  const matches = runs.flatMap((run) => {
    // Variables of other tools are reported as such.
    const text = run.text.replaceAll(/\{\{[^{}]*\}\}|[$%]\{[^{}]*\}/g, ({ length }) => '-'.repeat(length))
    return [...text.matchAll(forbidden)].map((match) => ({ run, match }))
  })
  const [first] = matches
  if (first === undefined) return []
  const { index, 0: found } = first.match
  const span = spanIn(first.run, index, index + found.length)
  const characters = new Set(matches.flatMap(({ match }) => Array.from(match[0].replaceAll(/\s+/g, ' '))))
  return span ? [{ span, args: { wrong: 'characters', characters: [...characters] } }] : []
}

/** `&` as HTML writes it, where a link was copied from. */
function referenceViolations(runs: readonly LiteralRun[]): Found[] {
  return matchesIn(runs, /&amp;/gi).map(({ span }) => {
    return { span, args: { wrong: 'reference' }, fix: { safe: false, edits: [{ ...span, text: '&' }] } }
  })
}

function inEnglish(violation: LinkViolation): string {
  switch (violation.wrong) {
    case 'start':
      return `"${violation.text}" does not start with "https://"; some services may refuse it. Correct its start.`
    case 'scheme':
      return `"${violation.text}" has no "://"; some services may refuse it, and no app may open. Write it as in "exampleshop://home".`
    case 'host':
      return `"${violation.text}" is no host that phones can reach, so the link may open nothing. Correct it.`
    case 'doubled':
      return `The link starts twice, with "${violation.text}" too much. Remove one of the two.`
    case 'characters':
      return `A link may not hold ${listed(violation.characters, 'a space ("%20")')} unencoded. Percent-encode what is meant, and remove the rest.`
    case 'reference':
      return '"&amp;" is how HTML writes "&"; in a link write "&".'
  }
}

function inKorean(violation: LinkViolation): string {
  switch (violation.wrong) {
    case 'start':
      return `"${violation.text}" 링크가 "https://"로 시작하지 않아 일부 서비스에서 거절될 수 있습니다. 앞부분을 고치세요.`
    case 'scheme':
      return `"${violation.text}" 링크에 "://"가 없어 거절되거나 앱이 열리지 않을 수 있습니다. "exampleshop://home"처럼 쓰세요.`
    case 'host':
      return `"${violation.text}" 부분이 휴대폰에서 접속할 수 있는 주소가 아니어서 링크가 열리지 않을 수 있습니다. 주소를 고치세요.`
    case 'doubled':
      return `링크의 시작 부분이 두 번 적혀 있습니다. "${violation.text}" 하나를 지우세요.`
    case 'characters':
      return `링크에 쓸 수 없는 문자(${listed(violation.characters, '공백은 "%20"')})가 있습니다. 퍼센트 인코딩하거나 지우세요.`
    case 'reference':
      return '"&amp;"는 HTML 표기입니다. 링크에는 "&"를 쓰세요.'
  }
}

function listed(characters: readonly string[], space: string): string {
  return characters.map((character) => (character === ' ' ? space : `"${character}"`)).join(', ')
}

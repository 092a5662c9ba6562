import { withoutByteOrderMark } from '../../diagnostic.ts'
import { closeSync, readSync } from 'node:fs'
import type { OutputKind } from '../../words/file-problem.ts'
import { type OpenFile, openRegular } from './read-file.ts'

/** Something else than a file of the kind stands where one would go. */
export class NotReplaced extends Error {
  override readonly name = 'NotReplaced'
  readonly kind: OutputKind

  constructor(kind: OutputKind) {
    super(`not a ${kind}`)
    this.kind = kind
  }
}

/** What of a file is looked at. `json` is its start without the white space that a formatter may have changed. */
interface Look {
  readonly of: 'start' | 'end' | 'json'
  readonly like: RegExp
}

/** How a file of each kind is known; a refusal says the same to people. */
const looks: { readonly [K in OutputKind]: Look } = {
  plan: { of: 'json', like: /^\{"version":\d+,"digest":"[^"]*","release":/ },
  baseline: { of: 'json', like: /^\{"version":\d+,"findings":\[/ },
  csv: { of: 'start', like: /^target,release,id,msg_key,/ },
  template: { of: 'json', like: /^\{"format":\d+,"id":"[^"]*","service_id":/ },
  text: { of: 'end', like: /(?:^|\n)[✓✗!] (?:\d+ (?:message|error|warning)s?\b|(?:메시지|파일) \d+개)[^\n]*\n$/ },
  json: { of: 'json', like: /^\{"version":\d+,"summary":\{"files":/ },
  github: { of: 'start', like: /^(?:::(?:error|warning) file=|Not shown: )/ },
  sarif: {
    of: 'json',
    like: /^\{"\$schema":"[^"]*","version":"[^"]*","runs":\[\{"tool":\{"driver":\{"name":"friendtalk"/,
  },
  junit: { of: 'start', like: /^<\?xml [^>]*\?>\s*<testsuites name="friendtalk"/ },
  gitlab: { of: 'json', like: /^\[\{"description":"(?:[^"\\]|\\.)*","check_name":/ },
  rdjson: { of: 'json', like: /^\{"source":\{"name":"friendtalk"/ },
}

const lookBytes = 8192
/** What holds nothing is nobody's loss: `mktemp` makes such files, and so does an editor. */
const nothing = /^\s*(?:\{\s*\}|\[\s*\])?\s*$/

/**
 * Looks at a file that is to be replaced.
 *
 * @throws NotReplaced for one of another kind, and what the system says of one that cannot be read
 */
export function refuseOtherKind(file: string, kind: OutputKind): void {
  const opened = openRegular(file)
  if (!('descriptor' in opened)) throw Object.assign(new Error(opened.reason), { code: opened.reason })
  try {
    if (!isOfKind(opened, kind)) throw new NotReplaced(kind)
  } finally {
    closeSync(opened.descriptor)
  }
}

function isOfKind(file: OpenFile, kind: OutputKind): boolean {
  const start = withoutByteOrderMark(textAt(file, 0))
  if (file.bytes <= lookBytes && nothing.test(start)) return true
  const { of, like } = looks[kind]
  if (of === 'end') return like.test(textAt(file, Math.max(0, file.bytes - lookBytes)))
  return like.test(of === 'json' ? start.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') : start)
}

function textAt({ descriptor }: OpenFile, position: number): string {
  const content = Buffer.alloc(lookBytes)
  return content.toString('utf8', 0, readSync(descriptor, content, 0, lookBytes, position))
}

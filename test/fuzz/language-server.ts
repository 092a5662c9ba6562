import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument'
import { EditorClient } from '../lsp/client.ts'
import { message } from '../rules/messages.ts'
import { type Target, targetOf } from './target.ts'
import { damaged, hostileText } from './texts.ts'

const position = fc.record({
  line: fc.oneof({ weight: 8, arbitrary: fc.nat(14) }, fc.constantFrom(999, 2 ** 31 - 1)),
  character: fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constantFrom(999, 2 ** 31 - 1)),
})
const range = fc.tuple(position, position).map(([a, b]) => {
  const isInOrder = a.line < b.line || (a.line === b.line && a.character <= b.character)
  return isInOrder ? { start: a, end: b } : { start: b, end: a }
})
const change = fc.record(
  { range, text: fc.oneof(hostileText, fc.constantFrom('', '\n', '#{', 'a')) },
  { requiredKeys: ['text'] },
)

const requests = [
  'completion',
  'hover',
  'definition',
  'references',
  'documentHighlight',
  'prepareRename',
  'rename',
  'codeAction',
  'documentSymbol',
  'foldingRange',
  'documentLink',
  'inlayHint',
].map((name) => `textDocument/${name}`)
const notifications = ['didOpen', 'didChange', 'didSave', 'didClose'].map((name) => `textDocument/${name}`)
const methods = [
  ...requests,
  ...notifications,
  'workspace/didChangeWatchedFiles',
  'workspace/didChangeConfiguration',
  'friendtalk/preview',
  'friendtalk/limits',
  '$/cancelRequest',
  'no/such',
]

/** What an editor does: what the protocol allows, what it does not, and what is no message of it. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('change' as const), changes: fc.array(change, { maxLength: 3 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      method: fc.constantFrom(...requests, 'friendtalk/preview', 'friendtalk/limits'),
      position,
      range,
      name: fc.oneof(fc.constantFrom('이름', 'a b', ''), hostileText),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wrong' as const),
      method: fc.constantFrom(...methods),
      params: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.record({ textDocument: fc.oneof(fc.constant({ uri: 'no uri' }), fc.jsonValue({ maxDepth: 1 })) }),
        fc.record({ changes: fc.jsonValue({ maxDepth: 2 }), settings: fc.jsonValue({ maxDepth: 2 }) }),
      ),
      isRequest: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('bytes' as const),
      body: fc.oneof(
        fc.json({ maxDepth: 2 }),
        hostileText,
        fc.constantFrom('{"jsonrpc":"2.0","id":null}', '{"jsonrpc":"2.0","id":{},"method":[]}', '[]', '{'),
      ),
      header: fc.constantFrom('Content-Length', 'content-length', 'X-Other: a\r\nContent-Length'),
    }),
  },
)

/** A session of an editor with the language server of dist, a process of its own that all sessions share. */
export async function languageServer(): Promise<Target> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'friendtalk-fuzz-')))
  let client: EditorClient | undefined
  let session = 0
  const start = (): Promise<EditorClient> =>
    EditorClient.start({ folders: [folder], capabilities: { textDocument: { diagnostic: {} } } }, folder)
  const input = fc.record({
    text: damaged(
      message.map(({ source }) => source),
      2,
    ),
    steps: fc.array(step, { maxLength: 8 }),
  })
  return targetOf(
    input,
    async ({ text, steps }) => {
      client = client === undefined || client.ended ? await start() : client
      const uri = pathToFileURL(join(folder, `messages-${session++}.md`)).href
      try {
        await checkSession(client, uri, { text, steps })
      } catch (error) {
        // What one session broke is not to be found in the next ones too.
        await client.kill()
        client = undefined
        throw error
      }
    },
    async () => {
      await client?.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  )
}

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function checkSession(
  client: EditorClient,
  uri: string,
  { text, steps }: { readonly text: string; readonly steps: readonly Step[] },
): Promise<void> {
  const document = TextDocument.create(uri, 'markdown', 1, text)
  await client.open(uri, text)
  for (const one of steps) await take(client, document, one)
  const pull = async (): Promise<unknown> => {
    const report = await answered(client, 'textDocument/diagnostic', { textDocument: { uri } })
    return report.type === 'result' ? (report.result as { readonly items?: unknown }).items : report
  }
  const seen = await pull()
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } })
  await client.open(uri, document.getText())
  const anew = await pull()
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } })
  if (client.ended) throw new Error(`the server ended: ${client.stderr}`)
  if (client.stderr !== '') throw new Error(`the server complains: ${client.stderr}`)
  if (!isDeepStrictEqual(seen, anew)) {
    throw new Error(`after changes ${JSON.stringify(seen)}\nand opened anew ${JSON.stringify(anew)}`)
  }
}

async function take(client: EditorClient, document: TextDocument, one: Step): Promise<void> {
  const { uri } = document
  switch (one.type) {
    case 'change': {
      const version = document.version + 1
      for (const each of one.changes) TextDocument.update(document, [inside(document, each)], version)
      if (one.changes.length === 0) TextDocument.update(document, [], version)
      await client.change(uri, version, one.changes)
      return
    }
    case 'ask': {
      const context = { diagnostics: [], includeDeclaration: true }
      const { method, position: at, range: between, name: newName } = one
      const params = { textDocument: { uri }, uri, position: at, range: between, newName, context }
      const answer = await answered(client, method, params)
      if (answer.type === 'error' && answer.code === internalError) throw new Error(`${method}: ${answer.message}`)
      return
    }
    case 'wrong':
      if (one.isRequest) await answered(client, one.method, one.params)
      else await client.connection.sendNotification(one.method, one.params)
      return
    case 'bytes': {
      const bytes = Buffer.from(one.body)
      client.child.stdin?.write(`${one.header}: ${bytes.length}\r\n\r\n`)
      client.child.stdin?.write(bytes)
    }
  }
}

/** A change whose range lies in the document: one that reaches further ends there. */
function inside(document: TextDocument, each: Change): TextDocumentContentChangeEvent {
  if (!('range' in each) || each.range === undefined) return { text: each.text }
  const [start, end] = [each.range.start, each.range.end].map((at) => document.positionAt(document.offsetAt(at)))
  return start && end ? { range: { start, end }, text: each.text } : { text: each.text }
}

/** Of a handler that threw something else than an answer. */
const internalError = -32603

type Answer =
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'error'; readonly code: unknown; readonly message: string }

/** What the server answers; it has to answer, or to end. */
async function answered(client: EditorClient, method: string, params: unknown): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  let onClose = (): void => {}
  const inVain = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${method} was not answered: ${client.stderr}`)), answerMs)
    onClose = () => reject(new Error(`the server ended in ${method}: ${client.stderr}`))
    client.child.once('close', onClose)
  })
  try {
    return { type: 'result', result: await Promise.race([client.ask(method, params), inVain]) }
  } catch (error) {
    const { code, message: text } = error as { readonly code?: unknown; readonly message: string }
    if (code === undefined) throw error
    return { type: 'error', code, message: text }
  } finally {
    clearTimeout(timer)
    client.child.off('close', onClose)
  }
}

/** Far longer than any answer takes. */
const answerMs = 30_000

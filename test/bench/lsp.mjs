// What an editor waits for: the start of the language server, diagnostics behind a key, completion; and its memory.
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node'
import { writeCorpus } from './corpus.mjs'
import { median } from './measure.mjs'

const heapTeller = new URL('heap-on-signal.mjs', import.meta.url).href

/** How long an editor waits, in a project of many messages. */
export async function lsp({ folder, friendtalk, messages, isQuick, rounds, edits = isQuick ? 2000 : 10_000 }) {
  const project = join(folder, `lsp-${messages}`)
  writeCorpus(project, messages, 5)
  const starts = []
  for (let round = 0; round <= rounds; round++) {
    const { startMs, end } = await start(project, friendtalk)
    if (round > 0) starts.push(startMs)
    await end()
  }
  const server = await start(project, friendtalk, ['--expose-gc', '--import', heapTeller])
  const { typing, completion, memory } = await edit(server, project, edits)
  await server.end()
  rmSync(project, { recursive: true })
  const late = typing.toSorted((a, b) => a - b)[Math.ceil(typing.length * 0.99) - 1]
  return [
    '## Language server',
    '',
    `In a project of ${messages} messages, from outside: what the client measures. Memory is what the process`,
    `holds once what it does not need is collected, after 1,000 edits and after ${edits.toLocaleString('en-US')}, of a few words typed into a message of 900 bytes again and again.`,
    '',
    '| | aim, at most | |',
    '| --- | --- | --- |',
    `| start to the answer to \`initialize\`, median | 300 ms | ${median(starts).toFixed(0)} ms |`,
    `| key to diagnostics, median | 20 ms | ${median(typing).toFixed(1)} ms |`,
    `| key to diagnostics, 99th percentile | | ${late.toFixed(1)} ms |`,
    `| completion, median | 20 ms | ${median(completion).toFixed(1)} ms |`,
    `| memory after 1,000 edits | | ${memory.early.toFixed(1)} MiB |`,
    `| memory after ${edits.toLocaleString('en-US')} edits | | ${memory.late.toFixed(1)} MiB |`,
  ]
}

async function start(project, friendtalk, options = []) {
  const began = performance.now()
  const child = spawn(process.execPath, [...options, friendtalk, 'lsp', '--stdio'], {
    cwd: project,
    stdio: 'pipe',
  })
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  child.stderr.setEncoding('utf8')
  connection.listen()
  const workspaceFolders = [{ uri: pathToFileURL(project).href, name: 'project' }]
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders,
  })
  const startMs = performance.now() - began
  await connection.sendNotification('initialized', {})
  const end = async () => {
    await connection.sendRequest('shutdown')
    const closed = new Promise((resolve) => child.once('close', resolve))
    await connection.sendNotification('exit')
    await closed
  }
  return { child, connection, startMs, end }
}

async function edit({ child, connection }, project, edits) {
  const file = join(project, 'messages/m7.md')
  const uri = pathToFileURL(file).href
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  const line = lines.findIndex((one) => one.startsWith('#{이름}'))
  let arrived = () => {}
  connection.onNotification('textDocument/publishDiagnostics', (params) => {
    if (params.uri === uri) arrived(params.version)
  })
  const pushed = (version) =>
    new Promise((resolve) => {
      arrived = (got) => got === version && resolve()
    })
  const opened = pushed(1)
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'markdown', version: 1, text },
  })
  await opened
  const typing = []
  const completion = []
  const memory = { early: 0, late: 0 }
  const typed = '오늘만 무료배송 '
  for (let version = 2; version <= edits + 1; version++) {
    const at = { line, character: '#{이름}님, '.length }
    const isLong = version % (typed.length + 1) === 0
    // What was typed is taken away again before the message grows too long.
    const end = isLong ? { line, character: at.character + typed.length } : at
    const newText = isLong ? '' : typed[version % typed.length]
    const done = pushed(version)
    const began = performance.now()
    void connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: at, end }, text: newText }],
    })
    await done
    typing.push(performance.now() - began)
    if (version % 20 === 0) {
      const asked = performance.now()
      await connection.sendRequest('textDocument/completion', {
        textDocument: { uri },
        position: { line, character: 2 },
      })
      completion.push(performance.now() - asked)
    }
    if (version === 1000) memory.early = await heapMiB(child)
  }
  memory.late = await heapMiB(child)
  return { typing, completion, memory }
}

/** What a server holds once what it does not need is collected. */
function heapMiB(child) {
  return new Promise((resolve) => {
    child.stderr.once('data', (text) => resolve(Number(text)))
    child.kill('SIGUSR2')
  })
}

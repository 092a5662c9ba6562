const [loop, pace, send] = ['deploy/send-loop.ts', 'deploy/pace.ts', 'service/send.ts']
const [exchange, states, codes] = ['service/exchange.ts', 'ledger/states.ts', 'contract/responses.ts']
const [claims, holds, run] = ['ledger/sqlite/claims.ts', 'deploy/holds.ts', 'deploy/run.ts']
const move = 'ledger/move.ts'
/** What no other test was made for. */
const simulation = 'simulation'

/** A source with a mistake in it; what is to be changed must be there. */
export function withMistake([name, file, , edits], source) {
  return edits.reduce((code, [from, to]) => {
    const parts = code.split(from)
    if (parts.length !== 2) throw new Error(`${name}: ${parts.length - 1} places in ${file}: ${from}`)
    return parts.join(to)
  }, source)
}

/** The mistake, the file, the tests that are to see it beside the simulation, and each text with what takes its place. */
export const mistakes = [
  [
    'requeue what a crash left in flight',
    states,
    'run',
    [["state: 'unknown', settled_at: now", "state: 'pending', settled_at: null"]],
  ],
  [
    'send before what is in flight is on the disk',
    'ledger/sqlite/group-commit.ts',
    simulation,
    [['      await flushed\n', '      flushed.catch(() => {})\n']],
  ],
  ['send while outcomes of the request before are not on the disk', loop, 'run', [['      await before\n', '']]],
  [
    'claim without writing it down',
    claims,
    'model',
    [["      this.#record(row.row, progress, ['claimed', now, row.row, 1, attempt])\n", '']],
  ],
  [
    'forget what is in flight when outcomes are taken over',
    claims,
    'model',
    [['if (from && place.number < from.number) from = place', 'if (from && place.number < 0) from = place']],
  ],
  [
    'settle without writing it down',
    claims,
    'model',
    [
      [
        "      this.#record(row.row, progress, ['settled', now, row.row, 1, attempt, claimedAt, state, code, description])\n",
        '',
      ],
    ],
  ],
  [
    'claim what the journal knows to be in flight',
    claims,
    'model',
    [['(this.#inflight.get(row) ?? this.#settled.get(row))?.progress', 'this.#settled.get(row)?.progress']],
  ],
  [
    'return the lease of what is unknown',
    loop,
    'fault-matrix',
    [['      outcome,\n', "      outcome: outcome === 'unknown' ? 'not-written' : outcome,\n"]],
  ],
  [
    'resume sends what is unknown',
    'ledger/sqlite/releases.ts',
    'run',
    [
      [
        '(resumed, { message }) => resumed +',
        "(resumed, { message }) => resumed + 0 * moveOpen(connection, message, { from: 'unknown', to: 'deferred' }) +",
      ],
    ],
  ],
  [
    'retry after a reset',
    exchange,
    'fault-matrix',
    [
      [
        "if (this.#phase === 'waiting') this.#end({ type: 'not-written', reason: notWritten",
        "if (this.#phase === 'waiting' || code === 'ECONNRESET') this.#end({ type: 'not-written', reason: notWritten",
      ],
    ],
  ],
  [
    'retry after an end of stream',
    exchange,
    'fault-matrix',
    [
      [
        "if (this.#phase === 'waiting') this.#end({ type: 'not-written', reason: notWritten",
        "if (this.#phase === 'waiting' || code === 'UND_ERR_SOCKET') this.#end({ type: 'not-written', reason: notWritten",
      ],
    ],
  ],
  [
    'retry after a timeout',
    exchange,
    'fault-timing',
    [["else this.#lose('timeout')", "else this.#end({ type: 'not-written', reason: 'connect-timeout' })"]],
  ],
  [
    'retry 5xx',
    send,
    'fault-matrix',
    [
      [
        '  const { isJson, namesResults',
        "  if (status >= 500) return { type: 'not-written', reason: 'refused' }\n  const { isJson, namesResults",
      ],
    ],
  ],
  [
    'retry 429',
    send,
    'fault-matrix',
    [
      [
        "return { ...unknown('too-many-requests'), ...waiting, isRefusal: saysNothingElse && !maySpeakOfResults(body) }",
        "return { type: 'not-written', reason: 'refused' }",
      ],
    ],
  ],
  [
    'match by position',
    send,
    'fault-matrix',
    [
      [
        'results.filter(({ msg_key: answered }) => answered === key)',
        'results.filter((_, index) => sentKeys[index] === key)',
      ],
    ],
  ],
  [
    'believe status 200',
    send,
    'fault-matrix',
    [
      [
        "if (!isJson) return unknown('not-json')",
        "if (!isJson) return { type: 'results', status, results: [...sentKeys].map((msg_key) => ({ msg_key, code: 'C100' })) }",
      ],
    ],
  ],
  ['believe results of a 5xx', send, 'response-fuzz', [[' || status >= 500) return', ') return']]],
  [
    'take a missing key for success',
    send,
    'fault-matrix',
    [
      [
        "if (result === undefined || second !== undefined) return { key, outcome: 'unknown' }",
        "if (result === undefined) return { key, outcome: 'accepted' }",
      ],
    ],
  ],
  [
    'ignore a key that is there twice',
    send,
    'fault-matrix',
    [['if (result === undefined || second !== undefined)', 'if (result === undefined)']],
  ],
  ['forget foreign keys', send, 'fault-matrix', [["if (foreignKeys.size > 0) pauses.add('foreign-key')", '']]],
  [
    'take C500_1 for a rejection',
    codes,
    'fault-matrix',
    [["meaning: seeDescription, outcome: 'unknown'", "meaning: seeDescription, outcome: 'rejected'"]],
  ],
  [
    'take what looks like C100 for a rejection',
    codes,
    'message-outcomes',
    [["looks === '' || maybeTaken().has(looks)", "looks === ''"]],
  ],
  [
    'connect again and again when a proxy hangs up',
    'service/dispatcher.ts',
    'connecting',
    [['if (error) callback(new ConnectError(error), null)', 'if (error) callback(error, null)']],
  ],
  [
    'put any URL of the service into messages',
    'contract/urls.ts',
    'upload.test',
    [["if (url.includes('#{')) return 'variable'", '']],
  ],
  [
    'take C500_1 of a request for a rejection',
    send,
    'fault-matrix',
    [["['C400_1', 'C400_2',", "['C500_1', 'C400_1', 'C400_2',"]],
  ],
  [
    'reject where there is no credit',
    codes,
    'fault-matrix',
    [["no credit left', outcome: 'deferred'", "no credit left', outcome: 'rejected'"]],
  ],
  ['go on without credit', send, 'run', [["['G150', 'credit'],", '']]],
  [
    'go on without authentication',
    send,
    'run',
    [["all('deferred', ['authentication'], said)", "all('deferred', [], said)"]],
  ],
  [
    'take what was not written for unknown',
    send,
    'fault-timing',
    [["return all('not-written')", "return all('unknown')"]],
  ],
  ['send a full first request', loop, 'run', [['this.#request(1)', 'this.#request(limits.messagesPerRequest.max)']]],
  [
    'follow a first request that is unknown',
    loop,
    'run',
    [['if (!isUnknown) this.#isProbed = true', 'this.#isProbed = true']],
  ],
  [
    'check the window once',
    loop,
    'ending',
    [["if (window === 'off') return true", 'if (window !== undefined) return true']],
  ],
  [
    'forget the timeout of a request at closing time',
    'deploy/window.ts',
    'window.test',
    [['midnightMs + closesMs - requestTimeoutMs', 'midnightMs + closesMs']],
  ],
  [
    'count what is unknown though something was accepted',
    loop,
    'run',
    [['isUnknown ? this.#unknownInARow + 1 : 0', 'isUnknown ? this.#unknownInARow + 1 : this.#unknownInARow']],
  ],
  [
    'never stop when outcomes are unknown',
    loop,
    'run',
    [['const maxUnknownInARow = 3', 'const maxUnknownInARow = 1_000']],
  ],
  ["ignore the service's clock", loop, 'run', [[' : clockEnd(answer.clock)', ' : undefined']]],
  [
    'stop only when the outcomes are written down',
    loop,
    simulation,
    [
      ['    if (pausing) this.#finish(pausing)\n    const written', '    const written'],
      ['    if (pausing) await', '    if (pausing) this.#finish(pausing)\n    if (pausing) await'],
    ],
  ],
  ["ignore the service's clock at uploads", 'deploy/images.ts', 'images', [['    if (end) return end\n', '']]],
  ['go on when outcomes cannot be written', loop, 'ending', [['      this.#fail(error, unrecorded)\n', '']]],
  [
    'lose what was not written from the limit',
    loop,
    'ending',
    [
      [
        "if (answer.type === 'not-written') {\n      this.#left += sends.length",
        "if (answer.type === 'not-written') {",
      ],
    ],
  ],
  [
    'send more than the limit',
    loop,
    'ending',
    [['Math.min(ready, this.#left)', 'Math.min(ready, Math.max(this.#left, 2))']],
  ],
  ['ignore a signal', loop, 'ending', [["if (this.#options.stop.aborted) this.#finish({ type: 'interrupted' })", '']]],
  ['ignore the rate', pace, 'rate', [[' isOver() ? undefined : pace.take(messages)', ' undefined']]],
  ['ignore the slots of all workers', pace, 'shared', [['let age = lease.age(); age < 0', 'let age = 0; age < 0']]],
  ['take slots that went by', pace, 'shared', [['isOld = isLate(lease, reserve) ||', 'isOld =']]],
  ['trust slots whose answer came late', pace, 'pace', [['(quickestAnswers.get(reserve) ?? answerMs)', 'answerMs']]],
  ['keep a pause to oneself', loop, 'shared', [['if (pausing) await this.#handOn(pausing)', '']]],
  ['end otherwise than who paused all', loop, 'shared', [["error.problem.type === 'paused'", 'false']]],
  ['send a claim that expired', loop, 'shared', [['age() > this.#options.requestTimeoutMs', 'false']]],
  [
    'trust a clock that stands still while the machine sleeps',
    pace,
    'shared',
    [['Math.max(monotonic() - steadyMs, now() - nowMs)', 'monotonic() - steadyMs']],
  ],
  ['retry at once', loop, 'rate', [['this.#pace.hold(delayMs)', '']]],
  [
    'keep an image for longer than the service does',
    'deploy/images.ts',
    'images',
    [['< imageReuseDays * dayMs', '< 2 * imageReuseDays * dayMs']],
  ],
  [
    'upload an image again for each message',
    'deploy/images.ts',
    'images',
    [
      ['images.get(key) ??', 'images.get(key + id) ??'],
      ['images.set(key, {', 'images.set(key + id, {'],
    ],
  ],
  [
    'approve a plan whatever its recipients',
    'deploy/plan.ts',
    'plan',
    [['variables, recipients: recipientsOf(message) }', 'variables }']],
  ],
  [
    'write a request after its time',
    exchange,
    'phases',
    [["if (this.#phase === 'waiting' && this.#options.now()", "if (this.#phase === 'closed' && this.#options.now()"]],
  ],
  [
    'send to whom a list excludes',
    holds,
    simulation,
    [["return list && { type: 'excluded', list: list.path }", 'return undefined']],
  ],
  ['send to whom a list excludes since', holds, simulation, [['    await ledger.hold(release, held)\n', '']]],
  [
    'send one more than the cap',
    holds,
    simulation,
    [['(recent[index] ?? 0) >= messages', '(recent[index] ?? 0) > messages']],
  ],
  ['count no day for the cap', holds, simulation, [['sinceMs: nowMs - days * dayMs', 'sinceMs: nowMs']]],
  [
    'send what a result proves though somebody says otherwise',
    states,
    simulation,
    [["return state !== 'accepted' && state !== 'inflight'", "return state === 'unknown'"]],
  ],
  [
    'settle nothing by results',
    states,
    simulation,
    [["return state !== 'accepted' && state !== 'inflight'", 'return false']],
  ],
  [
    'approve a plan whatever its text',
    'deploy/plan.ts',
    simulation,
    [['source, digest, sender, payload, variables, recipients', 'source, sender, variables, recipients']],
  ],
  [
    'go on with an older copy of the ledger',
    'ledger/sqlite/standing.ts',
    simulation,
    [
      [
        'const problem = marks?.refusalOf({ path, lineage: meta.lineage, sequence, isBackup })',
        'const problem = undefined',
      ],
    ],
  ],
  [
    'send from a backup of unknown age',
    'ledger/sqlite/standing.ts',
    simulation,
    [['const isBackup = state.run === backupRun', 'const isBackup = false']],
  ],
  [
    'recover a ledger that is behind and send again',
    states,
    simulation,
    [["state: 'unknown', attempt: progress.attempt + 1", 'attempt: progress.attempt + 1']],
  ],
  [
    'forget what a crash left in the claim log',
    states,
    simulation,
    [['if (left.attempt <= recorded.attempt) return undefined', 'return undefined']],
  ],
  [
    'send again what somebody says was sent',
    states,
    simulation,
    [["verdict === 'sent' ? 'accepted' : 'deferred'", "'deferred'"]],
  ],
  [
    'forget what left before when the limit goes on',
    run,
    simulation,
    [['(options.maxMessages ?? Number.POSITIVE_INFINITY) - sent', 'options.maxMessages ?? Number.POSITIVE_INFINITY']],
  ],
  [
    'end while what came back of a 429 waits',
    'deploy/release-source.ts',
    'too-many-requests',
    [[" && outcome !== 'not-taken'", '']],
  ],
  [
    'end a retry without whom the files do not give any more',
    'deploy/deploy.ts',
    simulation,
    [["if (ledger && left && approved === 'nothing')", "if (ledger && false && approved === 'nothing')"]],
  ],
  [
    'end on an answer from before something came back',
    'deploy/release-source.ts',
    simulation,
    [[' && returns === returnsBefore', '']],
  ],
  [
    'let the power take what this machine knows of a run',
    'ledger/sqlite/group-commit.ts',
    simulation,
    [['    onBegin()\n', '']],
  ],
  [
    'begin another log while something is in flight',
    'ledger/sqlite/group-commit.ts',
    simulation,
    [['this.#log.offset <= maxLogBytes || claims.inflight > 0', 'this.#log.offset <= maxLogBytes']],
  ],
  [
    'begin another log before the table has everything',
    'ledger/sqlite/group-commit.ts',
    simulation,
    [['    claims.bringUpToDate(this.place)\n    const { next }', '    const { next }']],
  ],
  [
    'send what came back of a 429 at once',
    pace,
    'pace',
    [
      [
        'const waitMs = Math.max(wantedMs, takesMs / factor)',
        'const waitMs = wantedMs\n    this.#freeAtMs = this.#leftUntilMs = nowMs',
      ],
    ],
  ],
  [
    'go on claiming while the disk is slow',
    pace,
    simulation,
    [['if (this.#claiming.oldestMs() > slowClaimMs) return this.#claiming\n', '']],
  ],
  [
    'write over what this machine knows of a run',
    'ledger/high-water.ts',
    simulation,
    [['sequenceLine(sequence), this.#open.raisedAt', 'sequenceLine(sequence), 0']],
  ],
  ['go on without a session', send, simulation, [["['G160', 'session'],", '']]],
  [
    'forget the URL of an image',
    'deploy/images.ts',
    simulation,
    [['    await ledger.rememberImage(key, { url, uploadedAt: clock.now() })\n', '']],
  ],
  [
    'show a changed image',
    'deploy/send-release.ts',
    simulation,
    [["=== sha256 ? content : 'other'", '=== sha256 ? content : content']],
  ],
  [
    'keep whom messages went to',
    'ledger/sqlite/rows.ts',
    simulation,
    [['SET data = zeroblob(length(data))', 'SET data = data']],
  ],
  ['send from where a ledger was', move, simulation, [['    await leaving.markMoved(place)\n', '']]],
  ['leave results behind when a ledger moves', move, simulation, [['  await moveResults(leaving, arriving)\n', '']]],
  [
    'leave people behind when a ledger moves',
    move,
    simulation,
    [['  await arriving.activate()\n  await leaving.erase()', '  await arriving.activate()']],
  ],
  [
    'give up a ledger before its copy is on the disk',
    'ledger/sqlite/moving.ts',
    simulation,
    [['        flushFile(draft)\n', '']],
  ],
  [
    'match uploaded images by their position',
    'service/upload.ts',
    simulation,
    [['if (isFullSet) return ordinals', 'if (isFullSet) return ordinals.toSorted((a, b) => a - b)']],
  ],
  [
    'try again what was rejected before a copy was accepted',
    states,
    'contract.test',
    [["return state === 'rejected' && (at ?? 0) > acceptedAt", "return state === 'rejected'"]],
  ],
]

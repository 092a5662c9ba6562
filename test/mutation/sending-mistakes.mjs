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
    'ledger/statements.ts',
    'guards',
    [
      [
        "giveUp: giving<ChangedSend>(`UPDATE send SET state = 'unknown'",
        "giveUp: giving<ChangedSend>(`UPDATE send SET state = 'pending'",
      ],
    ],
  ],
  [
    'claim without writing it down',
    'ledger/commits.ts',
    'sending',
    [['      if (rows.length > 0) await run(sql.claim, JSON.stringify(rows), now(), worker)\n', '']],
  ],
  [
    'settle without writing it down',
    'ledger/commits.ts',
    'sending',
    [['        if (settlements.length > 0) await settleAll(run, settlements)\n', '']],
  ],
  [
    'resume sends what is unknown',
    'ledger/statements.ts',
    'run',
    [["AND state = 'deferred' ${changed}", "AND state IN ('deferred', 'unknown') ${changed}"]],
  ],
  [
    'take an outcome for another attempt',
    'ledger/statements.ts',
    'sessions',
    [[' AND send.attempt = CAST(j.value ->> 1 AS {int})', '']],
  ],
  [
    'go on after a pause of another worker',
    'ledger/commits.ts',
    'sharing',
    [["raised['pause'] !== null", "raised['pause'] === 'never'"]],
  ],
  [
    'send what was called off',
    'ledger/prepare.ts',
    'cancelling',
    [['  if (cancelledAt !== null) throw', '  if (cancelledAt === 0) throw']],
  ],
  [
    'keep whom a cancelled release goes to',
    'ledger/store.ts',
    'cancelling',
    [['await run(sql.forget, JSON.stringify(some.map', 'await run(sql.releases, JSON.stringify(some.map']],
  ],
  [
    'go on with an older copy of the ledger',
    'ledger/tables.ts',
    'guards',
    [['row.sequence < sequence) return false', 'row.sequence < 0) return false']],
  ],
  [
    'go on with a copy of the ledger',
    'ledger/file-store.ts',
    'guards',
    [['place !== undefined && place !== inodeOf(path)', "place === ''"]],
  ],
  [
    'go on with the main file alone',
    'ledger/file-store.ts',
    'guards',
    [["(progress.length > 0 || !meta.has('open')) && isAsFarAs", 'isAsFarAs']],
  ],
  ['cancel without raising the number', 'ledger/store.ts', 'guards', [['decides: true }', 'decides: false }']]],
  [
    'settle by a result without raising the number',
    'ledger/inbox.ts',
    'guards',
    [['decides: proven.length > 0', 'decides: false']],
  ],
  ['hold without raising the number', 'ledger/store.ts', 'guards', [['decides: changed.length > 0', 'decides: false']]],
  [
    'let an older copy catch up by what changes it',
    'ledger/tables.ts',
    'guards',
    [['change.decides && (await isAsFarAs(run, marked()))', 'change.decides']],
  ],
  [
    'forget whose account a ledger is',
    'ledger/marks.ts',
    'guards',
    [['ledger.account ?? before?.ledger.account', 'ledger.account']],
  ],
  [
    'answer what is lost with a ledger that moves',
    'ledger/tables.ts',
    'moving',
    [['    refuseMoved(await readMeta(run, sql.here), path)\n', '']],
  ],
  [
    'cancel beside what another machine records',
    'ledger/store.ts',
    'cancelling',
    [['releaseOf(run, name, sql.lockRelease)', 'releaseOf(run, name)']],
  ],
  [
    'claim what a list has',
    'ledger/statements.ts',
    'cancelling',
    [["send.state = 'pending' AND send.list IS NULL AND", "send.state = 'pending' AND"]],
  ],
  [
    'send to whom a list has once nobody knows',
    'ledger/statements.ts',
    'holding',
    [["CASE WHEN ?2 = 'deferred' AND list IS NOT NULL", "CASE WHEN ?2 = '' AND list IS NOT NULL"]],
  ],
  [
    'resume whom a list has',
    'ledger/statements.ts',
    'holding',
    [
      [
        'resume: giving<ChangedSend>(`UPDATE send SET\n    state = CASE WHEN list IS NULL',
        'resume: giving<ChangedSend>(`UPDATE send SET\n    state = CASE WHEN true',
      ],
    ],
  ],
  [
    'claim as a worker that was taken over',
    'ledger/statements.ts',
    'sharing',
    [['WHERE id = ?1 AND ended_at IS NULL RETURNING sequence', 'WHERE id = ?1 RETURNING sequence']],
  ],
  [
    'take a seat in two steps',
    'ledger/database-store.ts',
    'sessions',
    [['await next.transaction((run) => workers.takeSeat(run))', 'await workers.takeSeat(next.run)']],
  ],
  [
    'send from a backup of unknown age',
    'ledger/file-store.ts',
    'guards',
    [["if (opened.meta.has('backup'))", "if (opened.meta.has('never'))"]],
  ],
  [
    'recover a ledger that is behind and send again',
    'ledger/statements.ts',
    'guards',
    [["recoverSends: `UPDATE send SET state = 'unknown'", "recoverSends: `UPDATE send SET state = 'pending'"]],
  ],
  ['send a lost release again', 'ledger/prepare.ts', 'guards', [['  await refuseLost(run, normalName(name))\n', '']]],
  [
    'send to whom an accepted ledger does not know',
    'ledger/prepare.ts',
    'guards',
    [['release.recoveredAt === null ? undefined : recoveredList', 'undefined']],
  ],
  [
    'send to a damaged number',
    'ledger/commits.ts',
    'guards',
    [[' || keyOf(secret, { id, release: release.name, number: personal.number }) !== key', '']],
  ],
  ['settle nothing by results', 'ledger/inbox.ts', 'results', [['    await run(sql.prove, ids, now)\n', '']]],
  [
    'send from where a ledger was',
    'ledger/move.ts',
    'moving',
    [["    await setMeta(read, 'moved_to', arriving.place)\n", '']],
  ],
  [
    'leave people behind when a ledger moves',
    'ledger/move.ts',
    'moving',
    [["      await leaving.driver.run('DELETE FROM personal')\n", '']],
  ],
  [
    'ignore the rate',
    'deploy/pace.ts',
    'rate',
    [['Math.max(0, freeAtMs - now(), heldUntilMs - now())', 'Math.max(0, heldUntilMs - now())']],
  ],
  [
    'send more than the limit',
    'deploy/send-loop.ts',
    'ending',
    [
      [
        'Math.min(maxMessages, limit.left, await nextBatch())',
        'Math.min(maxMessages, limit.left === 0 ? 0 : await nextBatch())',
      ],
    ],
  ],
  [
    'send one body to people whose texts differ',
    'deploy/batch.ts',
    'brand-message',
    [['return isSame ?', 'return isSame || true ?']],
  ],
  [
    'believe the header of a contradiction',
    'contract/brand-message/read-answers.ts',
    'brand-message',
    [["contradictsItself: isSuccessful || (requestId ?? '') !== ''", 'contradictsItself: false']],
  ],
  [
    'count from 0 where the answer may count from 1',
    'contract/brand-message/read-answers.ts',
    'answers',
    [['if (possible.length < 2) return possible[0]', 'if (possible.length > 0) return possible[0]']],
  ],
  [
    'believe an entry with the number of another',
    'contract/brand-message/read-answers.ts',
    'answers',
    [['const named = entry.number === undefined ? place : places.get(entry.number)', 'const named = place']],
  ],
  [
    'match entries by position',
    'contract/brand-message/read-answers.ts',
    'answers',
    [
      [
        '  for (const entry of entries) {\n    const place = Number(entry.recipientSeq) - base',
        '  for (const [place, entry] of entries.entries()) {',
      ],
    ],
  ],
  [
    'claim as many of a message as of the one before',
    'ledger/commits.ts',
    simulation,
    [['batchOf?.(id) ?? maxSends', 'maxSends']],
  ],
  [
    'send while outcomes of the request before are not on the disk',
    'deploy/send-loop.ts',
    'run',
    [['      await before\n', '']],
  ],
  [
    'return the lease of what is unknown',
    'deploy/send-loop.ts',
    'fault-matrix',
    [
      [
        'return { row, attempt, outcome, code',
        "return { row, attempt, outcome: outcome === 'unknown' ? 'not-written' : outcome, code",
      ],
    ],
  ],
  [
    'retry after a reset',
    'service/exchange.ts',
    'fault-matrix',
    [
      [
        "if (this.#phase === 'waiting') this.#end({ type: 'not-written', reason: notWritten",
        "if (this.#phase === 'waiting' || code === 'ECONNRESET') this.#end({ type: 'not-written', reason: notWritten",
      ],
    ],
  ],
  [
    'retry 429',
    'service/send.ts',
    'fault-matrix',
    [['if (status === 429) {', "if (status === 429) {\n    return { type: 'not-written', reason: 'refused' }"]],
  ],
  [
    'match by position',
    'service/send.ts',
    'fault-matrix',
    [['const result = byKey.get(key)', 'const result = results[sentKeys.indexOf(key)]']],
  ],
  [
    'believe status 200',
    'service/send.ts',
    'fault-matrix',
    [
      [
        "if (!isJson) return unknown('not-json')",
        "if (!isJson) return { type: 'results', status, results: records.map(({ msg_key }) => ({ msg_key, outcome: 'accepted' })) }",
      ],
    ],
  ],
  [
    'take a missing key for success',
    'service/send.ts',
    'fault-matrix',
    [
      [
        "if (result === undefined || result === 'twice') return { key, outcome: 'unknown' }",
        "if (result === undefined || result === 'twice') return { key, outcome: 'accepted' }",
      ],
    ],
  ],
  [
    'take C500_1 for a rejection',
    'contract/friend-talk/codes.ts',
    'fault-matrix',
    [["{ outcome: 'unknown' }", "{ outcome: 'rejected' }"]],
  ],
  ['go on without credit', 'contract/friend-talk/codes.ts', 'run', [["pause: 'credit',", '']]],
  [
    'take what was not written for unknown',
    'service/send.ts',
    'fault-timing',
    [["return all('not-written')", "return all('unknown')"]],
  ],
  ['send a full first request', 'deploy/send-loop.ts', 'run', [['request(1)', 'request(10)']]],
  [
    'check the window once',
    'deploy/send-loop.ts',
    'ending',
    [
      ['return opensAtMs === 0', 'return true'],
      ['if (opensAtMs > 0) finish', 'if (limit.left < 0 && opensAtMs > 0) finish'],
    ],
  ],
  [
    'never stop when outcomes are unknown',
    'deploy/send-loop.ts',
    'run',
    [['const maxUnknownInARow = 3', 'const maxUnknownInARow = 1_000']],
  ],
  ['go on when outcomes cannot be written', 'deploy/send-loop.ts', 'ending', [['      fail(error, unrecorded)\n', '']]],
  [
    'lose what was not written from the limit',
    'deploy/send-loop.ts',
    'ending',
    [['if (mayBeSent.has(outcome)) limit.left++', '']],
  ],
  ['ignore a signal', 'deploy/send-loop.ts', 'ending', [["if (run.stop.aborted) finish({ type: 'interrupted' })", '']]],
  ['keep a pause to oneself', 'deploy/send-loop.ts', 'shared', [['if (pausing) await handOn(pausing)', '']]],
  ['retry at once', 'deploy/send-loop.ts', 'rate', [['pace.hold(delayMs)', '']]],
  [
    'keep an image for longer than the service does',
    'deploy/images.ts',
    'images',
    [['< days * dayMs', '< 2 * days * dayMs']],
  ],
  [
    'approve a plan whatever its recipients',
    'deploy/plan.ts',
    'plan',
    [['{ count: recipients.count, digest: recipients.digest }', 'undefined']],
  ],
  [
    'approve a plan whatever its lists',
    'deploy/plan.ts',
    'plan',
    [["ko: '--exclude' }, inputs.exclude]", "ko: '--exclude' }, undefined]"]],
  ],
  ['take a plan that was edited', 'deploy/plan.ts', 'plan', [['hashOf(plan) === checksum && ', '']]],
  [
    'send to whom a list excludes',
    'deploy/exclusions.ts',
    simulation,
    [['return lists.find((one) => one.has(number))?.path', 'return undefined']],
  ],
  [
    'forget what left before when the limit goes on',
    'deploy/send-loop.ts',
    simulation,
    [['      limit.left -= taken\n', '']],
  ],
  [
    'leave out a release that still waits',
    'deploy/exclusions.ts',
    simulation,
    [["  if (waiting > 0)\n    refuse('not-in-waits'", "  if (waiting < 0)\n    refuse('not-in-waits'"]],
  ],
  [
    'forget which release is left out',
    'deploy/exclusions.ts',
    simulation,
    [['const name = notIn ?? planned', 'const name = notIn']],
  ],
]

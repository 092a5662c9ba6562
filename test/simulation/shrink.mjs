/** Leaves out of a failing seed what its failure does not need. */
export async function shrink({ setup, rounds }, simulate) {
  let best = await simulate({ shrunk: { setup, skipped: [] } })
  let kept = { setup, skipped: [] }
  const tries = async (shrunk) => {
    const result = await simulate({ shrunk })
    if (result.broken.length === 0) return false
    best = result
    kept = shrunk
    return true
  }
  for (let round = 0; round < rounds; round++) await tries({ ...kept, skipped: [...kept.skipped, round] })
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (const smaller of smallerSetups(kept.setup)) {
      if (await tries({ ...kept, setup: smaller })) {
        isSmaller = true
        break
      }
    }
  }
  return best
}

function* smallerSetups(setup) {
  const { messages, service } = setup
  if (messages.length > 1)
    for (const left of messages) yield { ...setup, messages: messages.filter((one) => one !== left) }
  for (const [index, { numbers }] of messages.entries()) {
    for (const less of [Math.floor(numbers.length / 2), numbers.length - 1]) {
      if (less < 1 || less >= numbers.length) continue
      yield { ...setup, messages: messages.with(index, { ...messages[index], numbers: numbers.slice(0, less) }) }
    }
  }
  if (setup.isShared) yield { ...setup, isShared: false }
  if (setup.excluded) yield { ...setup, excluded: undefined }
  if (setup.cap !== undefined) yield { ...setup, cap: undefined }
  if (setup.reportsResults) yield { ...setup, reportsResults: false }
  if (setup.concurrency > 1) yield { ...setup, concurrency: 1 }
  for (const part of ['network', 'faults']) {
    for (const [name, weight] of Object.entries(service[part])) {
      if (name === 'none' || weight === 0) continue
      yield { ...setup, service: { ...service, [part]: { ...service[part], [name]: 0 } } }
    }
  }
}

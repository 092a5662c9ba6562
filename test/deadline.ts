/**
 * How long a test waits for something until it says that it waited in vain. It is far longer than anything takes on a
 * slow machine that is busy with other work: it tells a test that hangs from one that passes, never a slow one from a
 * quick one.
 */
export const deadlineMs = 120_000

/** How often a test looks at what tells nobody when it changes, such as a file. */
const lookEveryMs = 5

/** The machine's own, also while a test has others. */
const { setTimeout: later } = globalThis
const nowMs = performance.now.bind(performance)

/**
 * Waits until something holds.
 *
 * @param what says it in words for when it never does
 */
export async function until(
  what: () => string | Promise<string>,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const lastMs = nowMs() + deadlineMs
  while (!(await holds())) {
    if (nowMs() > lastMs) throw new Error(`Waited in vain for ${await what()}`)
    await new Promise((resolve) => later(resolve, lookEveryMs))
  }
}

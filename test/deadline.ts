/**
 * How long a process or a request of a test may last. It is far longer than anything takes on a slow machine that is
 * busy with other work: it tells a test that hangs from one that passes, never a slow one from a quick one.
 */
export const deadlineMs = 120_000

/** How long a test looks for what does not come; the reliability suite waits for much at once, and has more patience. */
export const patienceMs = Number(process.env['TEST_PATIENCE_MS'] ?? 10_000)

/** How often a test looks at what tells nobody when it changes, such as a file. */
const lookEveryMs = 5

/** The machine's own, also while a test has others. */
const { setTimeout: later } = globalThis

/**
 * Looks until something holds. Looks are counted, and not the time: on a machine that is busy they come as late as what
 * they look for.
 *
 * @param what says in words what was looked for, and what was seen last, for when it never holds
 */
export async function until(
  what: () => string | Promise<string>,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let looks = 0; !(await holds()); looks++) {
    if (looks > patienceMs / lookEveryMs) throw new Error(`Waited in vain for ${await what()}`)
    await new Promise((resolve) => later(resolve, lookEveryMs))
  }
}

import fc from 'fast-check'

/** Something that is fed with generated input. */
export interface Target {
  /** Checks some inputs that a seed decides; what fails is made smaller. */
  readonly run: (options: { readonly seed: number; readonly inputs: number }) => Promise<fc.RunDetails<unknown>>
  readonly close: () => Promise<void>
}

/**
 * Makes a target.
 *
 * @param check throws for an input that breaks a promise
 */
export function targetOf<T>(
  input: fc.Arbitrary<T>,
  check: (input: T) => void | Promise<void>,
  close: () => Promise<void> | void = () => {},
): Target {
  const property = fc.asyncProperty(input, async (one) => check(one))
  return {
    run: async ({ seed, inputs: numRuns }) =>
      (await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: mostMs })) as fc.RunDetails<unknown>,
    close: async () => close(),
  }
}

/** Making an input smaller may take long; so far it is as good as it needs to be. */
const mostMs = 30_000

/** An input that broke a promise. */
export interface Finding {
  /** Repeats it: `--seed` with this and `--seconds 0`. */
  readonly seed: number
  readonly input: string
  readonly error: string
}

export interface FuzzResult {
  readonly inputs: number
  readonly seconds: number
  /** One for each way of failing. */
  readonly findings: readonly Finding[]
}

/** How many inputs one seed decides. */
const inputsPerSeed = 25

/** Feeds a target until the time is up, with one seed after the other; those of the first are always tried. */
export async function fuzz(target: Target, seconds: number, firstSeed: number): Promise<FuzzResult> {
  const start = performance.now()
  const elapsed = (): number => (performance.now() - start) / 1000
  const findings = new Map<string, Finding>()
  let inputs = 0
  let seed = firstSeed
  do {
    const { numRuns, failed, counterexample, errorInstance } = await target.run({ seed, inputs: inputsPerSeed })
    inputs += numRuns
    if (failed) {
      const error =
        errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance)
      const [kind = ''] = error.split('\n')
      if (!findings.has(kind)) findings.set(kind, { seed, input: fc.stringify(counterexample), error })
    }
    seed++
  } while (elapsed() < seconds)
  return { inputs, seconds: elapsed(), findings: [...findings.values()] }
}

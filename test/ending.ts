type Ending = () => Promise<void> | void

const ofFile: Ending[] = []
const ofTest: Ending[] = []

/**
 * Registers what a helper closes when the tests of a file are over. Files share processes: a helper is loaded once, and
 * what it hands to Vitest itself while it is loaded would be about the first file alone.
 */
export function afterEachFile(end: Ending): void {
  ofFile.push(end)
}

/** Registers what a helper closes when a test is over. */
export function afterEveryTest(end: Ending): void {
  ofTest.push(end)
}

export async function endFile(): Promise<void> {
  for (const end of ofFile.toReversed()) await end()
}

export async function endTest(): Promise<void> {
  for (const end of ofTest.toReversed()) await end()
}

/** Reads what comes in, until it is certainly too much: some inputs have no end. */
export async function readStandardInput(maxBytes: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of process.stdin) {
    const more = Buffer.from(piece as Buffer | string)
    pieces.push(more)
    bytes += more.length
    if (bytes > maxBytes) break
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Other code of a source. */
export type SourceChange = (code: string) => string

export function bundleSimulation(name: string, changes?: ReadonlyMap<string, SourceChange>): Promise<string>

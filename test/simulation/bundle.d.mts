/** @param changes other code of some sources */
export function bundleSimulation(name: string, changes?: ReadonlyMap<string, (code: string) => string>): Promise<string>

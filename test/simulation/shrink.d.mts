import type { SeedResult, Shrunk } from './scenario.ts'

export function shrink(
  failed: Pick<SeedResult, 'setup' | 'rounds'>,
  simulate: (changes: { readonly shrunk: Shrunk }) => Promise<SeedResult>,
): Promise<SeedResult>

export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export function runCaptured(
  run: (argv: readonly string[]) => Promise<number>,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Printed>

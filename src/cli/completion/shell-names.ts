/** The shells that a script of completions can be had for. */
export const shellNames = ['bash', 'zsh', 'fish'] as const
export type ShellName = (typeof shellNames)[number]

/** The languages that diagnostics, help and pages speak. */
export const languages = ['en', 'ko'] as const
export type Language = (typeof languages)[number]

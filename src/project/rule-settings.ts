import type { RuleSettings } from '../lint/lint.ts'
import type { Config } from './config.ts'
import { matcher } from './discover.ts'

/** The severities that hold for each file of a project: the configuration's, later overrides before earlier ones. */
export function ruleSettingsOf({ rules, overrides }: Config, root: string): (path: string) => RuleSettings {
  const matching = overrides.map((override) => ({
    matches: matcher({ root, patterns: override.files }),
    rules: override.rules,
  }))
  if (matching.length === 0) return () => rules
  return (path) =>
    Object.assign({}, rules, ...matching.filter(({ matches }) => matches(path)).map((override) => override.rules))
}

import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { idPattern } from '../../src/message/message.ts'
import { allRules, readerRules } from '../../src/rules/catalog.ts'
import { languageRules } from '../../src/rules/language/index.ts'
import { projectRules } from '../../src/rules/project/index.ts'
import { recipientRules } from '../../src/rules/recipients/index.ts'
import { tiers } from '../../src/rules/rule.ts'
import { rules } from '../../src/rules/rules.ts'
import { ruleIds } from '../../src/rules/run.ts'
import { reportedRules } from '../../src/rules/violations.ts'

const configurationRules = new Set(reportedRules.filter(({ subject }) => subject === 'config').map(({ id }) => id))

/** What rules of a folder share. */
const shared = new Set(['index', 'terms', 'slips'])

/** The names of the files of rules in some folders. */
function filesIn(...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => readdirSync(new URL(`../../src/rules/${folder}/`, import.meta.url)))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => !shared.has(name))
    .toSorted()
}

describe('the catalog', () => {
  it('has each rule once, sorted by id', () => {
    const ids = allRules.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(ids.length).toBe(rules.length + readerRules.length)
    expect(new Set(ids)).toEqual(new Set([...ruleIds].filter((id) => !configurationRules.has(id))))
  })

  it.each([
    { list: languageRules, folders: ['language'] },
    { list: projectRules, folders: ['project'] },
    { list: recipientRules, folders: ['recipients'] },
    { list: rules, folders: ['interface', 'platform', 'style'] },
  ])('has every file of $folders in the list of its folder', ({ list, folders }) => {
    const ids: readonly string[] = list.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    expect(filesIn(...folders)).toEqual(ids)
  })

  it('says of each rule how severe it is', () => {
    const severities = new Map(readerRules.map(({ id, severity }) => [id, severity]))
    expect(severities.get('text-missing')).toBe('error')
    expect(severities.get('suppression-unused')).toBe('warning')
  })

  it('names every rule as ids are named', () => {
    expect(allRules.filter(({ id, tier }) => !idPattern.test(id) || !tiers.includes(tier))).toEqual([])
  })
})

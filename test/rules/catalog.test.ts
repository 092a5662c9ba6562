import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { idPattern } from '../../src/message/message.ts'
import { allRules, readerRules } from '../../src/rules/catalog.ts'
import { tiers } from '../../src/rules/rule.ts'
import { rules } from '../../src/rules/rules.ts'
import { ruleIds } from '../../src/rules/run.ts'
import { reportedRules } from '../../src/rules/violations.ts'

const configurationRules = new Set(reportedRules.filter(({ subject }) => subject === 'config').map(({ id }) => id))
const files = readdirSync(new URL('../../src/rules/checks/', import.meta.url))

describe('the catalog', () => {
  it('has each rule once, sorted by id', () => {
    const ids = allRules.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(ids.length).toBe(rules.length + readerRules.length)
    expect(new Set(ids)).toEqual(new Set([...ruleIds].filter((id) => !configurationRules.has(id))))
  })

  it('has every check in the list', () => {
    const ids = new Set(rules.map(({ id }) => `${id}.ts`))
    expect(files.filter((file) => !ids.has(file))).toEqual([])
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

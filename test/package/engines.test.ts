import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { satisfies } from 'semver'
import { expect, it } from 'vitest'

interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly engines?: { readonly node?: string }
}

const lock = fileURLToPath(new URL('../../package-lock.json', import.meta.url))
const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> }
/** The oldest Node that package.json names. */
const oldest = '20.19.0'

it(`asks for a Node that ${oldest} is`, () => {
  expect(satisfies(oldest, packages['']?.engines?.node ?? '')).toBe(true)
  expect(satisfies('20.18.9', packages['']?.engines?.node ?? '')).toBe(false)
})

// Whoever installs with engine-strict cannot install friendtalk at all otherwise.
it('installs no package that needs a newer Node', () => {
  const installed = Object.entries(packages).filter(([, { dev }]) => dev !== true)
  const newer = installed
    .filter(([, { engines }]) => !satisfies(oldest, engines?.node ?? '*'))
    .map(([path, { version, engines }]) => `${path} ${version}: ${engines?.node}`)
  expect(installed.length).toBeGreaterThan(50)
  expect(newer).toEqual([])
})

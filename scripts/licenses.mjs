import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes LICENSES.txt, the licences of the packages that a bundle has become, beside its files. */
export function writeLicenses(output, folder) {
  const packages = new Set(
    output.flatMap(({ modules = {} }) =>
      Object.keys(modules).flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
    ),
  )
  const licenses = Array.from(packages)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((path) => {
      const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
      const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry))
      const text = file ? [readFileSync(join(path, file), 'utf8').trim()] : []
      return [`${name} ${version} (${license})`, ...text].join('\n\n')
    })
  writeFileSync(
    join(folder, 'LICENSES.txt'),
    `Packages that are part of the files in this folder.\n\n${licenses.join('\n\n---\n\n')}\n`,
  )
}

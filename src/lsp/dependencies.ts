import { basename } from 'node:path'
import { configNames } from '../project/config/config.ts'
import { dependenciesOf } from '../project/compiled-file.ts'
import type { OpenDocument } from './documents.ts'
import { pathInside } from './projects.ts'

export function isConfigFile(file: string): boolean {
  return configNames.includes(basename(file))
}

/** Whether a document refers to a file, or to one in a folder, that changed. */
export function dependsOn({ project, path }: OpenDocument, changed: ReadonlySet<string>): boolean {
  const compiled = project?.workspace.fileAt(path)
  if (compiled === undefined || project === undefined) return false
  const paths = [...changed].flatMap((file) => pathInside(project.root, file)?.normalize('NFC') ?? [])
  return dependenciesOf(compiled).some((dependency) => {
    const inside = dependency.normalize('NFC')
    return paths.some((one) => one === inside || inside.startsWith(`${one}/`))
  })
}

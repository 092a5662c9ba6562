import { blocksFindings } from './findings/blocks.ts'
import { configFindings } from './findings/config.ts'
import { fileFindings } from './findings/file.ts'
import { imagesFindings } from './findings/images.ts'
import { linksFindings } from './findings/links.ts'
import { rowsFindings } from './findings/rows.ts'
import { structureFindings } from './findings/structure.ts'
import { suppressionsFindings } from './findings/suppressions.ts'
import { variablesFindings } from './findings/variables.ts'
import { yamlFindings } from './findings/yaml.ts'

export { recipientsFindings } from './findings/recipients.ts'

/** Findings about messages and their surroundings. */
export const messageFindings = {
  ...fileFindings,
  ...yamlFindings,
  ...linksFindings,
  ...imagesFindings,
  ...blocksFindings,
  ...structureFindings,
  ...variablesFindings,
  ...suppressionsFindings,
  ...configFindings,
  ...rowsFindings,
}

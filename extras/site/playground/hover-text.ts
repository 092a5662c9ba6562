import { make } from './elements.ts'

/** Finds the pages of rules. */
interface Addresses {
  readonly ruleAddress: (rule: string) => string
}

const inline =
  /\\(?<escaped>[\\`*_{}[\]()#+.!|<>~&-])|\*\*(?<strong>(?:\\.|[^*])+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<address>[^)]+)\)/g

/** Makes elements of the Markdown that the editor's core says things in: paragraphs, lists, strong, code and links. */
export function markdownElements(markdown: string, addresses?: Addresses): readonly HTMLElement[] {
  return markdown.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n')
    if (!lines.every((line) => line.startsWith('- '))) return make('p', {}, ...inlineNodes(block, addresses))
    return make('ul', {}, ...lines.map((line) => make('li', {}, ...inlineNodes(line.slice(2), addresses))))
  })
}

function inlineNodes(text: string, addresses?: Addresses): readonly (Node | string)[] {
  const nodes: (Node | string)[] = []
  let done = 0
  for (const { index, 0: all, groups = {} } of text.matchAll(inline)) {
    nodes.push(text.slice(done, index))
    done = index + all.length
    const { escaped, strong, code, text: label, address = '' } = groups
    if (escaped !== undefined) nodes.push(escaped)
    else if (strong !== undefined) nodes.push(make('strong', {}, ...inlineNodes(strong, addresses)))
    else if (code !== undefined) nodes.push(make('code', {}, code))
    else if (label !== undefined) {
      const rule = /\/rules\/([a-z0-9-]+)\.md$/.exec(address)?.[1]
      const href = rule === undefined ? address : (addresses?.ruleAddress(rule) ?? address)
      nodes.push(make('a', { href, target: '_blank', rel: 'noopener' }, label))
    }
  }
  nodes.push(text.slice(done))
  return nodes
}

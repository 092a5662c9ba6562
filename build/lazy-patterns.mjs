// A plugin of the bundle: the regular expressions at the top of a module are made when they are first used.
//
// V8 keeps compiled code from run to run, but reads each pattern anew, and every \p{…} stands for hundreds of ranges.
// A run that lints one file uses few of the hundreds of patterns that the core holds.

/** Whether an expression makes regular expressions that take long to make, alone or in a list. */
function isSlow(node) {
  switch (node?.type) {
    case 'ArrayExpression':
      return node.elements.some(isSlow)
    case 'ObjectExpression':
      return node.properties.some(({ value }) => isSlow(value))
    case 'NewExpression':
      return node.callee.name === 'RegExp'
    case 'Literal':
      return node.regex?.pattern.includes(String.raw`\p{`) === true
    default:
      return false
  }
}

/** Calls a function for each node, with the one that it stands in and the name it has there. */
function visit(node, call, parent, key) {
  if (Array.isArray(node)) for (const item of node) visit(item, call, parent, key)
  else if (typeof node?.type === 'string') {
    call(node, parent, key)
    for (const [name, child] of Object.entries(node)) visit(child, call, node, name)
  }
}

/** The names that a pattern of variables or parameters declares. */
function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesIn(property.value ?? property.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    default:
      return []
  }
}

/** How often each name is declared in a module, its exports as one declaration more. */
function declarationsIn(program) {
  const counts = new Map()
  const count = (names) => {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  visit(program, (node, parent) => {
    if (node.type === 'VariableDeclarator') count(namesIn(node.id))
    else if (/^(?:Function|Class|Import\w*Specifier|CatchClause)/.test(node.type) || node.type.startsWith('Arrow'))
      count([node.id, node.local, node.param, ...(node.params ?? [])].flatMap(namesIn))
    else if (node.type === 'ExportSpecifier') count(namesIn(node.local))
    if (parent?.type === 'ExportNamedDeclaration' && node.type === 'VariableDeclaration')
      count(node.declarations.flatMap(({ id }) => namesIn(id)))
  })
  return counts
}

/** Whether an identifier is the name of a property, and stands for no variable. */
function isPropertyName(parent, key) {
  return !parent.computed && (key === 'property' || key === 'key')
}

/** Returns a module's code, of which `program` is the syntax tree, with its slow patterns made when they are used. */
export function withLazyPatterns(code, program) {
  const counts = declarationsIn(program)
  const slow = new Map()
  for (const node of program.body) {
    const [one, more] = node.type === 'VariableDeclaration' && node.kind === 'const' ? node.declarations : []
    // A name that is declared once means the same everywhere in the module.
    if (one && !more && isSlow(one.init) && counts.get(one.id.name) === 1) slow.set(one.id.name, { node, one })
  }
  const edits = []
  for (const [name, { node, one }] of slow) {
    edits.push([node.start, one.init.start, `let ${name}$made; const ${name} = () => (${name}$made ??= `])
    edits.push([one.init.end, node.end, `);`])
  }
  visit(program, (node, parent, key) => {
    if (node.type !== 'Identifier' || !slow.has(node.name) || isPropertyName(parent, key)) return
    if (parent === slow.get(node.name).one && key === 'id') return
    edits.push([node.start, node.end, parent.shorthand ? `${node.name}: ${node.name}()` : `${node.name}()`])
  })
  let made = code
  for (const [start, end, text] of edits.toSorted(([a], [b]) => b - a))
    made = made.slice(0, start) + text + made.slice(end)
  return made
}

// Asks for the same messages as every other process of its kind, some at a time, and says what it was told: a line of JSON
// for each.   node test/library/sender-process.mjs <root> <messages> <at once>   It works on dist.
import { createSender, openProject } from '../../dist/index.js'

const [root, messages, atOnce] = process.argv.slice(2)
const project = await openProject(root)
const sender = await createSender(project, { target: 'local', newLedger: true })
if (sender.state !== 'open') throw new Error(JSON.stringify(sender))
let next = 0
async function ask() {
  for (let n = next++; n < Number(messages); n = next++) {
    const message = { release: `order-${n}`, id: 'hello', to: `010${73_310_000 + n}`, values: { name: `고객${n}호` } }
    const outcome = await sender.send(message)
    process.stdout.write(`${JSON.stringify({ n, ...outcome })}\n`)
  }
}
await Promise.all(Array.from({ length: Number(atOnce) }, ask))
await sender.close()
await project.close()

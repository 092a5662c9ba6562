import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

/** Serves the built site below a base path, as hosts of static pages do: `/writing` is `writing.html`. */
export async function serveSite(base: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    const path = decodeURIComponent(pathname)
    const file = path.startsWith(base) ? fileOf(path.slice(base.length)) : undefined
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': types[extname(file ?? '.html')] ?? '' })
    createReadStream(file ?? join(dist, '404.html')).pipe(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${base}`, server }
}

function fileOf(path: string): string | undefined {
  return [path, `${path}.html`, join(path, 'index.html')]
    .map((name) => join(dist, name))
    .find((file) => existsSync(file) && statSync(file).isFile())
}

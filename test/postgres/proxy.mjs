// A TCP proxy on loopback whose network can fail. Plain JavaScript, because scripts that run without Vitest use it too.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Starts a proxy of a port on loopback. */
export async function startProxy(to) {
  const pairs = new Set()
  let held = 'nothing'
  const traps = new Set()
  const isHeld = (direction) => held === 'all' || held === direction
  const link = (pair) => {
    for (const way of pair.ways) {
      const isOpen = !isHeld(way.direction)
      if (isOpen === way.isOpen) continue
      way.isOpen = isOpen
      if (isOpen) way.from.pipe(way.into)
      else way.from.unpipe(way.into).pause()
    }
  }
  const hold = (what) => {
    held = what
    for (const pair of pairs) link(pair)
  }
  const spring = (chunk) => {
    for (const trap of traps) {
      if (!chunk.includes(trap.text)) continue
      traps.delete(trap)
      if (trap.next === 'hold') hold('all')
      trap.seen()
    }
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    // Only what the pipe lets through is looked at.
    near.pause().on('data', spring)
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true })
    const ways = [
      { from: near, into: far, direction: 'questions', isOpen: false },
      { from: far, into: near, direction: 'answers', isOpen: false },
    ]
    const pair = { near, far, ways }
    pairs.add(pair)
    const cut = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      socket.setNoDelay()
      socket.on('error', cut)
      socket.on('close', () => {
        // Whoever is behind a held network does not learn of the other's end.
        if (held === 'nothing') cut()
      })
    }
    link(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
    pairs.clear()
  }
  return {
    port: server.address().port,
    hold: (what = 'all') => hold(what),
    asked: (text, next = 'go on') => new Promise((seen) => traps.add({ text, next, seen })),
    release: () => {
      held = 'nothing'
      for (const pair of pairs) link(pair)
    },
    cut,
    connections: () => pairs.size,
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}

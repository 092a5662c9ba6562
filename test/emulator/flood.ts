import { once } from 'node:events'
import { connect } from 'node:net'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { deadlineMs } from '../deadline.ts'
import { textMessage } from './messages.ts'

/** Sends requests of ten messages each as fast as one connection takes them, without waiting for answers. */
export async function flood(emulator: Emulator, requests: number): Promise<void> {
  const { hostname, port, host } = new URL(emulator.baseUrl)
  const messages = Array.from({ length: 10 }, (_, index) => textMessage({ msg_key: `key-${index}` }))
  const body = Buffer.from(JSON.stringify({ msg_data: messages }))
  const head = [
    'POST /ft-text/v2/send HTTP/1.1',
    `Host: ${host}`,
    `Authorization: ${emulator.userId};${emulator.secretKey}`,
    'Content-Type: application/json;charset=utf-8',
    `Content-Length: ${body.length}`,
  ]
  const request = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
  const socket = connect(Number(port), hostname)
  socket.resume()
  for (let i = 0; i < requests; i++) if (!socket.write(request)) await once(socket, 'drain')
  await emulator.waitForMessages(requests * 10, { timeoutMs: deadlineMs })
  socket.destroy()
}

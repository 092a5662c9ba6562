import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { afterEachFile } from '../ending.ts'

// Of nobody: made for tests alone, for send.example.com and upload.example.com.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguCOCOH/WXHLlRg1y
bz1X2Cdg+HztFAYRFrCYB4wtxWyhRANCAATkvexZn9LNGlwvbpoS6yHw8FjMx82v
IXlcdfrg64+k4miZL0y+h63sO2+gsbHk/QBpmteimZpKtQDDpycI50ha
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBtjCCAVygAwIBAgIUNZwQDDVnHM8TSmjUqQMjYD6u6mMwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZXhhbXBsZS5jb20wIBcNMjYxMTIyMDQxMTIzWhgPMjEyNjEw
MjkwNDExMjNaMBYxFDASBgNVBAMMC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE5L3sWZ/SzRpcL26aEush8PBYzMfNryF5XHX64OuPpOJomS9M
voet7DtvoLGx5P0AaZrXopmaSrUAw6cnCOdIWqOBhTCBgjAdBgNVHQ4EFgQUPz3n
lHLxI/xtcsN3HvZ7wLnxq1kwHwYDVR0jBBgwFoAUPz3nlHLxI/xtcsN3HvZ7wLnx
q1kwDwYDVR0TAQH/BAUwAwEB/zAvBgNVHREEKDAmghBzZW5kLmV4YW1wbGUuY29t
ghJ1cGxvYWQuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIgFp1+85aYuwYD
2f5rXjZD+Z7E/gqBPCjQXqi13PlOLE0CIQDCBY90/IOVytPB7YiRDf0pQ8CeMxmP
Fjo5kPu4cdxgCw==
-----END CERTIFICATE-----`

const closing: (() => void)[] = []

afterEachFile(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a server that takes TLS and hands what it carries on to a port of loopback. Returns its own port. */
export async function startTlsFront(port: number): Promise<number> {
  const server = createServer({ key, cert }, (socket) => {
    const behind = connect(port, '127.0.0.1')
    for (const each of [socket, behind]) {
      each.on('error', () => each.destroy())
      each.on('close', () => (each === socket ? behind : socket).destroy())
    }
    socket.pipe(behind).pipe(socket)
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

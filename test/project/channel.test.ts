import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { channelOfNumber, channelOfSender } from '../../src/project/channel.ts'
import { openProject } from '../../src/project/project.ts'
import { runInside } from '../cli/run-inside.ts'
import { send } from '../emulator/client.ts'
import { textMessage as message } from '../emulator/messages.ts'
import { pngBytes } from './image-bytes.ts'
import { tempFolder, textMessage, type Tree } from './temp-folder.ts'

const png = pngBytes({ width: 80, height: 80 })
const address = `data:image/png;base64,${png.toString('base64')}`
const key = { env: 'KEY' }
const settings = {
  messages: ['messages/*.md'],
  channel: { name: '우리 가게', picture: 'brand/channel.png' },
  senders: {
    default: { sender_key: key, sender_number: '0212345678' },
    care: { sender_key: key, sender_number: '02-2222-3333', channel: { name: '고객센터' } },
  },
}
const treeOf = (config: object, more: Tree = {}): Tree => ({
  'friendtalk.config.json': JSON.stringify(config),
  'messages/a.md': textMessage('안녕하세요'),
  'brand/channel.png': png,
  ...more,
})
const opened = (cwd: string): ReturnType<typeof openProject> =>
  openProject({ cwd, library: () => Promise.reject(new Error('not a program')) })

describe('the channel', () => {
  it('is that of the project, with what its sender states in its place', async () => {
    const project = await opened(tempFolder(treeOf(settings)))
    expect(channelOfSender(project, 'default')).toEqual({ name: '우리 가게', picture: address })
    expect(channelOfSender(project, 'care')).toEqual({ name: '고객센터', picture: address })
    expect(channelOfNumber(project, '0222223333')).toEqual({ name: '고객센터', picture: address })
    expect(channelOfNumber(project, '0200000000')).toEqual({ name: '우리 가게', picture: address })
  })

  it.each([
    ['gone.png', 'There is no PNG or JPEG image "gone.png" inside the project'],
    ['../channel.png', 'There is no PNG or JPEG image "../channel.png" inside the project'],
    ['messages/a.md', 'There is no PNG or JPEG image "messages/a.md" inside the project'],
    ['brand', 'There is no PNG or JPEG image "brand" inside the project'],
    ['heavy.png', 'The image "heavy.png" is larger than 512 KiB'],
  ])('cannot have the picture %s', async (picture, says) => {
    const cwd = tempFolder(
      treeOf({ ...settings, channel: { picture } }, { 'heavy.png': Buffer.concat([png, Buffer.alloc(512 * 1024)]) }),
    )
    const { code, stderr } = await runInside(['lint'], cwd)
    expect(code).toBe(2)
    expect(stderr).toContain(`friendtalk.config.json (channel.picture): ${says}`)
  })

  it('is refused with keys that it does not have, also in a sender', async () => {
    const cwd = tempFolder(treeOf({ ...settings, channel: { image: 'a.png' } }))
    expect(await runInside(['lint'], cwd)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"image"') as string,
    })
  })

  it('stands in the inbox of an emulator, by the number that sends', async () => {
    const project = await opened(tempFolder(treeOf(settings)))
    const emulator = await startEmulator({}, { channelOf: (number) => channelOfNumber(project, number) })
    try {
      await send(emulator, 'ft-text', [
        message({ sender_number: '0222223333' }),
        message({ sender_number: '0299999999' }),
      ])
      const [care = '', other = ''] = await Promise.all(
        [1, 2].map(async (sequence) => (await fetch(`${emulator.url}/_emulator/inbox/messages/${sequence}`)).text()),
      )
      expect(care).toContain('<p class="ph-name">고객센터</p>')
      expect(other).toContain('<p class="ph-name">우리 가게</p>')
      for (const html of [care, other]) expect(html.split(address)).toHaveLength(3)
    } finally {
      await emulator.close()
    }
  })

  it('stands in the preview, in the header and beside the message', async () => {
    const cwd = tempFolder(treeOf(settings, { 'messages/b.md': textMessage('안녕', 'sender: care\n') }))
    expect(await runInside(['preview', '--out', 'pages'], cwd)).toMatchObject({ code: 0 })
    const scripts = readdirSync(join(cwd, 'pages'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )
    const pages = scripts.map((name) => readFileSync(join(cwd, 'pages', name), 'utf8')).join('\n')
    for (const name of ['우리 가게', '고객센터']) expect(pages).toContain(`${name}</strong>`)
    expect(pages.split(address).length).toBeGreaterThan(4)
  })
})

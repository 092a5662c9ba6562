import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ImageLookup } from '../../src/message/message.ts'
import { createImageStore } from '../../src/project/images/images.ts'
import { gifBytes, jpegBytes, jpegMetadata, jpegSegment, pngBytes, webpBytes } from './image-bytes.ts'
import { tempFolder } from './temp-folder.ts'

const size = { width: 800, height: 400 }
const png = pngBytes(size)
const jpeg = jpegBytes(size)

// A table of codes, in which the number of colours of a frame would be four.
const tables = jpegBytes({ ...size, metadata: [jpegSegment(0xc4, Buffer.from([0, 0, 0, 0, 0, 4]))] })

const found = (content: Buffer, format: 'png' | 'jpg', { width, height } = size): ImageLookup => ({
  type: 'found',
  facts: { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length, width, height, format },
})

function look(content: Buffer | string, name = 'image.png'): ImageLookup {
  return createImageStore(tempFolder({ [name]: content })).look(name)
}

/** Exif data that hold an orientation alone. */
function orientation(value: number): Buffer {
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0])
  return jpegSegment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'), entry, Buffer.alloc(4)]),
  )
}

/** The start of a file of the ISO base media format. */
function brandBytes(brand: string): Buffer {
  return Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1')
}

describe('an image is what its content says', () => {
  const exif = jpegSegment(0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0', 'latin1'))
  it.each([
    { what: 'a PNG file', content: png, name: 'a.png', lookup: found(png, 'png') },
    { what: 'a PNG file', content: png, name: 'a.jpg', lookup: found(png, 'png') },
    { what: 'a PNG file', content: png, name: 'a', lookup: found(png, 'png') },
    { what: 'a JPEG file', content: jpeg, name: 'a.jpeg', lookup: found(jpeg, 'jpg') },
    { what: 'a JPEG file', content: jpeg, name: 'a.png', lookup: found(jpeg, 'jpg') },
    {
      what: 'a JPEG file whose tables come first',
      content: tables,
      name: 'a.jpg',
      lookup: found(tables, 'jpg'),
    },
    { what: 'a GIF file', content: gifBytes(size), name: 'a.png', lookup: { type: 'other-format', format: 'GIF' } },
    { what: 'a WebP file', content: webpBytes(size), name: 'a.jpg', lookup: { type: 'other-format', format: 'WEBP' } },
    {
      what: 'text',
      content: Buffer.from('Hello!'),
      name: 'a.png',
      lookup: { type: 'other-format', format: 'unknown' },
    },
    { what: 'nothing', content: Buffer.alloc(0), name: 'a.png', lookup: { type: 'other-format', format: 'unknown' } },
    {
      what: 'one byte',
      content: png.subarray(0, 1),
      name: 'a.png',
      lookup: { type: 'other-format', format: 'unknown' },
    },
  ])('$what named $name', ({ content, name, lookup }) => {
    expect(look(content, name)).toEqual(lookup)
  })

  it.each([
    { what: '100 KB of metadata', content: jpegBytes({ ...size, metadata: jpegMetadata(100_000) }) },
    { what: '400 KB of metadata', content: jpegBytes({ ...size, metadata: jpegMetadata(400_000) }) },
    { what: 'Exif data', content: jpegBytes({ ...size, metadata: [exif] }) },
    { what: 'a comment', content: jpegBytes({ ...size, metadata: [jpegSegment(0xfe, Buffer.from('by hand'))] }) },
    { what: 'a progressive frame', content: jpegBytes({ ...size, frame: 0xc2 }) },
    { what: 'an extended frame', content: jpegBytes({ ...size, frame: 0xc1 }) },
  ])('a JPEG file with $what', ({ content }) => {
    expect(look(content, 'a.jpg')).toEqual(found(content, 'jpg'))
  })

  it('a photo that is stored turned, measured as stored', () => {
    const content = jpegBytes({ ...size, metadata: [orientation(6)] })
    expect(look(content, 'a.jpg')).toEqual({ ...found(content, 'jpg'), isTurned: true })
    const upright = jpegBytes({ ...size, metadata: [orientation(1)] })
    expect(look(upright, 'a.jpg')).toEqual(found(upright, 'jpg'))
  })

  it('a JPEG file in the colours of print', () => {
    const content = jpegBytes({ ...size, metadata: jpegMetadata(100_000), factors: [0x22, 0x11, 0x11, 0x22] })
    expect(look(content, 'a.jpg')).toEqual({ ...found(content, 'jpg'), isCmyk: true })
    const rgb = jpegBytes({ ...size, factors: [0x22, 0x11, 0x11] })
    expect(look(rgb, 'a.jpg')).toEqual(found(rgb, 'jpg'))
  })

  it.each([
    ['HEIC', brandBytes('heic')],
    ['HEIC', brandBytes('mif1')],
    ['AVIF', brandBytes('avif')],
    ['git-lfs', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'],
  ])('a file of %s named a.jpg', (format, content) => {
    expect(look(content, 'a.jpg')).toEqual({ type: 'other-format', format })
  })

  it.each([
    { width: 1, height: 1 },
    { width: 1, height: 65_535 },
    { width: 65_535, height: 1 },
  ])('of %j', (extreme) => {
    expect(look(pngBytes(extreme))).toEqual(found(pngBytes(extreme), 'png', extreme))
    expect(look(jpegBytes(extreme))).toEqual(found(jpegBytes(extreme), 'jpg', extreme))
  })
})

describe('a damaged image', () => {
  it.each([
    ...[8, 9, 16, 20, 24, 32].map((bytes) => ({
      what: `a PNG file cut off after ${bytes} bytes`,
      content: png.subarray(0, bytes),
    })),
    ...[3, 4, 12, 20, 22, 24, 26].map((bytes) => ({
      what: `a JPEG file cut off after ${bytes} bytes`,
      content: jpeg.subarray(0, bytes),
    })),
    {
      what: 'a JPEG file cut off in its metadata',
      content: jpegBytes({ ...size, metadata: jpegMetadata(9000) }).subarray(0, 5000),
    },
    { what: 'a PNG file of no width', content: pngBytes({ width: 0, height: 10 }) },
    { what: 'a JPEG file of no height', content: jpegBytes({ width: 10, height: 0 }) },
    { what: 'a JPEG file without a frame', content: Buffer.from([0xff, 0xd8, 0xff, 0xd9]) },
    {
      what: 'a JPEG file whose segment has no length',
      content: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0]),
    },
  ])('is $what', ({ content }) => {
    expect(look(content)).toEqual({ type: 'damaged' })
  })

  it.each([33, 40, png.length - 12, png.length - 8])('is a PNG file cut off after %d bytes', (bytes) => {
    expect(look(png.subarray(0, bytes))).toEqual({ type: 'damaged' })
  })

  it('is a JPEG file without its end, whatever its thumbnail ends with', () => {
    expect(look(jpeg.subarray(0, -2), 'a.jpg')).toEqual({ type: 'damaged' })
    const thumbnail = jpegSegment(0xe1, Buffer.from([0xff, 0xd9]))
    const cut = jpegBytes({ ...size, metadata: [thumbnail], dataBytes: 3_000 }).subarray(0, -2)
    expect(look(cut, 'a.jpg')).toEqual({ type: 'damaged' })
  })
})

describe('an image that only looks strange', () => {
  const preview = jpegSegment(0xe1, jpegBytes({ width: 8, height: 8 }))
  it.each([
    ['a PNG file with a line break behind it', Buffer.concat([png, Buffer.from('\r\n')]), 'png'],
    ['a JPEG file with something behind it', Buffer.concat([jpeg, Buffer.alloc(1000, 7)]), 'jpg'],
    ['a JPEG file with a preview', jpegBytes({ ...size, metadata: [preview] }), 'jpg'],
  ] as const)('is %s', (_, content, format) => {
    expect(look(content)).toEqual(found(content, format))
  })
})

describe('a path', () => {
  const root = tempFolder({
    'images/spring.png': png,
    'images/summer.jpg': jpeg,
    'images/notes.txt': 'x',
    'outside/secret.png': png,
    'plain.txt': 'x',
  })
  const inside = join(root, 'images')
  const out = tempFolder({ 'secret.png': png })
  symlinkSync(join(out, 'secret.png'), join(inside, 'out.png'))
  symlinkSync(out, join(inside, 'out'))
  symlinkSync('spring.png', join(inside, 'in.png'))
  symlinkSync('../images', join(inside, 'again'))
  symlinkSync('circle-b.png', join(inside, 'circle-a.png'))
  symlinkSync('circle-a.png', join(inside, 'circle-b.png'))
  symlinkSync('gone.png', join(inside, 'dangling.png'))
  symlinkSync(join(out, 'gone.png'), join(inside, 'dangling-out.png'))
  mkdirSync(join(inside, 'folder.png'))
  const lookAt = (path: string): ImageLookup => createImageStore(root).look(path)

  it.each<[string, ImageLookup]>([
    ['images/spring.png', found(png, 'png')],
    ['images/in.png', found(png, 'png')],
    ['images/again/spring.png', found(png, 'png')],
    ['images/out.png', { type: 'outside-root' }],
    ['images/out/secret.png', { type: 'outside-root' }],
    ['../project/images/spring.png', found(png, 'png')],
    ['images/circle-a.png', { type: 'unreadable', reason: 'loop' }],
    ['images/folder.png', { type: 'unreadable', reason: 'directory' }],
    ['images', { type: 'unreadable', reason: 'directory' }],
    ['.', { type: 'unreadable', reason: 'directory' }],
    ['images/sprng.png', { type: 'not-found', suggestion: 'images/spring.png' }],
    ['images/Spring.PNG', { type: 'not-found', suggestion: 'images/spring.png' }],
    ['images/spring.jpg', { type: 'not-found', suggestion: 'images/spring.png' }],
    ['images/autumn-and-winter.png', { type: 'not-found' }],
    ['images/note.txt', { type: 'not-found' }],
    ['nowhere/spring.png', { type: 'not-found' }],
    ['plain.txt/spring.png', { type: 'not-found' }],
    ['images/dangling-out.png', { type: 'not-found' }],
    [`images/${'x'.repeat(5000)}.png`, { type: 'not-found' }],
    ['images/a\0.png', { type: 'unreadable', reason: 'io' }],
  ])('%j', (path, lookup) => {
    const seen = lookAt(path)
    expect(seen.type === 'not-found' && path.includes('dangling') ? { type: seen.type } : seen).toEqual(lookup)
  })

  it('out of the root is refused whether or not something is there', () => {
    expect(lookAt('../../gone.png').type).not.toBe('found')
    expect(lookAt(relative(root, '/etc/passwd'))).toEqual({ type: 'outside-root' })
  })

  it.each([
    ['NFC', 'NFC'],
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
    ['NFD', 'NFD'],
  ] as const)('in %s finds the file whose name is in %s', (typed, stored) => {
    const name = '이미지/봄 세일 café.png'
    const folder = tempFolder({ [name.normalize(stored)]: png })
    expect(createImageStore(folder).look(name.normalize(typed))).toEqual(found(png, 'png'))
  })

  it('to a named pipe does not wait for a writer', () => {
    const folder = tempFolder()
    expect(spawnSync('mkfifo', [join(folder, 'pipe.png')]).status).toBe(0)
    expect(createImageStore(folder).look('pipe.png')).toEqual({ type: 'unreadable', reason: 'special-file' })
  })

  it('to a huge file is not read', () => {
    const folder = tempFolder({ 'huge.png': png })
    const bytes = 64 * 1024 * 1024
    truncateSync(join(folder, 'huge.png'), bytes)
    expect(createImageStore(folder).look('huge.png')).toMatchObject({ type: 'too-large', bytes })
  })
})

describe('a store', () => {
  it('reads a file again only when it is told to', () => {
    const root = tempFolder({ 'a.png': png })
    const store = createImageStore(root)
    expect(store.look('a.png')).toEqual(found(png, 'png'))
    writeFileSync(join(root, 'a.png'), jpeg)
    expect(store.look('a.png')).toEqual(found(png, 'png'))
    store.forget()
    expect(store.look('a.png')).toEqual(found(jpeg, 'jpg'))
  })
})

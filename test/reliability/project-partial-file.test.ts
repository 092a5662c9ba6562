import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HeldFolder } from '../../src/project/files/held-folder.ts'
import { OutputFolder } from '../../src/project/files/output-folder.ts'
import { PartialFile } from '../../src/project/files/partial-file.ts'
import { afterEachFile } from '../ending.ts'
import { refusalOf } from '../project/refusal.ts'
import { tempFolder } from '../project/temp-folder.ts'

const placing = { replaces: 'any', flush: 'later' } as const

describe('a file that is being written', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'] as const)('leaves nothing behind at %s', async (end) => {
    const folder = tempFolder({ file: 'before' })
    const module = (name: string): string => new URL(`../../dist/project/files/${name}.js`, import.meta.url).href
    const script = `
      const { HeldFolder } = await import(${JSON.stringify(module('held-folder'))})
      const { PartialFile } = await import(${JSON.stringify(module('partial-file'))})
      const file = new PartialFile(HeldFolder.hold(${JSON.stringify(folder)}), 'file', { replaces: 'any', flush: 'later' })
      file.write('half')
      process.stdin.once('data', () => process.exit(7)).resume()
      console.log('begun')`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    afterEachFile(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    expect(readdirSync(folder)).toHaveLength(2)
    const closed = once(child, 'close')
    if (end === 'exit') child.stdin.write('now')
    else child.kill(end)
    expect(await closed).toEqual(end === 'exit' ? [7, null] : [null, end])
    expect(readdirSync(folder)).toEqual(['file'])
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('before')
  })

  it('takes no place that something else took meanwhile', () => {
    const folder = tempFolder({ file: 'before', other: 'other' })
    for (const take of [
      () => {},
      () => renameSync(join(folder, 'other'), join(folder, 'file')),
      () => symlinkSync('nowhere', join(folder, 'file')),
      () => mkdirSync(join(folder, 'file')),
    ]) {
      const held = HeldFolder.hold(folder)
      const file = new PartialFile(held, 'file', { ...placing, replaces: 'same' })
      file.write('after')
      rmSync(join(folder, 'file'), { recursive: true, force: true })
      take()
      expect(() => file.finish()).toThrow()
      file.abandon()
      held.close()
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
      rmSync(join(folder, 'file'), { recursive: true, force: true })
      writeFileSync(join(folder, 'file'), 'before')
    }
  })

  it('comes after another run’s, and replaces nothing of another kind that came meanwhile', () => {
    const folder = tempFolder()
    const baseline = (rule: string): string => `{\n  "version": 1,\n  "findings": [${rule}]\n}\n`
    for (const [meanwhile, expected] of [
      [baseline('1'), baseline('2')],
      ['mine', 'mine'],
    ] as const) {
      const held = HeldFolder.hold(folder)
      const file = new PartialFile(held, 'file', { replaces: 'baseline', flush: 'later' })
      file.write(baseline('2'))
      writeFileSync(join(folder, 'file'), meanwhile)
      if (meanwhile === 'mine') expect(() => file.finish()).toThrow('not a baseline')
      else file.finish()
      file.abandon()
      held.close()
      expect(readFileSync(join(folder, 'file'), 'utf8')).toBe(expected)
      expect(readdirSync(folder)).toEqual(['file'])
    }
  })

  it('keeps what may be done with it, and is nobody else’s to read before', () => {
    const folder = tempFolder({ file: 'before' })
    chmodSync(join(folder, 'file'), 0o640)
    const held = HeldFolder.hold(folder)
    const file = new PartialFile(held, 'file', placing)
    const partial = readdirSync(folder).find((name) => name.endsWith('.tmp')) ?? ''
    expect(statSync(join(folder, partial)).mode & 0o777).toBe(0o640)
    file.finish()
    held.close()
    expect(statSync(join(folder, 'file')).mode & 0o777).toBe(0o640)
  })
})

describe('an output folder', () => {
  const elsewhere = (): string => tempFolder({ kept: 'mine' }, 'elsewhere')

  it.runIf(process.platform === 'linux')('is the folder that was opened, whatever takes its name', () => {
    const root = tempFolder({ 'out/below/.keep': '' })
    const other = elsewhere()
    const held = HeldFolder.hold(join(root, 'out'))
    const below = held.child('below')
    for (const path of ['out/below', 'out']) {
      renameSync(join(root, path), join(root, 'moved'))
      symlinkSync(other, join(root, path))
      const file = new PartialFile(below, 'new', placing)
      file.write('content')
      file.finish()
      rmSync(join(root, path))
      renameSync(join(root, 'moved'), join(root, path))
      expect(readFileSync(join(root, 'out/below/new'), 'utf8')).toBe('content')
      rmSync(join(root, 'out/below/new'))
    }
    expect(readdirSync(other)).toEqual(['kept'])
    for (const one of [below, held]) one.close()
  })

  it.runIf(process.platform === 'linux')(
    'that others swap for a link while it is filled lets nothing out',
    async () => {
      const root = tempFolder()
      const other = elsewhere()
      const script = `
      const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
      const [, root, other] = process.argv
      const attempt = (work) => { try { work() } catch {} }
      process.chdir(root)
      console.log('begun')
      for (let round = 0; ; round++) {
        attempt(() => renameSync('out/real', 'aside-' + round))
        attempt(() => symlinkSync(other, 'out/real'))
        attempt(() => unlinkSync('out/real'))
      }`
      const child = spawn(process.execPath, ['--eval', script, root, other], { stdio: ['ignore', 'pipe', 'inherit'] })
      afterEachFile(() => void child.kill('SIGKILL'))
      await once(child.stdout, 'data')
      const folder = new OutputFolder(join(root, 'out'), { shown: 'out', root })
      const rounds = { written: 0, refused: 0 }
      while (rounds.written < 200 || rounds.refused < 20) {
        try {
          folder.write('real/file', 'content', placing)
          rounds.written++
        } catch {
          rounds.refused++
        }
        await new Promise(setImmediate)
      }
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
      folder.close()
      expect(readdirSync(other)).toEqual(['kept'])
    },
  )

  it('is made again where it was removed, and follows no link that took its place', async () => {
    const root = tempFolder()
    const other = elsewhere()
    const folder = new OutputFolder(join(root, 'out'), { shown: 'out', root })
    folder.write('a/file', 'one', placing)
    rmSync(join(root, 'out'), { recursive: true })
    folder.write('a/file', 'two', placing)
    expect(readFileSync(join(root, 'out/a/file'), 'utf8')).toBe('two')
    rmSync(join(root, 'out'), { recursive: true })
    symlinkSync(other, join(root, 'out'))
    expect((await refusalOf(() => folder.write('file', 'three', placing)))[0]).toContain(
      'leads out through a symbolic link',
    )
    expect(readdirSync(other)).toEqual(['kept'])
    folder.close()
  })

  it('holds a file whose name is as long as a name can be', () => {
    const root = tempFolder()
    const folder = new OutputFolder(root, { shown: '', root })
    for (const name of ['a'.repeat(255), '가'.repeat(85), ' ', '-rf', '.friendtalk', '\n', '"$(x)"']) {
      folder.write(name, name, placing)
      expect(readFileSync(join(root, name), 'utf8')).toBe(name)
    }
    folder.close()
  })
})

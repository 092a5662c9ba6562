import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { filesBelow } from '../project/files-below.ts'
import { tempFolder, type Tree } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const messages = {
  'brand-message': {
    kinds: ['carousel-commerce', 'carousel-feed', 'commerce', 'image', 'text', 'wide', 'wide-item-list'].map(
      (kind) => `bm-${kind}`,
    ),
    images: [
      'beach-look',
      'cafe-season',
      'canvas-bag',
      'denim-jeans',
      'drip-coffee',
      'linen-shirt',
      'members-day',
      'new-arrivals',
      'summer-linen',
      'summer-sandals',
      'tumbler',
    ],
    names: "appKey: { env: 'FRIENDTALK_APP_KEY' },",
  },
  'friend-talk': {
    kinds: ['carousel-feed', 'image', 'text', 'wide', 'wide-item-list'].map((kind) => `ft-${kind}`),
    images: ['cafe-season', 'drip-coffee', 'lip-tint', 'new-arrivals', 'skincare-set', 'sun-cream', 'tumbler'],
    names: "userId: { env: 'FRIENDTALK_USER_ID' },",
  },
}

const filesOf = ({ kinds, images }: (typeof messages)['friend-talk']): readonly string[] =>
  [
    '.github/workflows/friendtalk.yml',
    '.gitignore',
    '.markdownlintignore',
    '.prettierignore',
    '.vscode/settings.json',
    'README.md',
    'friendtalk.config.ts',
    ...kinds.map((kind) => `messages/${kind}.md`),
    ...images.map((image) => `messages/images/${image}.jpg`),
    'package.json',
    'recipients/sample.csv',
  ].toSorted()

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

describe.each([
  ['brand-message', 'en'],
  ['brand-message', 'ko'],
  ['friend-talk', 'en'],
  ['friend-talk', 'ko'],
] as const)('a project for %s made in %s', (service, lang) => {
  const { kinds, names } = messages[service]
  const init = ['--service', service, '--yes', '--lang', lang]

  it('lints without a diagnostic, for its recipients too, and compiles', async () => {
    const cwd = tempFolder()
    expect(await runInside(['init', 'hello', ...init], cwd)).toMatchObject({ code: 0, stderr: '' })
    const folder = join(cwd, 'hello')
    expect(filesBelow(folder)).toEqual(filesOf(messages[service]))
    expect(read(folder, 'friendtalk.config.ts')).toContain(`  //     service: '${service}',\n`)
    expect(read(folder, 'friendtalk.config.ts')).toContain(`  //     ${names}\n`)
    const lint = await runInside(['lint', '--max-warnings', '0', '--recipients', 'recipients/sample.csv'], folder)
    const count = kinds.length
    const clean = lang === 'ko' ? `메시지 ${count}개에 문제가 없습니다.` : `${count} messages, nothing to report.`
    expect(lint).toEqual({ code: 0, stdout: `✓ ${clean}\n`, stderr: '' })
    expect(await runInside(['compile', '--quiet'], folder)).toEqual({ code: 0, stdout: '', stderr: '' })
    const deploy = ['deploy', '--recipients', 'recipients/sample.csv', '--release', 'first', '--yes', '--json']
    // The built-in target takes friend talk alone so far.
    if (service === 'friend-talk') expect(await runInside(deploy, folder)).toMatchObject({ code: 0 })
    const previews = ['npx --no-install friendtalk preview --open', 'friendtalk preview --open']
    expect(read(folder, 'README.md')).toContain(`\n${previews[0]} `)
    const { scripts } = JSON.parse(read(folder, 'package.json'))
    expect(scripts).toMatchObject({ lint: 'friendtalk lint', preview: previews[1], compile: 'friendtalk compile' })
    expect(readdirSync(join(folder, 'dist/messages'))).toEqual(kinds.map((id) => `${id}.json`).toSorted())
    expect(/\p{Script=Hangul}/u.test(read(folder, 'README.md'))).toBe(lang === 'ko')
    const [header = '', ...rows] = read(folder, 'recipients/sample.csv').trim().split('\n')
    expect(header).toMatch(/^receiver_number,ref,[^,]+$/)
    // Nobody has a number whose part after 010 starts with 0.
    for (const row of rows) expect(row).toMatch(/^0100\d{7},/)
  })

  it('has a workflow that lints, and one that sends behind comment marks', async () => {
    const cwd = tempFolder()
    await runInside(['init', ...init], cwd)
    const text = read(cwd, '.github/workflows/friendtalk.yml')
    const workflow = parse(text)
    expect(Object.keys(workflow.jobs)).toEqual(['lint'])
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const [before = '', deploy = ''] = text.split(/^ {2}#\n/m)
    const { jobs } = parse(before + deploy.replaceAll(/^ {2}# /gm, '  '))
    expect(Object.keys(jobs.deploy.env)[0]).toBe(/FRIENDTALK_\w+/.exec(names)?.[0])
    expect(jobs.deploy).toMatchObject({ if: "github.event_name == 'release'", environment: 'production' })
    expect(jobs.deploy.steps.at(-1).run).toContain('friendtalk deploy plan.json')
    expect(text).toContain('--new-ledger')
    expect(read(cwd, '.prettierignore')).toBe('messages/\n')
    expect(JSON.parse(read(cwd, '.vscode/settings.json'))['[markdown]']).toEqual({ 'editor.formatOnSave': false })
  })
})

describe('init', () => {
  it.each<{ what: string; tree: Tree; next: string }>([
    { what: 'nothing', tree: {}, next: 'mkdir -p vendor && npm pack .* && npm install && ' },
    {
      what: 'a package without it',
      tree: { 'package.json': '{}' },
      next: 'mkdir -p vendor && npm pack .* && npm install --save-dev ./vendor/friendtalk-',
    },
    {
      what: 'a package that has it',
      tree: { 'package.json': '{"devDependencies":{"friendtalk":"1"}}' },
      next: 'mkdir -p vendor && npm pack .* && npm install && ',
    },
    {
      what: 'it installed',
      tree: { 'node_modules/friendtalk/package.json': '{}' },
      next: 'npx --no-install friendtalk lint',
    },
  ])('beside $what ends with what is missing', async ({ tree, next }) => {
    const { stdout } = await runInside(['init', '--yes'], tempFolder(tree))
    expect(stdout.split('Next:\n  ')[1]).toMatch(new RegExp(`^${next}`))
  })

  it('keeps every file that is there, and tells', async () => {
    const tree = {
      '.gitignore': 'dist\n',
      'README.md': 'mine\n',
      'messages/bm-text.md': 'mine\n',
      'friendtalk.config.json': '{}',
    }
    const cwd = tempFolder(tree)
    const { code, stdout } = await runInside(['init', '--yes'], cwd)
    expect(code).toBe(0)
    for (const [path, content] of Object.entries(tree)) {
      expect(read(cwd, path)).toBe(content)
    }
    expect(stdout).toContain(
      '! Left as they were: friendtalk.config.json, messages/bm-text.md, .gitignore, README.md\n',
    )
    expect(stdout).toContain('! .gitignore should have these lines: node_modules/  .friendtalk/  .env  recipients/*')
    // It would be found first.
    expect(existsSync(join(cwd, 'friendtalk.config.ts'))).toBe(false)
    const again = await runInside(['init', '--yes'], cwd)
    expect(again.stdout).toMatch(
      /^! There is a project here already; nothing was written\.\n! \.gitignore should .*\n\nNext:/,
    )
  })

  it('puts the workflow where GitHub reads it, at the top of the repository', async () => {
    const cwd = tempFolder({ '.git/HEAD': 'ref: refs/heads/main\n' })
    const { stdout } = await runInside(['init', 'packages/봄 c', '--yes'], cwd)
    expect(stdout).toContain('✓ ../../.github/workflows/friendtalk-봄 c.yml\n')
    expect(existsSync(join(cwd, 'packages/봄 c/.github'))).toBe(false)
    const { defaults, jobs } = parse(read(cwd, '.github/workflows/friendtalk-봄 c.yml'))
    expect({ defaults, jobs: Object.keys(jobs) }).toEqual({
      defaults: { run: { 'working-directory': 'packages/봄 c' } },
      jobs: ['lint'],
    })
  })

  it.each<Tree>([{ messages: '' }, { '.github': '' }, { recipients: 'x' }])(
    'writes nothing where something stands in its way: %j',
    async (tree) => {
      const cwd = tempFolder({ ...tree, 'keep.txt': '' })
      const { code, stderr } = await runInside(['init', '--yes'], cwd)
      expect(code).toBe(2)
      expect(stderr).toContain('cannot be written')
      expect(filesBelow(cwd)).toEqual([...Object.keys(tree), 'keep.txt'].toSorted())
      expect(readdirSync(cwd).filter((name) => statSync(join(cwd, name)).isDirectory())).toEqual([])
    },
  )
})

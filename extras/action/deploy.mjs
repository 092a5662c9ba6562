import { codeBlock, friendtalk, option } from './friendtalk.mjs'

/** Sends, and leaves what the ledger says in the job's summary. The exit code is that of the deploy. */
export async function runDeploy(job) {
  const { input, flag, paths, summary } = job
  const plan = input('plan')
  const common = option('config', input('config'))
  const what = plan === '' ? ['target', 'release', 'recipients'].flatMap((name) => option(name, input(name))) : []
  const { exitCode } = await friendtalk(job, [
    'deploy',
    ...common,
    ...what,
    ...option('confirm', input('confirm')),
    ...option('limit', input('limit')),
    ...(flag('yes') ? ['--yes'] : []),
    ...(flag('wait') ? ['--wait'] : []),
    '--',
    ...(plan === '' ? paths : [plan]),
  ])
  const release = input('release')
  const { stdout } = await friendtalk(job, [
    'status',
    ...common,
    ...option('target', input('target')),
    ...(release === '' ? [] : ['--', release]),
  ])
  summary(`### friendtalk deploy\n\nExit code ${exitCode}.\n\n${codeBlock(stdout)}`)
  return exitCode
}

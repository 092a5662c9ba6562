/**
 * Takes from an environment what would decide how commands work and print: the tests start them with the environment of
 * whoever runs the tests, a terminal, a pipeline or a continuous integration that wants colours.
 */
export function plainEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) {
    const setting = settingsOfNpm[name.toLowerCase()]
    if (setting !== undefined) env[setting] ??= env[name]
    if (setting !== undefined || decides.test(name)) delete env[name]
  }
  // Settings of the person or the machine, such as signed commits or hooks.
  env['GIT_CONFIG_GLOBAL'] = '/dev/null'
  env['GIT_CONFIG_NOSYSTEM'] = '1'
}

/** Everything that tests reach is on this machine, but npm may need a proxy to install packages. */
const settingsOfNpm: Readonly<Record<string, string>> = {
  http_proxy: 'npm_config_proxy',
  https_proxy: 'npm_config_https_proxy',
  no_proxy: 'npm_config_noproxy',
}

const decides =
  /^(?:FORCE_COLOR|NO_COLOR|CLICOLOR.*|COLORTERM|NODE_DISABLE_COLORS|CI|LANG|LANGUAGE|LC_.*|GITHUB_.*|GITLAB_.*|RUNNER_.*|GIT_.*|FRIENDTALK_.*|CHOKIDAR_.*|INIT_CWD|ALL_PROXY|all_proxy)$/

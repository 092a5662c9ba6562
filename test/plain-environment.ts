/**
 * Takes from an environment what would decide how commands print: the tests start them with the environment of whoever
 * runs the tests, a terminal, a pipeline or a continuous integration that wants colours.
 */
export function plainEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (decidesOutput.test(name)) delete env[name]
}

const decidesOutput =
  /^(?:FORCE_COLOR|NO_COLOR|CLICOLOR.*|COLORTERM|NODE_DISABLE_COLORS|CI|LANG|LANGUAGE|LC_.*|GITHUB_.*|GITLAB_.*|RUNNER_.*|GIT_.*|FRIENDTALK_.*|INIT_CWD)$/

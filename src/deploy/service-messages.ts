import { resolve } from 'node:path'
import { contractNamed, contractOf } from '../contract/contracts.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import { shownFrom } from '../project/files/discover.ts'
import type { Workspace } from '../project/workspace.ts'
import type { Host } from '../session/host.ts'
import type { Flag } from '../words/command-line.ts'
import { type DeployTarget, refuse, sessionFor, type TargetSession } from './target.ts'

export interface Selected {
  readonly all: readonly CompiledFile[]
  readonly workspace: Workspace
  /** The command line names them; else they are those of the configuration. */
  readonly isNamed: boolean
  /** Its other flags, for the commands that are printed. */
  readonly flags: readonly Flag[]
}

/**
 * Returns the messages that a target takes: those of its service. Others of the configuration are left out.
 *
 * @throws UsageError for one of another service that is named, where none is left, and for messages of several services to
 *   the built-in emulator, which takes those of any
 */
export function messagesFor(
  session: TargetSession,
  { all, workspace, isNamed, flags }: Selected,
  host: Host,
): { readonly target: DeployTarget; readonly files: readonly CompiledFile[] } {
  const known = all.flatMap((file) => {
    // A message with errors has no template.
    const kind = file.template?.service_id ?? workspace.sketch(file.path, file.source)?.message.kind
    return kind === undefined ? [] : [{ file, kind, service: contractOf(kind).id }]
  })
  const { target } = sessionFor(
    session,
    known.map(({ kind }) => ({ service_id: kind })),
  )
  const others = known.filter(({ service }) => service !== target.service)
  const [other] = others
  const files = all.filter((file) => !others.some((one) => one.file === file))
  if (other === undefined) return { target, files }
  if (session.takesAnyService) {
    const commands = [files, others.map(({ file }) => file)].map((some) => {
      const paths = some.map(({ path }) => [shownFrom(host.cwd, resolve(session.project.root, path))] as const)
      return host.command('deploy', [...paths, ...flags])
    })
    refuse('two-services', {
      en: ['One deploy sends messages of one service. Run both:', ...commands],
      ko: ['한 번의 배포에는 한 서비스의 메시지만 보냅니다. 둘 다 실행하세요.', ...commands],
    })
  }
  if (!isNamed && files.length > 0) return { target, files }
  const { name: takes } = contractNamed(target.service)
  return refuse('other-service', {
    en: `${other.file.path}: ${other.kind} cannot be sent to target ${target.name}, which takes messages of ${takes.en}.`,
    ko: `${other.file.path}: ${target.name} 대상은 ${takes.ko} 메시지를 보내는 곳이라 ${other.kind} 메시지를 보낼 수 없습니다.`,
  })
}

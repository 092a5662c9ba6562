import { koreanTime } from '../text/korean-time.ts'
import type { DeployEvent } from '../deploy/deploy-host.ts'
import { lintOutput } from '../session/lint-output.ts'
import type { DeployNotice } from './project-session.ts'

export function noticeOf(event: DeployEvent): DeployNotice {
  switch (event.type) {
    case 'opened':
      return { type: 'opened', recovered: event.recovered }
    case 'found':
      return { type: 'found', diagnostics: lintOutput(event.found).diagnostics }
    case 'planned-again':
      return { type: 'planned-again', release: event.release }
    case 'held':
      return { type: 'held', excluded: event.excluded, exclusions: event.exclusions }
    case 'image': {
      const { path, upload, sha256 } = event.image
      return { type: 'image', path, upload, sha256, url: event.url }
    }
    case 'request': {
      const outcomes: { [outcome: string]: number } = {}
      for (const { outcome } of event.outcomes) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      return { type: 'request', id: event.id, outcomes }
    }
    case 'waiting':
      return { type: 'waiting', until: koreanTime(event.untilMs) }
    case 'start-later':
      return { type: 'waiting', until: koreanTime(event.atMs) }
    default:
      return event
  }
}

import { fileSize } from './file-size.ts'
import type { Language } from './language.ts'
import { systemReason } from './system-reason.ts'

/** What a command writes. A file is replaced by one of its kind alone. */
export type OutputKind = 'plan' | 'baseline' | 'csv' | 'template' | ReportKind

/** The formats of lint's reports. */
export type ReportKind = 'text' | 'json' | 'github' | 'sarif' | 'junit' | 'gitlab' | 'rdjson'

/** What can be wrong with a file or a folder that is read or written; a reason is a code of `systemReason`. */
export type FileProblem =
  | { readonly type: 'unreadable'; readonly path: string; readonly reason: string }
  | { readonly type: 'input-too-large'; readonly path: string; readonly maxBytes: number }
  | { readonly type: 'unwritable'; readonly path: string; readonly reason: string }
  /** Something else stands where a file of the kind would go. */
  | { readonly type: 'not-replaced'; readonly path: string; readonly kind: OutputKind }
  /** A folder for output that a link leads out of the project, or out of the folder that was named. */
  | { readonly type: 'folder-leads-out'; readonly path: string; readonly to: string }
  | { readonly type: 'no-working-folder' }
  /** A configuration that is a program, found above the working directory; `at` is what others may write to. */
  | { readonly type: 'others-may-write'; readonly path: string; readonly at: string; readonly who: OtherWriter }
  | { readonly type: 'pattern-too-long'; readonly start: string; readonly length: number; readonly maxLength: number }

/** Who beside the user may change something. */
export type OtherWriter = 'owner' | 'group' | 'everybody'

/** Tells a problem with files from the others. */
export function isFileProblem(problem: { readonly type: string }): problem is FileProblem {
  return Object.hasOwn(fileProblemTypes, problem.type)
}

const fileProblemTypes: { readonly [T in FileProblem['type']]: true } = {
  unreadable: true,
  'input-too-large': true,
  unwritable: true,
  'not-replaced': true,
  'folder-leads-out': true,
  'no-working-folder': true,
  'others-may-write': true,
  'pattern-too-long': true,
}

/** A problem with a file in a language. */
export function fileProblemIn(language: Language, problem: FileProblem): readonly string[] {
  return [language === 'ko' ? inKorean(problem) : inEnglish(problem)]
}

function inEnglish(problem: FileProblem): string {
  switch (problem.type) {
    case 'unreadable':
      return `${problem.path}: cannot be read (${systemReason('en', problem.reason)}).`
    case 'input-too-large':
      return `${problem.path}: is larger than the ${fileSize(problem.maxBytes)} that are read.`
    case 'unwritable':
      return `${problem.path}: cannot be written (${systemReason('en', problem.reason)}).`
    case 'not-replaced': {
      const { name, look } = kindsInEnglish[problem.kind]
      return `${problem.path}: is left as it is, because it is not ${name} (${look}). Name another file, or remove this one.`
    }
    case 'folder-leads-out':
      return `${problem.path}: leads out through a symbolic link, to ${problem.to}. Nothing was written there; name that folder itself.`
    case 'no-working-folder':
      return 'The working directory does not exist any more. Change to one that does.'
    case 'others-may-write':
      return `${programOfOthers.en(problem)} It was not run; --config ${problem.path} runs it all the same.`
    case 'pattern-too-long':
      return `"${problem.start}…": is a path or pattern of ${problem.length} characters; ${problem.maxLength} are allowed.`
  }
}

type ProgramOfOthers = Pick<Extract<FileProblem, { type: 'others-may-write' }>, 'path' | 'at' | 'who'>

/** Why a configuration is not run without a question. */
export const programOfOthers: { readonly [L in Language]: (program: ProgramOfOthers) => string } = {
  en: ({ path, at, who }) => {
    const reason = {
      owner: `${at} belongs to another user`,
      group: `a group may write to ${at}`,
      everybody: `everybody on this machine may write to ${at}`,
    }[who]
    return `${path}: is a program that somebody else may have written: ${reason}.`
  },
  ko: ({ path, at, who }) => {
    const reason = {
      owner: `소유자가 다른 사용자입니다: ${at}`,
      group: `그룹이 쓸 수 있습니다: ${at}`,
      everybody: `이 컴퓨터의 누구나 쓸 수 있습니다: ${at}`,
    }[who]
    return `${path}: 실행되는 설정 파일인데 다른 사람이 썼을 수 있습니다(${reason}).`
  },
}

const kindsInEnglish: { readonly [K in OutputKind]: { readonly name: string; readonly look: string } } = {
  plan: { name: 'a plan', look: 'JSON that starts with "version", "digest" and "release"' },
  baseline: { name: 'a baseline', look: 'JSON that starts with "version" and "findings"' },
  csv: { name: 'the CSV of an earlier status', look: 'its first row starts with target,release,id,msg_key' },
  template: { name: 'a compiled template', look: 'JSON that starts with "format", "id" and "service_id"' },
  text: { name: 'a text report', look: 'its last line counts messages, errors or warnings' },
  json: { name: 'a json report', look: 'JSON that starts with "version" and "summary"' },
  github: { name: 'a github report', look: 'lines that start with ::error or ::warning' },
  sarif: { name: 'a sarif report', look: 'SARIF whose driver is friendtalk' },
  junit: { name: 'a junit report', look: 'XML that starts with <testsuites name="friendtalk"' },
  gitlab: { name: 'a gitlab report', look: 'a JSON list of entries that start with "description" and "check_name"' },
  rdjson: { name: 'an rdjson report', look: 'JSON that starts with a "source" named friendtalk' },
}

function inKorean(problem: FileProblem): string {
  switch (problem.type) {
    case 'unreadable':
      return `${problem.path}: 읽을 수 없습니다(${systemReason('ko', problem.reason)}).`
    case 'input-too-large':
      return `${problem.path}: 너무 큽니다. ${fileSize(problem.maxBytes)}까지만 읽습니다.`
    case 'unwritable':
      return `${problem.path}: 쓸 수 없습니다(${systemReason('ko', problem.reason)}).`
    case 'not-replaced': {
      const { name, look } = kindsInKorean[problem.kind]
      return `${problem.path}: ${name} 아니므로 그대로 둡니다(${look}). 다른 파일을 지정하거나 이 파일을 지우세요.`
    }
    case 'folder-leads-out':
      return `${problem.path}: 심볼릭 링크를 거쳐 밖에 있는 ${problem.to} 폴더로 이어지므로 아무것도 쓰지 않았습니다. 그 폴더를 직접 지정하세요.`
    case 'no-working-folder':
      return '현재 작업 폴더가 없어졌습니다. 다른 폴더로 이동한 뒤 다시 실행하세요.'
    case 'others-may-write':
      return `${programOfOthers.ko(problem)} 그래서 실행하지 않았습니다. 그래도 실행하려면 --config ${problem.path} 옵션을 쓰세요.`
    case 'pattern-too-long':
      return `"${problem.start}…": 경로나 패턴이 ${problem.length}자입니다. ${problem.maxLength}자까지 쓸 수 있습니다.`
  }
}

/** With the particle of a subject. */
const kindsInKorean: { readonly [K in OutputKind]: { readonly name: string; readonly look: string } } = {
  plan: { name: '계획 파일이', look: '계획 파일은 "version", "digest", "release"로 시작하는 JSON입니다' },
  baseline: { name: '기준선 파일이', look: '기준선 파일은 "version", "findings"로 시작하는 JSON입니다' },
  csv: { name: 'status가 만든 CSV가', look: '첫 행이 target,release,id,msg_key로 시작해야 합니다' },
  template: { name: '컴파일된 템플릿이', look: '템플릿은 "format", "id", "service_id"로 시작하는 JSON입니다' },
  text: { name: 'text 보고서가', look: '마지막 줄이 메시지나 오류, 경고의 수여야 합니다' },
  json: { name: 'json 보고서가', look: 'json 보고서는 "version", "summary"로 시작하는 JSON입니다' },
  github: { name: 'github 보고서가', look: '각 줄이 ::error나 ::warning으로 시작해야 합니다' },
  sarif: { name: 'sarif 보고서가', look: 'sarif 보고서는 드라이버가 friendtalk인 SARIF입니다' },
  junit: { name: 'junit 보고서가', look: 'junit 보고서는 <testsuites name="friendtalk"로 시작하는 XML입니다' },
  gitlab: {
    name: 'gitlab 보고서가',
    look: '각 항목이 "description", "check_name"으로 시작하는 JSON 목록이어야 합니다',
  },
  rdjson: { name: 'rdjson 보고서가', look: 'rdjson 보고서는 "source"가 friendtalk인 JSON입니다' },
}

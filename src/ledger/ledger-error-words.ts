import type { LedgerProblem, LockHolder } from './ledger-error.ts'
import { koreanTime } from '../contract/korean-time.ts'
import type { Language } from '../words/language.ts'

/** Why a ledger cannot be used, in a language: a line that says what is wrong, and one that says what to do. */
export function ledgerProblemIn(language: Language, problem: LedgerProblem): readonly [wrong: string, toDo: string] {
  return language === 'ko' ? inKorean(problem) : inEnglish(problem)
}

function inEnglish(problem: LedgerProblem): readonly [string, string] {
  switch (problem.type) {
    case 'missing':
      return [
        `${problem.path}: there is no ledger.`,
        'Put the ledger of your earlier deploys there. Only where nothing was ever sent, deploy with --new-ledger.',
      ]
    case 'exists':
      return [`${problem.path}: something is there already.`, 'Name a path where nothing is.']
    case 'not-a-ledger':
      return [
        `${problem.path}: is not a ledger.`,
        'Check the path that the configuration gives as "ledger"; if it is right, the file is damaged.',
      ]
    case 'read-only':
      return [
        `${problem.path}: may not be written.`,
        'Make the file and its folder writable: what cannot be recorded is not sent.',
      ]
    case 'disk-full':
      return [`${problem.path}: the disk is full.`, 'Make room, then run the same command again.']
    case 'corrupt':
      return [
        `${problem.path}: the ledger is damaged (${problem.detail}).`,
        'Keep the file: it is the record of what was sent. Put the newest backup in its place; if messages were sent since, friendtalk ledger recover --reason "…" makes them unknown.',
      ]
    case 'claims-lost':
      return [
        `${problem.path}: the last deploy did not come to its end, and its claim log, which says what was sent, is ${problem.isMissing ? 'missing' : 'damaged'}.`,
        'Put the files back that end in -claims-1 and -claims-2. If they are lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent.',
      ]
    case 'older':
      return [
        `${problem.path}: this is an older copy of the ledger: ${problem.known === 'machine' ? 'this machine' : 'its claim log'} knows of messages that were sent since.`,
        'Put the newest ledger there. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
      ]
    case 'taken-while-sending':
      return [
        `${problem.path}: this backup was taken during a deploy, which went on sending.`,
        'Use the ledger that it was taken from. If that is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
      ]
    case 'mixed':
      return [
        `${problem.path}: is the ledger ${problem.actual}, and the claim log beside it is of ${problem.expected}.`,
        'Put the files of one ledger together. If the others are lost, friendtalk ledger recover --reason "…" accepts this one.',
      ]
    case 'replaced':
      return [
        `${problem.path}: is the ledger ${problem.actual}; the one that was used here before is ${problem.expected}.`,
        'Put that one back. If it is lost, friendtalk ledger recover --reason "…" accepts this one.',
      ]
    case 'main-lost':
      return [
        `${problem.path}: there is no ledger, but its claim log is there (${problem.log}).`,
        'Put the ledger back, from a backup if need be: what it was sending would be sent again without it.',
      ]
    case 'known':
      return [
        `${problem.path}: a new ledger is wanted for "${problem.target}", and this machine knows one for the same account and target: ${problem.known}.`,
        'Use that one. If a new one is right all the same, say why with --reason: what the other one sent may be sent again.',
      ]
    case 'moved-away':
      return [
        `${problem.path}: this ledger was moved to ${problem.to}.`,
        'Use it there; this one sends nothing any more.',
      ]
    case 'newer-version':
      return [
        `${problem.path}: the ledger has version ${problem.version}; this friendtalk knows versions up to ${problem.known}.`,
        'Update friendtalk.',
      ]
    case 'other-lineage':
      return [
        `${problem.path}: this is the ledger ${problem.actual}, and the plan was made with ${problem.expected}.`,
        'Put the ledger back that the plan was made with, or make a new plan.',
      ]
    case 'other-target':
      return [
        `${problem.path}: this is the ledger of the target "${problem.actual}", not of "${problem.expected}".`,
        'Give each file its own name back: every target has a ledger of its own.',
      ]
    case 'locked':
      return [
        `${problem.path}: another process is changing the ledger${problem.holder ? `: ${englishName(problem.holder)}` : ''}.`,
        'Wait until it ends, or stop it, then run the same command again.',
      ]
    case 'busy':
      return [
        `${problem.path}: another program keeps the ledger from being written.`,
        'Close what has the file open, such as a database viewer or a backup, then run the same command again.',
      ]
    case 'network-file-system':
      return [
        `${problem.path}: is on a network file system (${problem.fileSystem}), where two deploys could run at once.`,
        'Give a path on a disk of this machine as "ledger" in the configuration.',
      ]
    case 'several-names':
      return [
        `${problem.path}: the file has several names (hard links), and a lock on one does not hold for the others.`,
        'Keep one name and remove the others.',
      ]
    case 'moved':
      return [
        `${problem.path}: the ledger was moved, removed or replaced while it was in use.`,
        'Put the file back where it was, then run the same command again.',
      ]
    case 'changed':
      return [
        `${problem.path}: another process wrote into the ledger while this one had its lock, so nothing more is sent.`,
        'Find the other deploy and keep the -lock file where it is; then run the same command again.',
      ]
    case 'failed':
      return [
        `${problem.path}: the system refuses (${problem.code}).`,
        'Check the permissions of the file and its folder, and the disk.',
      ]
    case 'broken':
      return [
        `${problem.path}: an earlier write failed, so nothing more is done.`,
        'Run the same command again: it starts from what is on the disk.',
      ]
    case 'unknown-release':
      return [`There is no release "${problem.release}" in the ledger.`, 'friendtalk status lists the releases.']
    case 'lost-release':
      return [
        `The release "${problem.release}" was begun in a newer copy of this ledger, which is lost: who received it is not known here.`,
        'Find out in the console who did, and send to the others as a release with another name.',
      ]
    case 'ambiguous-release':
      return [
        `The ledger holds several releases whose names look like "${problem.release}"; an older friendtalk took them for different ones.`,
        'Give what you send now another release name.',
      ]
    case 'not-prepared':
      return [
        `Not all recipients of the release "${problem.release}" are in the ledger, so nothing of it may be sent.`,
        'Deploy it again with the same recipients.',
      ]
    case 'other-template':
      return [
        `The release "${problem.release}" holds another version of the message "${problem.id}".`,
        'Deploy the message as it was, or send the new version as a new release (--release).',
      ]
    case 'key-taken':
      return [
        `${problem.masked}, a recipient of the message "${problem.id}", has a msg_key that another recipient of the release "${problem.release}" has.`,
        'Give each message of a release a msg_key of its own.',
      ]
  }
}

function inKorean(problem: LedgerProblem): readonly [string, string] {
  switch (problem.type) {
    case 'missing':
      return [
        `${problem.path}: 발송 기록 파일이 없습니다.`,
        '지금까지 쓰던 발송 기록 파일을 그 자리에 두세요. 한 번도 발송한 적이 없을 때만 deploy --new-ledger로 새로 만드세요.',
      ]
    case 'exists':
      return [`${problem.path}: 이미 파일이 있습니다.`, '아무것도 없는 경로를 지정하세요.']
    case 'not-a-ledger':
      return [
        `${problem.path}: 발송 기록 파일이 아닙니다.`,
        '설정의 "ledger" 경로를 확인하세요. 경로가 맞다면 파일이 손상된 것입니다.',
      ]
    case 'read-only':
      return [
        `${problem.path}: 쓸 수 없습니다.`,
        '파일과 폴더에 쓰기 권한을 주세요. 기록할 수 없는 메시지는 발송하지 않습니다.',
      ]
    case 'disk-full':
      return [`${problem.path}: 디스크에 남은 공간이 없습니다.`, '공간을 확보한 뒤 같은 명령을 다시 실행하세요.']
    case 'corrupt':
      return [
        `${problem.path}: 발송 기록이 손상되었습니다(${problem.detail}).`,
        '무엇을 발송했는지 적힌 파일이니 지우지 마세요. 가장 최근 백업으로 바꾸세요. 백업 뒤에 발송한 메시지가 있다면 friendtalk ledger recover --reason "…"을 실행해 확인 필요 상태로 바꾸세요.',
      ]
    case 'claims-lost':
      return [
        `${problem.path}: 지난 배포가 끝나지 않았는데, 무엇을 발송했는지 적힌 발송 로그가 ${problem.isMissing ? '없습니다' : '손상되었습니다'}.`,
        '이름이 -claims-1, -claims-2로 끝나는 파일을 되돌려 놓으세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
      ]
    case 'older':
      return [
        `${problem.path}: 오래된 발송 기록 사본입니다. ${problem.known === 'machine' ? '이 컴퓨터' : '발송 로그'}에는 그 뒤에 발송한 기록이 있습니다.`,
        '가장 최근 발송 기록을 그 자리에 두세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 그 뒤에 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
      ]
    case 'taken-while-sending':
      return [
        `${problem.path}: 배포하는 동안 만든 백업입니다. 그 배포는 백업 뒤에도 계속 발송했습니다.`,
        '원래 발송 기록을 사용하세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 그 뒤에 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
      ]
    case 'mixed':
      return [
        `${problem.path}: 발송 기록 ${problem.actual}인데, 옆에 있는 발송 로그는 ${problem.expected}의 것입니다.`,
        '같은 발송 기록의 파일을 함께 두세요. 잃어버렸다면 friendtalk ledger recover --reason "…"으로 이 파일을 받아들일 수 있습니다.',
      ]
    case 'replaced':
      return [
        `${problem.path}: 발송 기록 ${problem.actual}입니다. 전에 여기에서 쓰던 것은 ${problem.expected}입니다.`,
        '전에 쓰던 것을 되돌려 놓으세요. 잃어버렸다면 friendtalk ledger recover --reason "…"으로 이 파일을 받아들일 수 있습니다.',
      ]
    case 'main-lost':
      return [
        `${problem.path}: 발송 기록은 없고 발송 로그만 있습니다(${problem.log}).`,
        '발송 기록을 되돌려 놓거나 백업에서 복원하세요. 없이 배포하면 이미 보낸 메시지가 다시 발송됩니다.',
      ]
    case 'known':
      return [
        `${problem.path}: "${problem.target}" 대상의 발송 기록을 새로 만들려고 했지만, 이 컴퓨터에는 같은 계정과 대상의 발송 기록이 이미 있습니다: ${problem.known}.`,
        '그 발송 기록을 사용하세요. 그래도 새로 만들어야 한다면 --reason으로 이유를 적으세요. 이미 보낸 메시지가 다시 발송될 수 있습니다.',
      ]
    case 'moved-away':
      return [
        `${problem.path}: 이 발송 기록은 ${problem.to}(으)로 옮겼습니다.`,
        '옮긴 곳의 발송 기록을 사용하세요. 여기에서는 더 이상 발송하지 않습니다.',
      ]
    case 'newer-version':
      return [
        `${problem.path}: 발송 기록의 버전은 ${problem.version}이고, 지금 설치된 friendtalk는 버전 ${problem.known}까지 읽을 수 있습니다.`,
        'friendtalk를 업데이트하세요.',
      ]
    case 'other-lineage':
      return [
        `${problem.path}: 발송 기록이 ${problem.actual}입니다. 계획을 만들 때는 ${problem.expected}였습니다.`,
        '계획을 만들 때 쓴 발송 기록 파일로 되돌리거나 계획을 새로 만드세요.',
      ]
    case 'other-target':
      return [
        `${problem.path}: "${problem.expected}" 대상이 아니라 "${problem.actual}" 대상의 발송 기록입니다.`,
        '발송 기록은 대상마다 따로 있습니다. 파일 이름을 원래대로 되돌리세요.',
      ]
    case 'locked':
      return [
        `${problem.path}: 다른 프로세스가 발송 기록을 쓰고 있습니다${problem.holder ? `(${koreanName(problem.holder)})` : ''}.`,
        '끝날 때까지 기다리거나 중지한 뒤 같은 명령을 다시 실행하세요.',
      ]
    case 'busy':
      return [
        `${problem.path}: 다른 프로그램이 파일을 잡고 있어 기록할 수 없습니다.`,
        '데이터베이스 뷰어나 백업처럼 파일을 연 프로그램을 닫은 뒤 같은 명령을 다시 실행하세요.',
      ]
    case 'network-file-system':
      return [
        `${problem.path}: 네트워크 파일 시스템(${problem.fileSystem})에 있어 배포가 동시에 두 번 실행될 수 있습니다.`,
        '설정의 "ledger"에 이 컴퓨터의 디스크에 있는 경로를 적으세요.',
      ]
    case 'several-names':
      return [
        `${problem.path}: 하드 링크로 이름이 여러 개인 파일이라 한 이름을 잠가도 다른 이름은 잠기지 않습니다.`,
        '이름을 하나만 남기고 지우세요.',
      ]
    case 'moved':
      return [
        `${problem.path}: 쓰는 동안 파일이 옮겨졌거나 지워졌거나 바뀌었습니다.`,
        '파일을 제자리에 되돌린 뒤 같은 명령을 다시 실행하세요.',
      ]
    case 'changed':
      return [
        `${problem.path}: 잠가 두고 쓰는 동안 다른 프로세스가 발송 기록을 고쳤습니다. 더 보내지 않습니다.`,
        '함께 실행 중인 배포를 찾고 -lock 파일은 그대로 두세요. 그런 다음 같은 명령을 다시 실행하세요.',
      ]
    case 'failed':
      return [
        `${problem.path}: 시스템이 거부했습니다(${problem.code}).`,
        '파일과 폴더의 권한, 디스크 상태를 확인하세요.',
      ]
    case 'broken':
      return [
        `${problem.path}: 앞선 기록에 실패하여 더 진행하지 않습니다.`,
        '같은 명령을 다시 실행하세요. 디스크에 남은 기록부터 이어집니다.',
      ]
    case 'unknown-release':
      return [
        `발송 기록에 "${problem.release}" 릴리스가 없습니다.`,
        '릴리스 목록은 friendtalk status로 볼 수 있습니다.',
      ]
    case 'lost-release':
      return [
        `릴리스 "${problem.release}"은(는) 잃어버린 최신 발송 기록에서 시작했습니다. 누가 받았는지 여기에는 남아 있지 않습니다.`,
        '콘솔에서 누가 받았는지 확인한 뒤, 나머지 수신자에게는 다른 릴리스 이름으로 보내세요.',
      ]
    case 'ambiguous-release':
      return [
        `"${problem.release}"처럼 보이는 이름의 릴리스가 여러 개 있습니다. 이전 버전의 friendtalk가 서로 다른 릴리스로 기록했습니다.`,
        '지금 보낼 메시지에는 다른 릴리스 이름을 쓰세요.',
      ]
    case 'not-prepared':
      return [
        `"${problem.release}" 릴리스의 수신자가 모두 기록되지 않아 발송할 수 없습니다.`,
        '같은 수신자로 다시 배포하세요.',
      ]
    case 'other-template':
      return [
        `"${problem.release}" 릴리스에는 "${problem.id}" 메시지의 다른 버전이 들어 있습니다.`,
        '메시지를 원래대로 되돌려 배포하거나, 새 버전은 새 릴리스(--release)로 보내세요.',
      ]
    case 'key-taken':
      return [
        `"${problem.release}" 릴리스에서 "${problem.id}" 메시지의 수신자 두 명이 같은 msg_key를 씁니다. 그중 한 명은 ${problem.masked}입니다.`,
        '한 메시지 안에서는 수신자마다 다른 msg_key를 쓰세요.',
      ]
  }
}

const englishName = ({ pid, host, since }: LockHolder): string =>
  `process ${pid} on ${host}, since ${koreanTime(since)}`

const koreanName = ({ pid, host, since }: LockHolder): string => `${host}의 프로세스 ${pid}, ${koreanTime(since)}부터`

import { koreanTime } from '../text/korean-time.ts'
import type { LedgerErrorWords, LockHolder } from './ledger-error.ts'

export const koreanLedgerErrors: LedgerErrorWords = {
  missing: ({ path }) => [
    `${path}: 발송 기록이 없습니다.`,
    '지금까지 쓰던 발송 기록을 그 자리에 두세요. 한 번도 발송한 적이 없을 때만 deploy --new-ledger로 새로 만드세요.',
  ],
  exists: ({ path }) => [`${path}: 이미 파일이 있습니다.`, '아무것도 없는 경로를 지정하세요.'],
  'not-a-ledger': ({ path }) => [
    `${path}: 발송 기록 파일이 아닙니다.`,
    '설정의 "ledger" 경로를 확인하세요. 경로가 맞다면 파일이 손상된 것입니다.',
  ],
  'read-only': ({ path }) => [
    `${path}: 쓸 수 없습니다.`,
    '파일과 폴더에 쓰기 권한을 주세요. 기록할 수 없는 메시지는 발송하지 않습니다.',
  ],
  'disk-full': ({ path }) => [
    `${path}: 디스크에 남은 공간이 없습니다.`,
    '공간을 확보한 뒤 같은 명령을 다시 실행하세요.',
  ],
  corrupt: ({ path, detail }) => [
    `${path}: 발송 기록이 손상되었습니다(${detail}).`,
    '무엇을 발송했는지 적힌 파일이니 지우지 마세요. 가장 최근 백업으로 바꾸세요. 백업 뒤에 발송한 메시지가 있다면 friendtalk ledger recover --reason "…"을 실행해 확인 필요 상태로 바꾸세요.',
  ],
  older: ({ path }) => [
    `${path}: 이 컴퓨터가 아는 것보다 오래된 발송 기록입니다. 그 뒤에 발송한 메시지가 있거나 마지막에 쓴 내용이 없어졌거나 손상되었습니다.`,
    '가장 최근 발송 기록을 -wal 파일과 함께 그 자리에 두세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 그 뒤에 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
  ],
  copied: ({ path }) => [
    `${path}: 마지막으로 쓰던 위치가 아닙니다. 복사했거나 옮긴 발송 기록이라, 원래 위치에서 그 뒤에 발송한 내용이 빠져 있을 수 있습니다.`,
    '원래 위치의 발송 기록을 쓰세요. 여기로 옮겼고 원래 위치에서 더 쓰지 않는다면 friendtalk ledger recover --complete --reason "…"을 실행하세요. 원래 기록을 잃어버렸다면 --complete 없이 실행하세요. 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
  ],
  backup: ({ path }) => [
    `${path}: 발송 기록의 백업입니다. 백업한 뒤에 발송했는지 알 수 없습니다.`,
    '가장 최근 발송 기록을 그 자리에 두세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 그 뒤에 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
  ],
  'main-lost': ({ path, log }) => [
    `${path}: 발송 기록은 없고 마지막에 쓴 내용만 있습니다(${log}).`,
    '발송 기록을 되돌려 놓거나 백업에서 복원하세요. 없이 배포하면 이미 보낸 메시지가 다시 발송됩니다.',
  ],
  known: ({ path, target, known }) => [
    `${path}: "${target}" 대상의 발송 기록을 새로 만들려고 했지만, 이 컴퓨터에는 같은 계정과 대상의 발송 기록이 이미 있습니다: ${known}.`,
    '그 발송 기록을 사용하세요. 그래도 새로 만들어야 한다면 --reason으로 이유를 적으세요. 이미 보낸 메시지가 다시 발송될 수 있습니다.',
  ],
  'moved-away': ({ path, to }) => [
    `${path}: 이 발송 기록은 ${to}(으)로 옮겼습니다.`,
    '옮긴 곳의 발송 기록을 사용하세요. 여기에서는 더 이상 발송하지 않습니다.',
  ],
  'move-unfinished': ({ path }) => [
    `${path}: 발송 기록을 여기로 옮기는 작업이 끝나지 않았습니다.`,
    '같은 friendtalk ledger move 명령을 다시 실행하세요. 남은 작업을 마치거나 처음부터 다시 옮깁니다.',
  ],
  'in-use': ({ path, workers }) => [
    workers.length === 0
      ? `${path}: 다른 프로세스가 발송 기록을 옮기거나 여는 중입니다.`
      : `${path}: 이 발송 기록으로 발송 중인 작업자가 있습니다(${workers.map(koreanName).join('; ')}).`,
    '작업자가 끝날 때까지 기다리거나 중지한 뒤 같은 명령을 다시 실행하세요.',
  ],
  'newer-version': ({ path, version, known }) => [
    `${path}: 발송 기록의 버전은 ${version}이고, 지금 설치된 friendtalk은 버전 ${known}까지 읽을 수 있습니다.`,
    'friendtalk을 업데이트하세요.',
  ],
  'other-lineage': ({ path, actual, expected }) => [
    `${path}: 발송 기록이 ${actual}입니다. 계획을 만들 때는 ${expected}였습니다.`,
    '계획을 만들 때 쓴 발송 기록 파일로 되돌리거나 계획을 새로 만드세요.',
  ],
  'other-target': ({ path, expected, actual }) => [
    `${path}: "${expected}" 대상이 아니라 "${actual}" 대상의 발송 기록입니다.`,
    '발송 기록은 대상마다 따로 있습니다. 파일 이름을 원래대로 되돌리세요.',
  ],
  locked: ({ path, holder }) => [
    `${path}: 다른 프로세스가 발송 기록을 쓰고 있습니다${holder ? `(${koreanName(holder)})` : ''}.`,
    '끝날 때까지 기다리거나 중지한 뒤 같은 명령을 다시 실행하세요.',
  ],
  busy: ({ path }) => [
    `${path}: 다른 프로그램이 파일을 잡고 있어 기록할 수 없습니다.`,
    '데이터베이스 뷰어나 백업처럼 파일을 연 프로그램을 닫은 뒤 같은 명령을 다시 실행하세요.',
  ],
  'network-file-system': ({ path, fileSystem }) => [
    `${path}: 네트워크 파일 시스템(${fileSystem})에 있어 배포가 동시에 두 번 실행될 수 있습니다.`,
    '설정의 "ledger"에 이 컴퓨터의 디스크에 있는 경로를 적으세요.',
  ],
  failed: ({ path, code }) => [
    `${path}: 시스템이 거부했습니다(${code}).`,
    '파일과 폴더의 권한, 디스크 상태를 확인하세요.',
  ],
  unreachable: ({ path, code }) => [
    `${path}: 발송 기록 데이터베이스에 연결할 수 없습니다(${code}).`,
    '주소와 포트, 네트워크, 서버가 실행 중인지 확인하세요.',
  ],
  'connection-lost': ({ path, code }) => [
    `${path}: 발송 기록 데이터베이스와의 연결이 끊겼고(${code}) 제때 다시 연결하지 못했습니다.`,
    '같은 명령을 다시 실행하세요. 결과를 적지 못한 메시지는 확인 필요 상태가 됩니다.',
  ],
  'database-busy': ({ path, code }) => [
    `${path}: 발송 기록 데이터베이스의 잠금이나 명령이 너무 오래 걸립니다(${code}).`,
    'pg_stat_activity에서 무엇이 붙잡고 있는지 확인한 뒤 같은 명령을 다시 실행하세요.',
  ],
  'login-refused': ({ path }) => [
    `${path}: 데이터베이스가 사용자나 비밀번호를 거부했습니다.`,
    '발송 기록 환경 변수의 사용자와 비밀번호를 확인하세요.',
  ],
  'no-database': ({ path }) => [
    `${path}: 서버에 이 데이터베이스가 없습니다.`,
    '발송 기록 환경 변수의 데이터베이스 이름을 확인하거나 데이터베이스를 만드세요.',
  ],
  'no-connections': ({ path }) => [
    `${path}: 서버의 연결 수가 한도(max_connections)에 이르렀습니다.`,
    '다른 연결을 닫거나 한도를 늘리세요. 작업자마다 연결이 하나씩 필요합니다.',
  ],
  standby: ({ path }) => [
    `${path}: 여기에는 쓸 수 없습니다. 대기 서버이거나, 이 역할의 default_transaction_read_only가 켜져 있습니다.`,
    '쓰기 권한이 있는 역할로, 주 서버의 주소나 클러스터가 주 서버에 두는 주소로 연결하세요.',
  ],
  'not-granted': ({ path, grants }) => [
    `${path}: 발송 기록 사용자의 권한이 부족합니다.`,
    `관리자가 다음을 실행해야 합니다: ${grants.join('; ')};`,
  ],
  'server-too-old': ({ path, version, needed }) => [
    `${path}: 서버가 PostgreSQL ${version}입니다.`,
    `PostgreSQL ${needed} 이상을 쓰세요.`,
  ],
  restored: ({ path }) => [
    `${path}: 데이터베이스가 복원되었거나 다른 서버로 바뀌었습니다. 그 뒤의 발송이 빠져 있을 수 있습니다.`,
    'friendtalk ledger recover --reason "…" 명령으로 발송했을 수 있는 메시지를 모두 확인 필요로 바꾸세요. 동기 복제 서버로 전환한 뒤에만 --complete를 붙이세요.',
  ],
  'not-complete': ({ path }) => [
    `${path}: 이 컴퓨터가 아는 마지막 변경이 여기에 없거나, 어디까지 기록했는지 알려 주는 파일이 없습니다.`,
    '--complete 없이 friendtalk ledger recover --reason "…" 명령을 실행하세요.',
  ],
  paused: ({ path, by }) => [
    `${path}: ${by}에서 모든 작업자를 멈췄습니다.`,
    '이유는 그 작업자의 출력에 있습니다. 원인을 해결한 뒤 같은 명령을 다시 실행하세요.',
  ],
  'unknown-release': ({ release }) => [
    `발송 기록에 "${release}" 릴리스가 없습니다.`,
    '릴리스 목록은 friendtalk status로 볼 수 있습니다.',
  ],
  cancelled: ({ release, at }) => [
    `"${release}" 릴리스는 ${koreanTime(at)}에 발송을 취소해 더 보내지 않습니다.`,
    '다른 릴리스 이름으로 보내세요.',
  ],
  'lost-release': ({ release }) => [
    `"${release}" 릴리스는 이미 발송했지만, 받아들인 발송 기록에는 없습니다. 발송하면 모두 다시 받습니다.`,
    '누가 받았는지 서비스에 문의한 뒤, 나머지에게 다른 릴리스로 발송하세요.',
  ],
  'other-template': ({ release, id }) => [
    `"${release}" 릴리스에는 "${id}" 메시지의 다른 버전이 들어 있습니다.`,
    '메시지를 원래대로 되돌려 배포하거나, 새 버전은 새 릴리스(--release)로 보내세요.',
  ],
}

const koreanName = ({ pid, host, since }: LockHolder): string => `${host}의 프로세스 ${pid}, ${koreanTime(since)}부터`

import { listOption, option } from '../../command.ts'

/** The options that choose recipients, for a plan and a deploy. */
export const recipientOptions = {
  recipients: option('--recipients <file>', {
    en: 'CSV or NDJSON for every message (default: the file each one names)',
    ko: '모든 메시지에 쓸 CSV 또는 NDJSON 파일(기본값: 메시지마다 적은 파일)',
  }),
  release: option('--release <name>', {
    en: 'name of the campaign: no person receives a message of one release twice',
    ko: '캠페인 이름. 같은 릴리스의 메시지는 한 사람에게 두 번 가지 않음',
  }),
  exclude: listOption('--exclude <file>', {
    en: 'numbers that are not sent to, one a line or in a column; may be given several times',
    ko: '보내지 않을 번호 목록. 한 줄에 하나 또는 receiver_number 열. 여러 번 쓸 수 있음',
  }),
  skipInvalid: option('--skip-invalid <file>', {
    en: 'leave out rows that are wrong, and write them to this CSV file with the reason',
    ko: '잘못된 행은 빼고 보내며, 뺀 행을 이유와 함께 이 CSV 파일에 쓰기',
  }),
  notIn: option('--not-in <release>', {
    en: 'leave out each person who has, or may have, something of this release',
    ko: '이 릴리스의 메시지를 받았거나 받았을 수 있는 수신자 제외',
  }),
}

import type { Language } from '../../words/language.ts'
import { grouped } from '../../words/printable.ts'
import type { PartName } from './charts.ts'

const en = {
  title: 'Send report',
  made: (time: string) => `As of ${time}, Korean time. Personal data are not in this report.`,
  noReleases: 'Nothing was sent yet.',
  summary: 'Summary',
  count: grouped,
  figures: {
    recipients: 'recipients given',
    sends: 'messages',
    accepted: 'accepted',
    delivered: 'delivered',
    undelivered: 'not delivered',
    none: 'no result yet',
    unsent: 'not sent',
    excluded: 'excluded by a list',
  },
  sends: 'Sends over time',
  sendsDescription: (sends: number, from: string, to: string) =>
    `Columns of ${grouped(sends)} sends from ${from} to ${to}, by when they were requested. The table beside it has the figures.`,
  deliveries: 'Deliveries over time',
  deliveriesDescription: (sends: number, from: string, to: string) =>
    `Columns of ${grouped(sends)} delivery results from ${from} to ${to}, by when they were done. The table beside it has the figures.`,
  perMessage: 'By message',
  perMessageDescription: (messages: number) =>
    `Bars of the sends of ${grouped(messages)} ${messages === 1 ? 'message' : 'messages'} by what became of them. The table beside it has the figures.`,
  period: 'From',
  message: 'Message',
  total: 'Total',
  parts: {
    good: 'delivered',
    fallback: 'delivered by fallback',
    none: 'accepted, no result yet',
    uncertain: 'uncertain',
    bad: 'not delivered',
    'bad-fallback': 'fallback failed',
    refused: 'rejected',
    unclear: 'unknown',
    waiting: 'waiting',
  } as { readonly [N in PartName]: string },
  accepted: 'accepted',
  failures: 'What was not sent or delivered',
  noFailures: 'Nothing failed.',
  columns: { what: 'Outcome', code: 'Code', meaning: 'Meaning', toDo: 'What to do', sends: 'Messages', at: 'Where' },
  said: (description: string) => `The service said: ${description}`,
  pictures: 'Messages',
  picturesHint: 'Variables stand as #{name}: values of recipients are not in this report.',
  picturesLeftOut: (messages: number) =>
    `${grouped(messages)} more ${messages === 1 ? 'message is' : 'messages are'} in the table alone.`,
  picture: (id: string) => `${id}, as a phone shows it`,
  imageChanged: 'The image has changed since it was sent',
  imageLeftOut: 'Left out: the report would be too large',
}

export type ReportWords = typeof en

const ko: ReportWords = {
  title: '발송 리포트',
  made: (time) => `${time}(한국 시각) 기준. 이 리포트에는 개인 정보가 없습니다.`,
  noReleases: '아직 발송한 것이 없습니다.',
  summary: '요약',
  count: grouped,
  figures: {
    recipients: '대상 수신자',
    sends: '메시지',
    accepted: '접수',
    delivered: '전달',
    undelivered: '전달 실패',
    none: '결과 대기',
    unsent: '미발송',
    excluded: '수신 제외',
  },
  sends: '시간별 발송',
  sendsDescription: (sends, from, to) =>
    `${from}부터 ${to}까지 요청한 발송 ${grouped(sends)}건의 막대그래프입니다. 숫자는 옆의 표에 있습니다.`,
  deliveries: '시간별 전달',
  deliveriesDescription: (sends, from, to) =>
    `${from}부터 ${to}까지 나온 전달 결과 ${grouped(sends)}건의 막대그래프입니다. 숫자는 옆의 표에 있습니다.`,
  perMessage: '메시지별',
  perMessageDescription: (messages) =>
    `메시지 ${grouped(messages)}개의 발송 결과를 나타낸 막대그래프입니다. 숫자는 옆의 표에 있습니다.`,
  period: '시각',
  message: '메시지',
  total: '합계',
  parts: {
    good: '전달',
    fallback: '대체 발송으로 전달',
    none: '접수, 결과 대기',
    uncertain: '전달 여부 불확실',
    bad: '전달 실패',
    'bad-fallback': '대체 발송 실패',
    refused: '거절',
    unclear: '확인 필요',
    waiting: '발송 전',
  },
  accepted: '접수',
  failures: '발송하거나 전달하지 못한 메시지',
  noFailures: '실패한 메시지가 없습니다.',
  columns: { what: '결과', code: '코드', meaning: '의미', toDo: '할 일', sends: '건수', at: '위치' },
  said: (description) => `서비스의 설명: ${description}`,
  pictures: '메시지',
  picturesHint: '변수는 #{이름}처럼 표시합니다. 수신자의 값은 이 리포트에 없습니다.',
  picturesLeftOut: (messages) => `나머지 메시지 ${grouped(messages)}개는 표에만 있습니다.`,
  picture: (id) => `${id} 화면`,
  imageChanged: '발송한 뒤 이미지가 바뀌었습니다',
  imageLeftOut: '리포트가 너무 커져 이미지를 뺐습니다',
}

export const reportWords: { readonly [L in Language]: ReportWords } = { en, ko }

import { textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

/** Rules about a message file as a whole, and about characters that no text may hold. */
export const fileRules = [
  {
    id: 'file-unreadable',
    tier: 'language',
    summary: { en: 'A message file could not be opened or read.', ko: '메시지 파일을 열거나 읽지 못했습니다.' },
    why: {
      en: 'If it were skipped in silence, a message would be missing and nobody would notice.',
      ko: '읽지 못한 파일을 조용히 건너뛰면 메시지가 빠져도 아무도 모릅니다.',
    },
  },
  {
    id: 'file-outside-root',
    tier: 'language',
    summary: { en: 'A message file lies outside the project root.', ko: '메시지 파일이 프로젝트 루트 밖에 있습니다.' },
    why: {
      en: 'What is sent should be what stands in the repository and was reviewed; a symbolic link could otherwise bring in any file of the machine.',
      ko: '저장소에 있고 검토를 거친 내용만 발송해야 합니다. 막지 않으면 심볼릭 링크를 통해 컴퓨터의 아무 파일이나 들어올 수 있습니다.',
    },
  },
  {
    id: 'file-too-large',
    tier: 'language',
    summary: {
      en: 'A message file is far larger than any message can be.',
      ko: '메시지 파일이 메시지 한 건으로 보기에는 지나치게 큽니다.',
    },
    why: {
      en: 'It is most likely another file that a pattern matched by mistake; it is not read at all.',
      ko: '패턴에 잘못 걸린 다른 파일일 가능성이 높습니다. 이런 파일은 읽지 않습니다.',
    },
  },
  {
    id: 'file-not-utf8',
    tier: 'language',
    summary: {
      en: 'A message file is in another encoding than UTF-8.',
      ko: '메시지 파일의 인코딩이 UTF-8이 아닙니다.',
    },
    why: {
      en: 'Korean in another encoding turns into broken characters, and these would reach every recipient.',
      ko: '다른 인코딩으로 저장한 한글은 깨져서 읽히고, 깨진 글자가 모든 수신자에게 갑니다.',
    },
  },
  {
    id: 'file-empty',
    tier: 'language',
    summary: { en: 'A message file has no content.', ko: '메시지 파일에 아무 내용이 없습니다.' },
    why: {
      en: 'Somebody has most likely created the file and not written it yet; there is nothing to send.',
      ko: '만들어 두고 아직 쓰지 않은 파일인 경우가 많습니다. 보낼 내용이 없습니다.',
    },
    bad: { source: '' },
    good: { source: textMessage('안녕하세요!\n') },
  },
  {
    id: 'nul-character',
    tier: 'language',
    summary: { en: 'A message holds a NUL character.', ko: '메시지에 NUL 문자가 들어 있습니다.' },
    why: {
      en: 'Nobody sees it, and a program on the way to the phone may cut the text off there.',
      ko: '눈에 보이지 않으며, 발송 과정의 프로그램이 그 자리에서 내용을 자를 수 있습니다.',
    },
    bad: { source: textMessage('8월 5일부터 정상 영업합니다.\n', 'title: "여름 휴무 안내\\0"\n') },
    good: { source: textMessage('8월 5일부터 정상 영업합니다.\n', 'title: 여름 휴무 안내\n') },
  },
  {
    id: 'lone-surrogate',
    tier: 'language',
    summary: {
      en: 'Only half of a character, most often of an emoji, is there.',
      ko: '이모지 같은 문자가 반쪽만 남아 있습니다.',
    },
    why: {
      en: 'UTF-8, in which messages are sent, cannot write it: people would see a broken character. Programs that cut text at a fixed place leave such halves.',
      ko: '발송에 쓰는 UTF-8로는 반쪽 문자를 쓸 수 없어 수신자에게 깨진 글자로 보입니다. 정해진 길이에서 글을 자르는 프로그램을 거치면 생깁니다.',
    },
    bad: { source: textMessage('8월 5일부터 정상 영업합니다.\n', 'title: "여름 휴무 안내 \\ud83c"\n') },
    good: { source: textMessage('8월 5일부터 정상 영업합니다.\n', 'title: 여름 휴무 안내 🌞\n') },
  },
  {
    id: 'combining-marks',
    tier: 'language',
    summary: {
      en: 'A letter carries more combining marks than any writing system needs.',
      ko: '한 글자에 결합 문자가 지나치게 많이 붙어 있습니다.',
    },
    why: {
      en: 'Normalising such text takes so much time that a program seems to hang. It is most often decorated text from a web page.',
      ko: '이런 글을 정규화하면 프로그램이 멈춘 것처럼 오래 걸립니다. 글자를 꾸며 주는 웹 페이지에서 복사한 경우가 많습니다.',
    },
    bad: { source: textMessage(`봄 한정 메뉴, 카페${'\u0301'.repeat(31)}에서 만나요.\n`) },
    good: { source: textMessage('봄 한정 메뉴, 카페에서 만나요.\n') },
  },
] as const satisfies readonly ReaderRuleInfo[]

import { textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const text = '8월 5일부터 정상 영업합니다.\n'

/** Rules about the YAML of a frontmatter or a block, whatever it says. */
export const yamlRules = [
  {
    id: 'yaml-too-large',
    tier: 'language',
    summary: {
      en: 'A frontmatter or a block holds more YAML than is read.',
      ko: '프론트매터나 블록의 YAML이 지나치게 큽니다.',
    },
    why: {
      en: 'Settings take a few lines. So much YAML is a mistake, such as a frontmatter that ends far too late.',
      ko: '설정은 몇 줄이면 충분합니다. 이렇게 크다면 프론트매터를 닫는 줄이 한참 뒤에 있는 것 같은 실수일 가능성이 높습니다.',
    },
  },
  {
    id: 'yaml-too-deep',
    tier: 'language',
    summary: { en: 'YAML is nested deeper than settings ever are.', ko: 'YAML의 중첩이 지나치게 깊습니다.' },
    why: {
      en: 'Reading such nesting can bring a program down; real settings need two or three levels.',
      ko: '중첩이 깊으면 읽는 프로그램이 멈출 수 있습니다. 실제 설정은 두세 단계면 충분합니다.',
    },
    bad: { source: textMessage(text, `meta:\n  tags: ${'['.repeat(64)}여름${']'.repeat(64)}\n`) },
    good: { source: textMessage(text, 'meta:\n  tags: [여름]\n') },
  },
  {
    id: 'yaml-syntax',
    tier: 'language',
    summary: {
      en: 'A frontmatter or a block is not valid YAML.',
      ko: '프론트매터나 블록의 내용이 YAML 문법에 맞지 않습니다.',
    },
    why: {
      en: 'Nothing is guessed: with a wrong guess a message would go out that nobody meant.',
      ko: '짐작해서 읽으면 의도하지 않은 메시지가 발송될 수 있어, 문법에 맞는 것만 읽습니다.',
    },
    bad: { source: textMessage(text, 'title: @친구 여름 휴무 안내\n') },
    good: { source: textMessage(text, 'title: "@친구 여름 휴무 안내"\n') },
  },
  {
    id: 'yaml-alias',
    tier: 'language',
    summary: {
      en: 'YAML refers to a value elsewhere in place of the value.',
      ko: '값을 직접 쓰지 않고 YAML 별칭으로 가리킵니다.',
    },
    why: {
      en: 'A reviewer should see a value where it is used, and nested aliases can grow beyond the memory of a machine.',
      ko: '값은 쓰는 자리에서 바로 보여야 검토하기 쉽습니다. 별칭을 겹쳐 쓰면 메모리가 부족할 만큼 불어날 수도 있습니다.',
    },
    bad: { source: textMessage(text, 'title: &name 여름 휴무\nmeta:\n  campaign: *name\n') },
    good: { source: textMessage(text, 'title: 여름 휴무\nmeta:\n  campaign: 여름 휴무\n') },
  },
  {
    id: 'yaml-tag',
    tier: 'language',
    summary: {
      en: 'A value starts with "!", which YAML reads as a tag.',
      ko: '값이 "!"로 시작해 YAML 태그로 읽힙니다.',
    },
    why: {
      en: 'A tag asks for a type that messages do not have. Text that starts with an exclamation mark needs quotes.',
      ko: '태그는 메시지에서 쓰지 않는 형식을 뜻합니다. 느낌표로 시작하는 텍스트라면 따옴표로 감싸야 합니다.',
    },
    bad: { source: textMessage(text, 'title: !NEW 여름 영업시간\n') },
    good: { source: textMessage(text, 'title: "!NEW 여름 영업시간"\n') },
  },
  {
    id: 'yaml-directive',
    tier: 'language',
    summary: {
      en: 'A line with "%" speaks to the YAML parser and not of the message.',
      ko: 'YAML을 읽는 방식을 정하는 "%" 줄이 있습니다.',
    },
    why: {
      en: 'It changes how the lines below are read, so a reviewer could see something other than what is sent.',
      ko: '뒤따르는 줄을 읽는 방식이 바뀌면 검토하는 사람이 본 내용과 발송되는 내용이 달라질 수 있습니다.',
    },
    bad: { source: textMessage(`${text}\n\`\`\`button\n%YAML 1.2\n---\nname: 문의하기\ntype: BK\n\`\`\`\n`) },
    good: { source: textMessage(`${text}\n\`\`\`button\nname: 문의하기\ntype: BK\n\`\`\`\n`) },
  },
] as const satisfies readonly ReaderRuleInfo[]

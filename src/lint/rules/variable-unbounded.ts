import { usedNames } from '../../message/variables.ts'
import { defineRule } from '../rule.ts'

export const variableUnbounded = defineRule<{ name: string }>({
  id: 'variable-unbounded',
  tier: 'craft',
  severity: 'warning',
  summary: { en: 'A variable has no "max".', ko: '변수에 "max"가 없습니다.' },
  why: {
    en: 'Without it nobody knows whether the message fits before every recipient is known.',
    ko: '최대 길이를 모르면 수신자가 모두 정해지기 전에는 메시지가 한도에 맞는지 알 수 없습니다.',
  },
  bad: { source: '---\nkind: ft-text\nvars:\n  이름: { example: 김하늘 }\n---\n#{이름} 고객님, 안녕하세요.\n' },
  good: {
    source: '---\nkind: ft-text\nvars:\n  이름: { max: 10, example: 김하늘 }\n---\n#{이름} 고객님, 안녕하세요.\n',
  },
  check({ message, draft }, report) {
    const unbounded = message.variables.filter(({ max }) => max === undefined)
    if (unbounded.length === 0) return
    const used = usedNames(draft)
    for (const { name, span } of unbounded) if (used.has(name)) report({ span, args: { name } })
  },
  words: {
    en: ({ name }) => ({
      message: `The variable "${name}" may have any number of characters; give it a "max".`,
      help: `${name}: { max: 10 }`,
    }),
    ko: ({ name }) => ({
      message: `"${name}" 변수에 최대 글자 수가 없습니다. "max"를 정하세요.`,
      help: `${name}: { max: 10 }`,
    }),
  },
})

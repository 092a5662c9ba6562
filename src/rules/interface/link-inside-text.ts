import { insideTextRule } from '../inside-text.ts'

const address = String.raw`(?:https?:\/\/|www\.)`
// Every part ends at the next bracket of its kind, and none starts inside of another: the cost stays linear.
const pattern = new RegExp(
  [
    String.raw`(?<![!！])\[(?:[^[\]]|\[[^[\]]*\])*\]\((?:[^()]|\([^()]*\))*\)`,
    // In brackets of another width, or closed by nothing.
    String.raw`(?<![!！])[[［][^[\]［］]*[\]］][(（]\s?${address}[^\s()（）]*[)）]?`,
    // As chats, wikis and boards have it.
    String.raw`<${address}[^\s<>|]*\|[^<>|]*>`,
    String.raw`\[\[[^[\]|]*\|${address}[^[\]|]*\]\]`,
    String.raw`\[url=[^[\]]*\][^[\]]*\[\/url\]`,
  ].join('|'),
  'gi',
)

export const linkInsideText = insideTextRule('link-inside-text', pattern, {
  en: ({ isButton }) => ({
    message: isButton
      ? 'This button would be sent as text; write a name in [ ] and a link such as https://… in ( ).'
      : 'This link would be sent as text; write it as a button: "- [name](link)".',
    help: 'For the characters themselves write "\\[…](…)".',
  }),
  ko: ({ isButton }) => ({
    message: isButton
      ? '이 버튼은 글자로 발송됩니다. [ ] 안에 이름을, ( ) 안에 https://…와 같은 링크를 쓰세요.'
      : '이 링크는 글자로 발송됩니다. "- [이름](링크)"처럼 버튼으로 쓰세요.',
    help: '글자 그대로 보내려면 "\\[…](…)"로 쓰세요.',
  }),
})

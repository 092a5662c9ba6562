import { imageEnding } from '../../dialect/near-miss/characters.ts'
import { insideTextRule } from '../inside-text.ts'

// Every part ends at the next bracket of its kind: the cost stays linear.
const forms = [
  String.raw`!\[(?:[^[\]]|\[[^[\]]*\])*\]\([^()]*\)`,
  // In brackets of another width, with a space between them, or as wikis have it.
  String.raw`[!！]\s?[[［][^[\]［］]*[\]］]\s?[(（][^()（）]*${imageEnding}[)）]`,
  String.raw`!\[\[[^[\]]*${imageEnding}\]\]`,
]
// What a link stands around is part of the link.
const pattern = new RegExp(String.raw`(?<!\[)(?:${forms.join('|')})`, 'giu')

export const imageInsideText = insideTextRule('image-inside-text', pattern, {
  en: () => ({
    message: 'This image would be sent as text; put it on a line of its own.',
    help: 'For the characters themselves write "!\\[…](…)".',
  }),
  ko: () => ({
    message: '이 이미지는 글자로 발송됩니다. 한 줄에 이미지만 쓰세요.',
    help: '글자 그대로 보내려면 "!\\[…](…)"로 쓰세요.',
  }),
})

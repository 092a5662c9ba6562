import type { Suggesting } from '../../finding-types.ts'
import { finding, findings } from '../finding.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { suggested } from '../word-fixes.ts'

/** The form of a button whose type has no link. */
function buttonBlock(type: string, name = '…'): string {
  return `\`\`\`button\nname: ${name}\ntype: ${type}\n\`\`\``
}

export const linksFindings = findings({
  'item-link-missing': {
    tier: 'interface',
    en: 'The item has no link; write "[![…](path)](https://…)" or a link block.',
    ko: '아이템에 링크가 없습니다. "[![…](경로)](https://…)"나 link 블록을 쓰세요.',
  },
  'item-link-not-mobile': finding<{ key: string }>({
    tier: 'interface',
    en: ({ key }) => `The item needs a web page for phones (${key}); add it as the second link or in a link block.`,
    ko: ({ key }) => `아이템에는 휴대폰용 웹 주소(${key})가 필요합니다. 두 번째 링크나 link 블록에 쓰세요.`,
  }),
  'item-link-repeated': {
    en: 'There is a link already; remove one of the two.',
    ko: '링크가 이미 있습니다. 하나를 지우세요.',
  },
  /** `buttonType` is the type of a button of the name that has no link. */
  'link-empty': finding<{ name?: string; buttonType?: string }>({
    en: ({ name, buttonType }) =>
      buttonType === undefined
        ? { message: 'The link is empty; write where it leads.' }
        : {
            message: `"${name}" is a button without a link; write it as a block.`,
            help: buttonBlock(buttonType, name),
          },
    ko: ({ name, buttonType }) =>
      buttonType === undefined
        ? { message: '링크가 비어 있습니다. 주소를 쓰세요.' }
        : { message: `"${name}": 링크가 없는 버튼입니다. 블록으로 쓰세요.`, help: buttonBlock(buttonType, name) },
  }),
  'link-scheme-not-allowed': finding<{ link: string }>({
    en: ({ link }) => `"${link}" is not a web address; the link of an image starts with "https://" or "http://".`,
    ko: ({ link }) => `"${link}": 웹 주소가 아닙니다. 이미지 링크는 "https://"나 "http://"만 됩니다.`,
  }),
  /** `isWeb`: it may open a web page alone; `buttonType`: the link is the type of a button that a block writes. */
  'link-without-scheme': finding<Suggesting<{ link: string; isWeb?: true; buttonType?: string; isPhone?: boolean }>>({
    en: ({ link, suggestion, isWeb, buttonType, isPhone }) => {
      if (isPhone)
        return {
          message: `"${link}" is a phone number, and there is no button that calls one; link a page, or write the number into the text.`,
        }
      if (buttonType)
        return {
          message: `"${link}" is the type of a button without a link; write it as a block.`,
          help: buttonBlock(buttonType),
        }
      return {
        message: `"${link}" does not say what opens it; start it with "https://"${isWeb ? '' : ' or an app scheme such as "shop://"'}.${suggestionIn.en(suggestion)}`,
      }
    },
    ko: ({ link, suggestion, isWeb, buttonType, isPhone }) => {
      if (isPhone)
        return {
          message: `"${link}": 전화번호입니다. 전화를 거는 버튼은 없으니 웹 주소를 연결하거나 번호를 본문에 쓰세요.`,
        }
      if (buttonType)
        return { message: `"${link}": 링크가 없는 버튼의 종류입니다. 블록으로 쓰세요.`, help: buttonBlock(buttonType) }
      return {
        message: `"${link}": 무엇으로 여는 링크인지 알 수 없습니다. "https://"${isWeb ? '로' : '나 "shop://" 같은 앱 스킴으로'} 시작하세요.${suggestionIn.ko(suggestion)}`,
      }
    },
    fix: ({ link, suggestion }, wrong) => suggested(link, suggestion, wrong),
  }),
  'second-link-not-allowed': {
    en: 'An image has one link; remove the second.',
    ko: '이미지에는 링크를 하나만 걸 수 있습니다. 두 번째 링크를 지우세요.',
  },
  'second-link-not-web': finding<Suggesting<{ link: string }>>({
    en: ({ link, suggestion }) => ({
      message: `The second link, "${link}", is not a web address; start it with "https://".${suggestionIn.en(suggestion)}`,
      help: 'After a web link it is the page for a PC, after an app link the page for phones without the app.',
    }),
    ko: ({ link, suggestion }) => ({
      message: `두 번째 링크 "${link}": 웹 주소가 아닙니다. "https://"로 시작하세요.${suggestionIn.ko(suggestion)}`,
      help: '웹 링크 뒤에는 PC용 주소를, 앱 링크 뒤에는 앱이 없는 휴대폰용 주소를 씁니다.',
    }),
    fix: ({ link, suggestion }, wrong) => suggested(link, suggestion, wrong),
  }),
})

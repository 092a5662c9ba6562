import type { Language } from '../../words/language.ts'
import type { MeantForm } from '../../finding-types.ts'
import { defineRule } from '../rule.ts'
import { differenceIn } from '../terms.ts'

const forms: { readonly [L in Language]: { readonly [F in MeantForm]?: string } } = {
  en: {
    button: 'a button is written "- [name](https://…)" from the first column',
    image: 'an image is written "![…](path)" from the first column',
    tail: 'a link is a button with "- " in front of it, or the tail below a line of "---"',
    heading: 'an item or a card starts with "## title"',
    block: 'a block stands between "```button" (or coupon, price, link, tail) and "```"',
    divider: 'items and cards end with a line of "---"',
    comment: 'a comment stands alone on its lines: "<!-- … -->"',
    address: 'an address holds no blank; write "%20" for it',
    path: 'a path with a blank in it stands in angle brackets, and "/" parts its folders',
    variable: 'a variable is written "#{name}"',
    setting: 'settings stand between the lines of "---" at the top of the file',
  },
  ko: {
    button: '버튼은 첫 칸부터 "- [이름](https://…)"처럼 씁니다',
    image: '이미지는 첫 칸부터 "![…](경로)"처럼 씁니다',
    tail: '링크 앞에 "- "를 쓰면 버튼이고, "---" 줄 아래에 쓰면 더보기 링크입니다',
    heading: '아이템과 카드는 "## 제목"으로 시작합니다',
    block: '블록은 "```button"(또는 coupon, price, link, tail)과 "```" 사이에 씁니다',
    divider: '아이템과 카드는 "---" 줄로 끝냅니다',
    comment: '주석은 "<!-- … -->"만 따로 한 줄에 씁니다',
    address: '주소에는 공백을 쓸 수 없습니다. 공백은 "%20"으로 씁니다',
    path: '공백이 있는 경로는 꺾쇠괄호로 감싸고, 폴더는 "/"로 나눕니다',
    variable: '변수는 "#{이름}"처럼 씁니다',
    setting: '설정은 파일 맨 위의 "---" 줄 사이에 씁니다',
  },
}

type Args = { readonly form: MeantForm; readonly difference?: { readonly found: string; readonly expected: string } }

export const formMistyped = defineRule<Args>({
  id: 'form-mistyped',
  severity: 'error',
  check({ slips }, report) {
    for (const { span, form, difference, fix } of slips) {
      report({ span, args: { form, ...(difference && { difference }) }, ...(fix && { fix }) })
    }
  },
  en: ({ form, difference }) => `${differenceIn.en(difference)}: ${forms.en[form]}.`,
  ko: ({ form, difference }) => `${differenceIn.ko(difference)}: ${forms.ko[form]}.`,
})

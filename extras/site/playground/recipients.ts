import type { CheckedRows } from '../../../src/browser/pasted-recipients.ts'
import type { VariableValues } from '../../../src/message/render.ts'
import type { CompiledTemplate } from '../../../src/template.ts'
import { type Language, sayIn } from '../../../src/words/language.ts'
import { andMore, placeText } from './diagnostics.ts'
import { button, hint, make, section } from './elements.ts'

/** Longer lists are cut, because nobody reads their end. */
const maxShown = 20

/** The message that recipients are checked against. */
interface Subject {
  readonly template: CompiledTemplate | undefined
  readonly source: string
}

/** Makes the panel for recipients that somebody pastes; nothing but this panel ever holds them. */
export function recipientsPanel(lang: Language, onRecipient: (values: VariableValues | undefined) => void) {
  const say = sayIn(lang)
  const field = make('textarea', {
    id: 'pg-rows',
    rows: 4,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: say('receiver_number\tname', 'receiver_number\t이름'),
  })
  const said = make('p', { role: 'status' })
  const list = make('ul', { class: 'pg-row-diagnostics' })
  const label = make('span', { class: 'pg-row' })
  const steps = make(
    'div',
    { class: 'pg-steps', hidden: true },
    button(say('Previous', '이전'), () => step(-1)),
    label,
    button(say('Next', '다음'), () => step(1)),
  )
  let subject: Subject = { template: undefined, source: '' }
  let checked: CheckedRows | undefined
  let at = 0
  /** Counts the checks: what an earlier one finds late is of no use. */
  let round = 0

  const step = (by: number): void => {
    const rows = checked?.rows ?? []
    at = Math.min(Math.max(at + by, 0), rows.length - 1)
    const row = rows[at]
    steps.hidden = row === undefined
    const number = row?.receiver_number
    label.textContent = say(`${at + 1} of ${rows.length}: ${number}`, `${rows.length}명 중 ${at + 1}번째: ${number}`)
    onRecipient(row && Object.fromEntries(row.values))
  }
  const check = async (): Promise<void> => {
    const mine = ++round
    const { template, source } = subject
    const text = field.value
    const isEmpty = text.trim() === ''
    if (isEmpty || template === undefined) {
      const waiting = say(
        'They are checked once the message has no errors.',
        '메시지에 오류가 없어야 수신자를 검사할 수 있습니다.',
      )
      said.textContent = isEmpty ? '' : waiting
      list.replaceChildren()
      if (isEmpty && checked !== undefined) {
        checked = undefined
        at = 0
        step(0)
      }
      return
    }
    const { checkPasted } = await import('../../../src/browser/pasted-recipients.ts')
    const result = await checkPasted(template, { text, source, lang })
    if (mine !== round) return
    checked = result
    const diagnostics = [...result.message, ...result.recipients]
    const [good, faults] = [result.rows.length, diagnostics.length]
    said.textContent = say(
      `${good} ${good === 1 ? 'recipient' : 'recipients'} read, ${faults} ${faults === 1 ? 'diagnostic' : 'diagnostics'}`,
      `읽은 수신자 ${good}명, 찾은 문제 ${faults}개`,
    )
    const items = diagnostics.map(({ message, start, severity }) =>
      make('li', { class: `is-${severity}` }, `${placeText(start, say)}: ${message}`),
    )
    const more = items.length - maxShown
    list.replaceChildren(...items.slice(0, maxShown), ...(more > 0 ? [make('li', {}, andMore(more, say))] : []))
    step(0)
  }
  const checkSafely = (): void => {
    const failed = say(
      'The rows could not be checked: loading the check failed.',
      '검사 기능을 불러오지 못해 수신자를 검사할 수 없습니다.',
    )
    check().catch(() => (said.textContent = failed))
  }
  field.addEventListener('input', checkSafely)
  return {
    element: section(
      'recipients',
      say('Recipients', '수신자'),
      hint(
        say(
          'Paste rows from a spreadsheet with their header, CSV or NDJSON. They stay in the memory of this page: not in the link, not in a file.',
          '스프레드시트의 행을 제목 행과 함께 붙여 넣으세요. CSV와 NDJSON도 됩니다. 이 페이지의 메모리에만 있으며 공유 링크나 파일에 담기지 않습니다.',
        ),
      ),
      make('label', { for: 'pg-rows' }, say('Rows with a header', '제목 행을 포함한 수신자')),
      field,
      button(say('Clear', '지우기'), () => {
        field.value = ''
        checkSafely()
      }),
      said,
      list,
      steps,
    ),
    /** Checks them again: the message is another one. */
    show(next: Subject): void {
      if (next.source === subject.source && next.template === subject.template) return
      subject = next
      if (field.value.trim() !== '') checkSafely()
    },
  }
}

import type { Severity } from '../diagnostic.ts'
import type { Example, Tier } from '../lint/rule.ts'
import { fileSize } from '../words/file-size.ts'
import type { Language } from '../words/language.ts'

/** The words of the pages about rules. */
interface PageWords {
  /** A link to the same page in the other language. */
  readonly otherLanguage: (page: string) => string
  readonly source: (source: string, tier: Tier) => string
  readonly bad: string
  readonly good: string
  readonly output: string
  readonly path: (path: string) => string
  readonly image: (image: NonNullable<Example['image']>) => string
  readonly emptyFile: string
  readonly limitsTitle: string
  readonly limitColumns: readonly [string, string]
  readonly fixTitle: string
  readonly fix: (kind: 'safe' | 'unsafe' | 'none') => string
  readonly settingTitle: string
  readonly configurable: string
  readonly suppressible: string
  readonly reason: string
  readonly blocksDeploy: string
  readonly never: string
  readonly neverInRecipients: (severity: Severity) => string
  readonly indexTitle: string
  readonly index: string
  readonly tiers: { readonly [T in Tier]: string }
  readonly columns: readonly [string, string, string]
}

const safeFix = 'friendtalk lint --fix'
const anyFix = 'friendtalk lint --fix --unsafe-fixes'

export const pageWords: { readonly [L in Language]: PageWords } = {
  en: {
    otherLanguage: (page) => `[한국어](../ko/rules/${page}.md)`,
    source: (source, tier) =>
      tier === 'interface'
        ? `Source: "${source}" of the service's interface. [Every limit and its rules](../interface-rules.md).`
        : `Source: what sibling services and their users say of "${source}". The interface does not ask for it.`,
    bad: 'Instead of',
    good: 'Write',
    output: '`friendtalk lint` says:',
    path: (path) => `In \`${path}\`:`,
    image: ({ width, height, bytes }) =>
      `The image has ${[...(width === undefined ? [] : [`${width} by ${height} pixels`]), ...(bytes === undefined ? [] : [fileSize(bytes)])].join(' and ')}.`,
    emptyFile: 'A file with nothing in it.',
    limitsTitle: 'Limits',
    limitColumns: ['field', 'what the service asks'],
    fixTitle: 'Fix',
    fix: (kind) =>
      ({
        safe: `\`${safeFix}\` mends this example: readers of the message see the same as before.`,
        unsafe: `\`${anyFix}\` mends this example. \`--fix\` alone leaves it, because readers of the message may see something else afterwards.`,
        none: 'Nothing mends this example by itself: what is meant has to be decided by a person.',
      })[kind],
    settingTitle: 'Set or silence',
    configurable: 'In the configuration, for all files or under `overrides` for some:',
    suppressible: 'For one line, above it and [with a reason](../linting.md#suppressions):',
    reason: 'why this is right here',
    blocksDeploy:
      'It is a rule of the interface: no configuration turns it off, and a message in which it is silenced can be linted and compiled, but not be sent.',
    never: 'It cannot be silenced: a message that breaks it cannot be compiled.',
    neverInRecipients: (severity) =>
      severity === 'error'
        ? 'It cannot be silenced: nothing is sent to a recipients file that breaks it.'
        : 'It cannot be silenced. It is a warning, and keeps nothing from being sent.',
    indexTitle: 'Rules',
    index:
      '`friendtalk rules` lists them, `friendtalk explain <rule>` shows one with its examples. How they are set and silenced: [Linting](../linting.md).',
    tiers: {
      language:
        'What a file must be so that a message can be read from it. Its errors can be neither set nor silenced.',
      interface:
        'What the messaging service refuses. Always errors; one that is silenced still keeps its message from being sent. [Where each comes from](../interface-rules.md).',
      platform:
        'What sibling services and their users report beyond the interface: warnings, which a configuration may set or turn off.',
      craft: 'What experience with messages, recipients and files in git asks for.',
    },
    columns: ['rule', 'severity', 'what it reports'],
  },
  ko: {
    otherLanguage: (page) => `[English](../../rules/${page}.md)`,
    source: (source, tier) =>
      tier === 'interface'
        ? `근거: 서비스 인터페이스의 "${source}" 항목. [모든 한도와 규칙](../interface-rules.md)에서 전체를 볼 수 있습니다.`
        : '근거: 같은 메시지를 보내는 다른 서비스의 안내와 사용자의 경험. 인터페이스가 요구하는 것은 아닙니다.',
    bad: '잘못된 예',
    good: '올바른 예',
    output: '`friendtalk lint`의 출력:',
    path: (path) => `파일 경로는 \`${path}\`입니다.`,
    image: ({ width, height, bytes }) =>
      `이미지는 ${[...(width === undefined ? [] : [`${width}×${height}픽셀`]), ...(bytes === undefined ? [] : [fileSize(bytes)])].join(', ')}입니다.`,
    emptyFile: '내용이 없는 빈 파일입니다.',
    limitsTitle: '한도',
    limitColumns: ['필드', '서비스의 요구 사항'],
    fixTitle: '자동 수정',
    fix: (kind) =>
      ({
        safe: `\`${safeFix}\` 명령이 이 예를 고칩니다. 수신자에게 보이는 내용은 달라지지 않습니다.`,
        unsafe: `\`${anyFix}\` 명령이 이 예를 고칩니다. 수신자에게 보이는 내용이 달라질 수 있어 \`--fix\`만으로는 고치지 않습니다.`,
        none: '이 예는 자동으로 고칠 수 없습니다. 어떻게 바꿀지 사람이 정해야 합니다.',
      })[kind],
    settingTitle: '설정하거나 끄기',
    configurable: '설정의 `rules`에서 모든 파일에, `overrides`에서 일부 파일에 적용합니다.',
    suppressible: '한 줄에서만 끄려면 그 줄 위에 [이유와 함께](../linting.md#규칙-끄기) 적습니다.',
    reason: '여기서는 괜찮은 이유',
    blocksDeploy:
      '인터페이스 규칙이므로 설정에서 끌 수 없습니다. 주석으로 끈 메시지는 검사와 컴파일은 되지만 발송되지 않습니다.',
    never: '끌 수 없습니다. 이 규칙을 어긴 메시지는 컴파일할 수 없습니다.',
    neverInRecipients: (severity) =>
      severity === 'error'
        ? '끌 수 없습니다. 이 규칙을 어긴 수신자 파일로는 발송하지 않습니다.'
        : '끌 수 없습니다. 경고이므로 발송을 막지는 않습니다.',
    indexTitle: '규칙',
    index:
      '`friendtalk rules`로 목록을, `friendtalk explain <규칙>`으로 규칙 하나를 예와 함께 볼 수 있습니다. 설정하고 끄는 방법은 [검사 안내](../linting.md)에 있습니다.',
    tiers: {
      language: '파일에서 메시지를 읽어 내는 데 필요한 것입니다. 이 오류는 설정에서 바꾸거나 끌 수 없습니다.',
      interface:
        '메시지 서비스가 거절하는 것입니다. 항상 오류이며, 주석으로 끄더라도 그 메시지는 발송되지 않습니다. [규칙마다 어디에서 왔는지](../interface-rules.md) 볼 수 있습니다.',
      platform:
        '다른 서비스와 사용자가 알려 준, 인터페이스에 없는 내용입니다. 경고이며 설정에서 바꾸거나 끌 수 있습니다.',
      craft: '메시지와 수신자를 파일로 관리하며 얻은 요령입니다.',
    },
    columns: ['규칙', '심각도', '알리는 내용'],
  },
}

import type { Language } from '../../../words/language.ts'

const en = {
  lint: 'Every diagnostic stands at its line in the pull request.',
  lock: 'Needs package-lock.json in the repository: npm install writes it.',
  deploy: [
    'Sends what a release holds. Before you take the comment marks away:',
    '1. In the repository settings, give the environment "production" reviewers and the four secrets.',
    '2. Name your service in friendtalk.config.ts, under targets.',
    '3. Use a runner of your own that keeps .friendtalk/: the ledger there knows who has received what,',
    '   and without it the same people would receive the same message again.',
  ],
  ledger: 'keeps .friendtalk/ from run to run',
}

const ko: typeof en = {
  lint: '찾은 문제를 풀 리퀘스트의 해당 줄에 표시합니다.',
  lock: '저장소에 package-lock.json이 있어야 합니다. npm install을 실행하면 생깁니다.',
  deploy: [
    '릴리스에 담긴 메시지를 발송합니다. 주석을 풀기 전에 확인하세요.',
    '1. 저장소 설정의 production 환경에 승인자와 비밀 값 네 개를 등록합니다.',
    '2. friendtalk.config.ts의 targets에 사용할 서비스를 적습니다.',
    '3. .friendtalk/ 폴더가 계속 남아 있는 자체 러너를 씁니다. 이 폴더의 발송 기록에 누가 무엇을 받았는지 기록되며,',
    '   발송 기록이 없으면 같은 사람에게 같은 메시지를 다시 보내게 됩니다.',
  ],
  ledger: '실행이 끝나도 .friendtalk/ 폴더를 지우지 않습니다',
}

const words: { readonly [L in Language]: typeof en } = { en, ko }

/** A workflow of GitHub Actions: lints pull requests, and shows how a release is sent. */
export function workflowText(lang: Language): string {
  const { lint, lock, deploy, ledger } = words[lang]
  const job = `deploy:
  if: github.event_name == 'release'
  runs-on: self-hosted
  environment: production
  concurrency: friendtalk-deploy
  env:
    FRIENDTALK_USER_ID: \${{ secrets.FRIENDTALK_USER_ID }}
    FRIENDTALK_SECRET_KEY: \${{ secrets.FRIENDTALK_SECRET_KEY }}
    FRIENDTALK_SENDER_KEY: \${{ secrets.FRIENDTALK_SENDER_KEY }}
    RELEASE: \${{ github.event.release.tag_name }}
    RECIPIENTS: \${{ secrets.FRIENDTALK_RECIPIENTS_FILE }}
  steps:
    - uses: actions/checkout@v4
      with:
        clean: false # ${ledger}
    - uses: actions/setup-node@v4
      with:
        node-version: 22
    - run: npm ci
    - run: npx friendtalk plan --target production --release "$RELEASE" --recipients "$RECIPIENTS" --out plan.json
    - run: npx friendtalk deploy plan.json --yes`
  const commented = job.split('\n').map((line) => `  # ${line}`)
  return `name: friendtalk

on:
  pull_request:
  release:
    types: [published]

permissions:
  contents: read

jobs:
  # ${lint}
  lint:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci # ${lock}
      - run: npx friendtalk lint --format github --lang ${lang}

${deploy.map((line) => `  # ${line}`).join('\n')}
  #
${commented.join('\n')}
`
}

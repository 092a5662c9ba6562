import type { Context } from 'hono'
import { friendTalk } from '../../contract/friend-talk/friend-talk.ts'
import { kinds, type Upload, uploads } from '../../contract/friend-talk/kinds.ts'
import type { LocalApp, LocalEnv } from '../../web/local-server.ts'
import { readForm } from '../body.ts'
import type { Credentials, Verdict } from '../credentials.ts'
import { addOperation, type Answer, refusalOf, type ServerExchange } from '../exchange.ts'
import type { EmulatedService } from '../service.ts'
import { answerSend } from './send.ts'
import { takeFiles, UploadAnswer } from './upload.ts'

/** Adds the five operations of the interface. */
export function addOperations(app: LocalApp, service: EmulatedService): void {
  for (const kind of kinds) {
    addOperation(app, service, {
      path: `/${kind}/v2/send`,
      operation: { service: friendTalk.id, type: 'send', kind },
      work: async (exchange, c) => answerSend(exchange, kind, c, judge(service.credentials, c)),
    })
  }
  for (const upload of uploads) {
    addOperation(app, service, {
      path: `/file/v1/${upload}/image/:userId`,
      operation: { service: friendTalk.id, type: 'upload', upload },
      work: (exchange, c) => answerUpload(exchange, upload, c),
    })
  }
}

/** Judges a header `Authorization: <USER_ID>;<SECRET_KEY>`. */
function judge({ userId, secretKey }: Credentials, c: Context<LocalEnv>): Verdict {
  const header = c.req.header('authorization')
  if (header === undefined || header === '') return 'missing'
  // Nothing is won by comparing in constant time: the page shows what it takes.
  return header === `${userId};${secretKey}` ? 'own' : 'foreign'
}

/** The form fields that the operations read: `image`, with an ordinal where there are several. */
const imageField = /^image(?:\[?\d*\]?)$/

async function answerUpload(exchange: ServerExchange, upload: Upload, c: Context<LocalEnv>): Promise<Answer> {
  const { credentials } = exchange.service
  const answers = new UploadAnswer(exchange, upload)
  const form = await readForm(c.env.incoming, imageField)
  // The interface asks for the header in sends alone; a wrong one is refused.
  const verdict = c.req.param('userId') === credentials.userId ? judge(credentials, c) : 'foreign'
  const refused = refusalOf(exchange, verdict === 'missing' ? 'own' : verdict, answers)
  if (refused) return refused
  if (form === undefined || form.files.length === 0) return answers.missing('image')
  exchange.open.body = form.files.map(({ field, name, data }) => ({ field, name, bytes: data.length }))
  return answers.of(takeFiles(exchange, upload, form.files))
}

/** A question that the interface leaves open, and the answers that the emulator can give; the first is the default. */
interface OpenQuestion {
  readonly question: string
  readonly answers: Readonly<Record<string, string>>
}

/** Everything that the emulator assumes because the interface does not say it. */
export const openQuestions = {
  restrictedAnswer: {
    question: 'What a send inside the restricted hours is answered.',
    answers: {
      results: 'every message is rejected in results with restrictedCode',
      request: 'the whole request is refused with restrictedCode at request level',
      accept: 'everything is accepted, as if it were sent later',
    },
  },
  errorStatus: {
    question: 'The HTTP status of an error.',
    answers: {
      'by-code': '400, 404, 413, 500 or 504, as the code suggests; 401 for a failed authentication',
      ok: '200 always; 413 where a body is too large',
    },
  },
  itemListResponse: {
    question: 'The response of the wide item list upload.',
    answers: {
      multi: 'the multi-image upload result, as for the carousel feed',
      single: 'the single-image upload result of the first image that was refused, or else of the last',
    },
  },
  singleSuccess: {
    question: 'What errcode a single-image upload has when it succeeds.',
    answers: { '0000': 'errcode is 0000 and errmsg is success', absent: 'neither errcode nor errmsg' },
  },
  formField: {
    question: 'How formField names the files of a multi-image upload that are all sent as "image".',
    answers: {
      'from-1': 'image1, image2, …',
      'from-0': 'image0, image1, …',
      brackets: 'image[0], image[1], …',
      'as-sent': 'image for each of them',
    },
  },
  extraFiles: {
    question: 'What becomes of the files beyond the most that a multi-image upload takes.',
    answers: {
      '2004': 'each fails with 2004',
      '413': 'each fails with 413',
      CE400: 'the whole request is refused with CE400',
    },
  },
  overweightFile: {
    question: 'The code of a file in a multi-image upload that weighs too much.',
    answers: { '2001': '2001; 413 for one that is larger than the server reads', '413': '413' },
  },
  uploadAuthorization: {
    question: 'Whether uploads need the header Authorization.',
    answers: { optional: 'not needed, but checked where it is sent', required: 'needed' },
  },
  missingMsgKey: {
    question: 'A message without the field msg_key. Null and blank are assigned one by the interface.',
    answers: { assign: 'it is assigned one', reject: 'it is rejected with C400_3' },
  },
  repeatedMsgKey: {
    question: 'A msg_key that stands twice in one request.',
    answers: { accept: 'both are taken', reject: 'the second is rejected with C400_2' },
  },
  unknownFields: {
    question: 'A field that the interface does not name.',
    answers: { ignore: 'it is dropped silently; the inbox says so', reject: 'the message is rejected with C400_2' },
  },
  strayFields: {
    question: 'A field of the interface in a kind or a button that does not have it.',
    answers: { reject: 'the message is rejected with C400_2', ignore: 'it is dropped silently; the inbox says so' },
  },
  unknownImage: {
    question: 'The code of a message whose image was never uploaded or is expired.',
    answers: { C404_1: 'C404_1', C400_2: 'C400_2' },
  },
  wrongKindImage: {
    question: 'The code of a message whose image was uploaded for another kind.',
    answers: { C400_2: 'C400_2', C404_1: 'C404_1' },
  },
  session: {
    question: 'What a session is, for the most transmissions in one.',
    answers: {
      reset: 'everything since the start or the last reset',
      connection: 'one TCP connection',
      request: 'one request',
    },
  },
} as const satisfies Record<string, OpenQuestion>

type Questions = typeof openQuestions

/** The answers in force. */
export type Assumptions = { readonly [Q in keyof Questions]: keyof Questions[Q]['answers'] & string }

/** The answer to each question that is listed first. */
export const defaultAssumptions: Assumptions = {
  restrictedAnswer: 'results',
  errorStatus: 'by-code',
  itemListResponse: 'multi',
  singleSuccess: '0000',
  formField: 'from-1',
  extraFiles: '2004',
  overweightFile: '2001',
  uploadAuthorization: 'optional',
  missingMsgKey: 'assign',
  repeatedMsgKey: 'accept',
  unknownFields: 'ignore',
  strayFields: 'reject',
  unknownImage: 'C404_1',
  wrongKindImage: 'C400_2',
  session: 'reset',
}

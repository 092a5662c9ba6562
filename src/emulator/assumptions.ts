/** A question that the interface leaves open, and the answers that the emulator can give; the first is the default. */
interface OpenQuestion {
  readonly question: string
  readonly answers: Readonly<Record<string, string>>
}

/**
 * What the interface leaves open and a client has to be ready for. For everything else that it leaves open the emulator
 * has one answer, which docs/emulator.md tells.
 */
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
  formField: {
    question: 'How formField names the files of a multi-image upload that are all sent as "image".',
    answers: {
      'from-1': 'image1, image2, …',
      'from-0': 'image0, image1, …',
      brackets: 'image[0], image[1], …',
      'as-sent': 'image for each of them',
    },
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
  formField: 'from-1',
  session: 'reset',
}

/** Every secret that the emulator takes starts so; what does not is somebody's real one. */
export const secretPrefix = 'emulator_'
export const defaultUserId = 'emulator'
export const defaultSecretKey = 'emulator_not_a_secret'

export interface Credentials {
  readonly userId: string
  readonly secretKey: string
}

/** Said to every other secret. It quotes nothing: the value may be real. */
export const foreignSecret =
  `This is the friendtalk emulator. It takes only its own credentials, whose secret starts with "${secretPrefix}", ` +
  'and has kept nothing of what was sent. Never give it a real secret.'

export type Verdict = 'own' | 'missing' | 'foreign'

/** Judges a header `Authorization: <USER_ID>;<SECRET_KEY>`. */
export function judgeAuthorization(header: string | undefined, own: Credentials): Verdict {
  if (header === undefined || header === '') return 'missing'
  // Nothing is won by comparing in constant time: the page shows what it takes.
  return header === `${own.userId};${own.secretKey}` ? 'own' : 'foreign'
}

/** Whether a secret was made for emulators. */
export function isEmulatorSecret(secret: string): boolean {
  return secret.startsWith(secretPrefix)
}

import type { Contract } from '../contract/contract.ts'
import type { LocalApp } from '../web/local-server.ts'
import type { Refusals } from './app.ts'
import type { FaultRule } from './faults.ts'
import type { ReceivedMessage } from './received.ts'
import type { EmulatedService } from './service.ts'

/** Makes the results of deliveries, as the webhook of a service reports them. */
export interface DeliveryReport {
  /** The codes that it can report. */
  readonly codes: readonly string[]
  /** Those of messages that fail, in turn. */
  readonly failures: readonly string[]
  /** Returns the result of an accepted message. */
  readonly resultOf: (message: ReceivedMessage, code: string, doneAt: number) => object
}

/** What the emulator needs of a service, beside its contract. */
export interface EmulatedContract {
  readonly contract: Contract
  /** The codes that an upload can be answered with. */
  readonly uploadCodes: readonly string[]
  readonly delivery: DeliveryReport
  /** Faults that are ordered with one click, beside those of the connection. */
  readonly offeredFaults: readonly Pick<FaultRule, 'fault' | 'on'>[]
  /** Returns the body that says why a request gets nothing. */
  readonly refusal: (status: 403 | 404, description: string) => object
  readonly addRoutes: (app: LocalApp, service: EmulatedService, refusals: Refusals) => void
}

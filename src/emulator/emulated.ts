import type { Contract } from '../contract/contract.ts'
import type { LocalApp } from '../web/local-server.ts'
import type { EmulatedService } from './service.ts'
import type { DeliveryReport } from './webhook.ts'

/** A service as the emulator serves it. */
export interface EmulatedContract {
  readonly contract: Contract
  /** The beginning of its paths. */
  readonly paths: RegExp
  /** The codes that an upload can be answered with. */
  readonly uploadCodes: readonly string[]
  readonly delivery: DeliveryReport
  /** Returns the body that says why a request gets nothing. */
  readonly refusal: (status: 403 | 404, description: string) => object
  readonly addRoutes: (app: LocalApp, service: EmulatedService) => void
}

/** Response of the two single-image uploads (interface: "Uploaded image"). */
export interface SingleUploadResponse {
  readonly data?: {
    readonly image_key?: string
    /** `YYYYMMDD`. */
    readonly request_date?: string
    readonly name?: string
    /** Goes into the send request. */
    readonly url?: string
  }
  readonly errcode?: string
  readonly errmsg?: string
}

/** Response of the multi-image uploads (interface: "Multi-image upload result"). */
export interface MultiUploadResponse {
  readonly code: string
  readonly result?: {
    readonly success?: readonly { readonly formField: string; readonly url: string }[]
    readonly failure?: readonly {
      readonly formField: string
      readonly error: { readonly code: string; readonly message: string }
    }[]
    readonly request_date?: string
    readonly name?: string
    readonly url?: string
  }
}

/** Response 200 of the send operation. The status does not mean that any message was accepted. */
export interface SendResponse {
  readonly results: readonly { readonly msg_key: string; readonly code: string; readonly desc?: string }[]
}

/** A request-level failure of the send operation. */
export interface RequestError {
  readonly code: string
  readonly name?: string
  readonly description?: string
}

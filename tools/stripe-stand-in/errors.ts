/** An answer of Stripe's that is no success. */
export class ApiError extends Error {
  /** @param code '': none. */
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
    readonly type = 'invalid_request_error',
  ) {
    super(message);
  }

  body() {
    return { error: { type: this.type, ...(this.code && { code: this.code }), message: this.message } };
  }
}

export function missing(kind: string, id: string): ApiError {
  return new ApiError(404, 'resource_missing', `No such ${kind}: '${id}'`);
}

export function invalid(code: string, message: string): ApiError {
  return new ApiError(400, code, message);
}

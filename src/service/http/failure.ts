import { type AssetError, ERRORS, type ErrorBody, type ErrorCode } from '../../api/error.ts';

export type FailureDetail = {
  /** Replaces the default message of the code. */
  readonly message?: string;
  /** One sentence each: what is wrong and, where it helps, what to do. */
  readonly issues?: readonly string[];
  readonly assetErrors?: readonly AssetError[];
  readonly retryAfterSeconds?: number;
  /** What the reason is called, for code that says it in other words. It is not part of the answer. */
  readonly reason?: string;
};

/** A refusal that the caller is told about. Anything else that is thrown becomes a 500 without its details. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly detail: FailureDetail;

  constructor(code: ErrorCode, detail: FailureDetail = {}) {
    super(detail.message ?? ERRORS[code].message);
    this.code = code;
    this.detail = detail;
  }

  get status() {
    return ERRORS[this.code].status;
  }

  /** The error body of the specification ("Errors"): `issues` is empty where there is no detail. */
  get body(): ErrorBody {
    const { issues = [], assetErrors } = this.detail;
    return {
      message: this.message,
      code: this.code,
      issues: issues.map((message) => ({ message })),
      ...(assetErrors ? { data: { errors: [...assetErrors] } } : {}),
    };
  }
}

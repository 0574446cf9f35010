import type { Context } from 'hono';
import { type AssetError, ERRORS, type ErrorBody, type ErrorCode } from '../../api/error.ts';

type FailureDetail = {
  /** Replaces the default message of the code. */
  readonly message?: string;
  /** One sentence each: the problem and, if helpful, its fix. */
  readonly issues?: readonly string[];
  readonly assetErrors?: readonly AssetError[];
  readonly retryAfterSeconds?: number;
  /** Identifies the reason for code with its own texts, such as the portal. Not part of the answer. */
  readonly reason?: string;
};

/** A refusal whose details are sent to the caller. Anything else that is thrown becomes a 500 without details. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly detail: FailureDetail;

  /** @param given the details, or the only issue */
  constructor(code: ErrorCode, given: FailureDetail | string = {}) {
    const detail = typeof given === 'string' ? { issues: [given] } : given;
    super(detail.message ?? ERRORS[code].message);
    this.code = code;
    this.detail = detail;
  }

  get status() {
    return ERRORS[this.code].status;
  }

  /** The error body; `issues` is empty if there are no details. */
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

/** The error pages for a person who opens a path of the service in a browser. */
export type ErrorPages = {
  readonly notFound: (context: Context) => Promise<Response>;
  readonly tooManyRequests: (context: Context, retryAfterSeconds: number) => Promise<Response>;
  readonly failed: (context: Context, requestId: string) => Promise<Response>;
};

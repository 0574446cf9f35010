import type { Context } from 'hono';
import { type AssetError, ERRORS, type ErrorBody, type ErrorCode } from '../../api/error.ts';

type FailureDetail = {
  /** Replaces the default message of the code. */
  readonly message?: string;
  /** One sentence each: what is wrong and, where it helps, what to do. */
  readonly issues?: readonly string[];
  readonly assetErrors?: readonly AssetError[];
  readonly retryAfterSeconds?: number;
  /** Names the reason for code that words it itself, such as the portal. Not part of the answer. */
  readonly reason?: string;
};

/** A refusal whose details are sent to the caller. Anything else that is thrown becomes a 500 without details. */
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

  /** The error body; `issues` is empty where there is no detail. */
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

/** The pages that answer a person who opens a path of the service in a browser. */
export type ErrorPages = {
  readonly notFound: (context: Context) => Promise<Response>;
  readonly tooManyRequests: (context: Context, retryAfterSeconds: number) => Promise<Response>;
  readonly failed: (context: Context, requestId: string) => Promise<Response>;
};

import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type AssetError, ERRORS, type ErrorBody, type ErrorCode } from '../../api/error.ts';
import { type Issue, inEnglish } from '../database/refused.ts';
import type { Log } from './log/log.ts';

type FailureDetail = {
  /** Replaces the default message of the code. */
  readonly message?: string;
  readonly issues?: readonly Issue[];
  readonly assetErrors?: readonly AssetError[];
  readonly retryAfterSeconds?: number;
};

/** A refusal whose details are sent to the caller. Anything else that is thrown becomes a 500 without details. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly detail: FailureDetail;

  /** @param given the details, or the only issue */
  constructor(code: ErrorCode, given: FailureDetail | Issue = {}) {
    const detail = 'code' in given ? { issues: [given] } : given;
    super(detail.message ?? ERRORS[code].message);
    this.code = code;
    this.detail = detail;
  }

  get status() {
    return ERRORS[this.code].status;
  }

  get issues(): readonly Issue[] {
    return this.detail.issues ?? [];
  }

  /** The error body, in English; `issues` is empty if there are no details. */
  get body(): ErrorBody {
    const { assetErrors } = this.detail;
    return {
      message: this.message,
      code: this.code,
      issues: this.issues.map((one) => ({
        message: `${one.path === undefined ? '' : `${one.path}: `}${inEnglish(one)}`,
      })),
      ...(assetErrors ? { data: { errors: [...assetErrors] } } : {}),
    };
  }
}

/**
 * Logs a defect, and tells the id of the request by which the operator finds it. Where the sender ended the connection within the body, the
 * answer instead: nobody gets it, but it is counted. Anybody can cause that, so that it must not look like a failure of the service.
 */
export function defectIn(
  context: Context,
  error: unknown,
  log: Log,
  message: string,
  detail: Parameters<Log['info']>[1] = {},
): Response | string {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  const isCutOff = incoming?.readableAborted === true && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
  if (isCutOff) return context.body(null, 400);
  const requestId: string = context.get('requestId') ?? randomUUID();
  log.error(message, error, { requestId, ...detail });
  return requestId;
}

/** The error pages for a person who opens a path of the service in a browser. */
export type ErrorPages = {
  readonly notFound: (context: Context) => Promise<Response>;
  readonly tooManyRequests: (context: Context, retryAfterSeconds: number) => Promise<Response>;
  readonly failed: (context: Context, requestId: string) => Promise<Response>;
};

import type { AssetError } from './error.ts';

/** The service answered, and the answer is a refusal. `issues` may be empty. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  readonly code: string;
  readonly issues: readonly string[];
  readonly assetErrors: readonly AssetError[];
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    body: { message: string; code: string; issues?: readonly string[]; assetErrors?: readonly AssetError[] },
    retryAfterMs?: number,
  ) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.issues = body.issues ?? [];
    this.assetErrors = body.assetErrors ?? [];
    this.retryAfterMs = retryAfterMs;
  }

  /** True where the same request may succeed later: 408, 425, 429 and every 5xx. */
  get transient(): boolean {
    return this.status === 408 || this.status === 425 || this.status === 429 || this.status >= 500;
  }
}

/** No usable answer: `offline` (no connection), `timeout`, or `malformed` (not JSON, too large, not of the contract's shape). */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable';
  readonly kind: 'offline' | 'timeout' | 'malformed';

  constructor(kind: 'offline' | 'timeout' | 'malformed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

import * as z from 'zod/mini';

/** Every error code with its HTTP status and default message. */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: 'Invalid input data' },
  UNAUTHORIZED: { status: 401, message: 'Authorization not provided' },
  FORBIDDEN: { status: 403, message: 'Insufficient access' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  CONFLICT: { status: 409, message: 'Conflict' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body too large' },
  UNPROCESSABLE_CONTENT: { status: 422, message: 'Unprocessable content' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Internal server error' },
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** Why one asset of a report was refused. */
export const ASSET_ERROR_TYPES = [
  'DUPLICATE_ASSETS',
  'INVALID_FORMAT',
  'ASSET_NOT_FOUND',
  'ASSET_ALREADY_CORRECT',
  'ALREADY_PENDING_REVIEW',
  'REPORT_ALREADY_EXISTS',
  'PROCESSING_FAILED',
  'DOMAIN_NOT_ALLOWED',
  'VALIDATION_ERROR',
] as const;

const assetError = z.lazy(() =>
  z.object({
    asset: z.string(),
    errorType: z.string(),
    message: z.catch(z.string(), ''),
    suggestion: z.catch(z.optional(z.string()), undefined),
  }),
);

/** The error body of every operation. */
export const errorBody = z.lazy(() =>
  z.object({
    message: z.string(),
    code: z.string(),
    issues: z.catch(z.optional(z.array(z.object({ message: z.string() }))), undefined),
    data: z.catch(z.optional(z.object({ errors: z.array(assetError) })), undefined),
  }),
);
export type ErrorBody = z.infer<typeof errorBody>;
export type AssetError = z.infer<typeof assetError>;

/** The service answered with an error. `issues` may be empty. */
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

  /** Whether the same request may succeed later: 408, 425, 429 and every 5xx. */
  get transient(): boolean {
    return this.status === 408 || this.status === 425 || this.status === 429 || this.status >= 500;
  }
}

/** No usable answer: `offline` (no connection), `timeout`, or `malformed` (not JSON, too large or of another shape). */
export class ServiceUnreachable extends Error {
  override readonly name = 'ServiceUnreachable';
  readonly kind: 'offline' | 'timeout' | 'malformed';

  constructor(kind: 'offline' | 'timeout' | 'malformed', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

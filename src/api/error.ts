import * as z from 'zod/mini';

/** Every error code the service answers with, its HTTP status and its default message. */
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

export const assetError = z.lazy(() =>
  z.object({
    asset: z.string(),
    errorType: z.string(),
    message: z.string(),
    suggestion: z.optional(z.string()),
  }),
);

/** The error body of every operation. */
export const errorBody = z.lazy(() =>
  z.object({
    message: z.string(),
    code: z.string(),
    issues: z.optional(z.array(z.object({ message: z.string() }))),
    data: z.optional(z.object({ errors: z.array(assetError) })),
  }),
);
export type ErrorBody = z.infer<typeof errorBody>;
export type AssetError = z.infer<typeof assetError>;

import type * as z from 'zod/mini';

/** What a key may do. The key in a branded build has `protect` and `report` only. */
export const SCOPES = ['protect', 'report', 'read', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** Services that an organization may turn on or off (`services`). */
export const ORGANIZATION_SERVICES = [
  'reporting',
  'reviewing',
  'protection',
  'takedowns',
  'detection',
  'darkWebMonitoring',
] as const;
export type OrganizationService = (typeof ORGANIZATION_SERVICES)[number];

/** What an hourly quota limits. Each is counted separately. */
export const QUOTAS = ['reports', 'disputes', 'uploads', 'parsing'] as const;
export type Quota = (typeof QUOTAS)[number];

type Schema = z.ZodMiniType;

/** ISO dates: deprecated since, and removed at. */
type Deprecation = { readonly since: string; readonly sunset: string };

/**
 * One operation of the service: its method, path and shapes. Client, routes and OpenAPI document are derived from it.
 */
export type Operation = {
  /** Operation id, unique, lower camel case. */
  readonly id: string;
  readonly group: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `{base_url}/api/v2`; parameters in braces, for example `/dispute/{id}`. */
  readonly path: string;
  /** The scope a key needs; `any` accepts every valid key. */
  readonly access: Scope | 'any';
  /**
   * The service (`services.<name>.active` of an organization) that it belongs to: while that is off, the operation is refused. Without one
   * it always answers: the list and confirmations, which protect people; following up, disputing, unblocking or erasing
   * something; listings of stored data; the organization's own record.
   */
  readonly service?: OrganizationService;
  /** Whether the keys of an INACTIVE organization may call it: people who have its build stay protected. */
  readonly protects?: boolean;
  /** Whether a revoked key with a successor may call it. */
  readonly takesFormerKeys?: boolean;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** JSON, or a form of files and texts (RFC 7578) in which each field is an array. */
  readonly encoding?: 'json' | 'multipart';
  /** Maximum size of the body in bytes, if not the default. */
  readonly bodyBytes?: number;
  /** Whether a repeated `Idempotency-Key` is answered with the first result. */
  readonly idempotent?: boolean;
  /** The quota that a call counts towards. */
  readonly quota?: Quota;
  /**
   * Whether a call changes data. It then runs in one transaction and is recorded in the audit log. Default: true with
   * the scope `manage`, or if `idempotent`. `own`: the handler opens the transaction itself, after the slow part.
   */
  readonly changes?: boolean | 'own';
  readonly response: Schema;
  /** Statuses other than 200, 400, 401, 403, 429 and 500 that the operation answers with. */
  readonly errors?: readonly (304 | 404 | 409 | 413 | 422)[];
  readonly deprecated?: Deprecation;
  /** The same of single fields of the query or the body, by name. */
  readonly deprecatedFields?: Readonly<Record<string, Deprecation>>;
};

type Inferred<S> = S extends Schema ? z.infer<S> : unknown;
type Given<S> = S extends Schema ? z.input<S> : unknown;
type Part<Key extends string, S> = S extends Schema ? { readonly [K in Key]: Given<S> } : unknown;

/** What a caller passes: `params`, `query` and `body`, each only where the operation has it. */
export type RequestOf<O extends Operation> = Part<'params', O['params']> &
  Part<'query', O['query']> &
  Part<'body', O['body']>;
export type BodyOf<O extends Operation> = Inferred<O['body']>;
export type ResponseOf<O extends Operation> = Inferred<O['response']>;

/**
 * Declares an operation with its exact schema types. Operations that the extension loads use `z.lazy`: its worker often
 * starts right before a verdict and usually ends without a request.
 */
export const operation = <const O extends Operation>(value: O): O => value;

/** Version of the interface. */
export const API_VERSION = '2.0.0';
/** Prefix of every path. */
export const API_PREFIX = '/api/v2';

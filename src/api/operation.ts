import type * as z from 'zod/mini';

/** What a key may do. A key shipped in a branded build carries `protect` and `report` only. */
export const SCOPES = ['protect', 'report', 'read', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a client may do only so often, each counted by itself. */
export const QUOTAS = ['reports', 'disputes', 'uploads', 'parsing'] as const;
export type Quota = (typeof QUOTAS)[number];

type Schema = z.ZodMiniType;

/**
 * One operation of the service: the single place where its method, path and shapes are written. The client, the routes
 * of the service and the OpenAPI document are derived from these values.
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
  /** True where a revoked key may still ask that another one follows. */
  readonly takesFormerKeys?: boolean;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** How the body is sent: JSON, or as a form of files and texts (RFC 7578), each field a list. */
  readonly encoding?: 'json' | 'multipart';
  /** Largest body in bytes, where it is not the one of all operations. */
  readonly bodyBytes?: number;
  /** True where the header `Idempotency-Key` makes a repeated request answer with the first result. */
  readonly idempotent?: boolean;
  /** What a call counts as, where one costs the service or its reviewers more than others do. */
  readonly quota?: Quota;
  /**
   * Whether a call changes data: it runs in one transaction and is written to the audit log. Without a word, what takes the scope
   * `manage` and what is idempotent does. `own`: the handler opens the transaction itself, once the slow part is done.
   */
  readonly changes?: boolean | 'own';
  readonly response: Schema;
  /** Statuses other than 200, 400, 401, 403, 429 and 500 that the operation answers with. */
  readonly errors?: readonly (304 | 404 | 409 | 413 | 422)[];
  /** ISO date from which the operation is deprecated, with the date it ends. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
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
 * Declares an operation and keeps its exact schema types. Its schemas are `z.lazy`, like all that the background loads: it
 * starts cold right before a verdict, and most of its lives end without a request.
 */
export const operation = <const O extends Operation>(value: O): O => value;

/** Version of the interface. */
export const API_VERSION = '2.0.0';
/** Every path lives under this prefix of the base address. */
export const API_PREFIX = '/api/v2';

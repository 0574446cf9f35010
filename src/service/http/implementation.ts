import type * as z from 'zod/mini';
import { OPERATIONS } from '../../api/catalogue.ts';
import type { Operation, ResponseOf } from '../../api/operation.ts';
import type { Database } from '../database/database.ts';
import type { Caller } from './access/api-key.ts';
import type { Service } from './service.ts';

export type Change = <T>(work: (transaction: Database) => Promise<T>) => Promise<T>;

export type AnswerHeaders = Record<string, string>;

type Read<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** One call of an operation: its fields, checked against the operation's schemas, and its caller. */
export type Call<O extends Operation> = {
  readonly params: Read<O['params']>;
  readonly query: Read<O['query']>;
  readonly body: Read<O['body']>;
  readonly caller: Caller;
  readonly service: Service;
  /** The transaction of the call, if the operation changes something and does not open its own. */
  readonly database: Database;
  /** Runs what changes data in one transaction, once for each idempotency key, with its audit entry: for an operation that opens its own. */
  readonly change: Change;
  readonly origin: string;
  /** Address of the client, as quotas count it. */
  readonly sender: string;
  /** Country of the request (ISO 3166-1 alpha-2), if known. */
  readonly country: string | null;
  /** Headers of the answer. With an `ETag`, a request with that `If-None-Match` gets a 304. */
  readonly headers: AnswerHeaders;
};

export type Implementation = {
  readonly operation: Operation;
  readonly handle: (call: Call<Operation>) => Promise<unknown>;
};

/** An answer that is already serialized: the same for many callers, or the slowest part of the request. */
export class WrittenAnswer {
  readonly json: string;
  /** The same compressed; null if only one caller gets the answer. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;

  /** @param json of the operation's shape */
  constructor(json: string, gzip: Uint8Array<ArrayBuffer> | null = null) {
    this.json = json;
    this.gzip = gzip;
  }
}

type InText<T> = T extends Date ? string : T;

/** The fields of a row as an answer has them: its times as text. */
export const timesInText = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as { [Name in keyof Row]: InText<Row[Name]> };

type Catalogue = typeof OPERATIONS;
type OperationId = keyof Catalogue;
type Handler<O extends Operation> = (call: Call<O>) => Promise<ResponseOf<O> | WrittenAnswer>;

/** Binds handlers to the operations whose ids they have; calls and results have the operations' types. */
export const implement = <Id extends OperationId>(handlers: { readonly [Each in Id]: Handler<Catalogue[Each]> }) =>
  Object.fromEntries(
    Object.entries(handlers).map(([id, handle]) => [id, { operation: OPERATIONS[id as Id], handle }]),
  ) as unknown as Readonly<Record<Id, Implementation>>;

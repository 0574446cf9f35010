import type * as z from 'zod/mini';
import type { Operation, ResponseOf } from '../../api/operation.ts';
import type { Caller } from '../access/api-key.ts';
import type { Database } from '../database/database.ts';
import type { Service } from '../service.ts';
import type { AnswerHeaders } from './route/interface.ts';

type Read<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** One call of an operation: what it carries, already checked against the operation's schemas, and who makes it. */
export type Call<O extends Operation> = {
  readonly params: Read<O['params']>;
  readonly query: Read<O['query']>;
  readonly body: Read<O['body']>;
  readonly caller: Caller;
  readonly service: Service;
  /** Inside the transaction of the call where the operation changes something and does not open its own. */
  readonly database: Database;
  /** Writes the call into the audit log, for an operation that opens its own transaction. */
  readonly record: (transaction: Database, result: unknown) => Promise<void>;
  /** Origin under which the caller reaches the service. */
  readonly origin: string;
  /** Country of the request (ISO 3166-1 alpha-2), where the operator's proxy tells it. */
  readonly country: string | null;
  /** Headers of the answer. With an `ETag`, a request that knows it gets a 304. */
  readonly headers: AnswerHeaders;
};

/** An operation with what carries it out. */
export type Implementation = {
  readonly operation: Operation;
  readonly handle: (call: Call<Operation>) => Promise<unknown>;
};

/** An answer that is written already, since many are given the same, or since writing it from values would take longer than all else. */
export class WrittenAnswer {
  readonly json: string;
  /** For those who take that; null where the answer is written for one. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;

  /** @param json of the operation's shape */
  constructor(json: string, gzip: Uint8Array<ArrayBuffer> | null = null) {
    this.json = json;
    this.gzip = gzip;
  }
}

/** Binds a handler to its operation, so that what it gets and gives are of the operation's shapes. */
export const implement = <const O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<ResponseOf<O> | WrittenAnswer>,
): Implementation => ({ operation, handle: handle as unknown as Implementation['handle'] });

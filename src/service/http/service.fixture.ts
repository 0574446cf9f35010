import { createHash } from 'node:crypto';
import { fromJSONSchema } from 'zod';
import { KEY_DIGEST_LENGTH } from '../../api/blocklist.ts';
import { encodedBody, operationUrl } from '../../api/client.ts';
import type { ErrorBody } from '../../api/error.ts';
import {
  API_PREFIX,
  type Operation,
  type RequestOf,
  type ResponseOf,
  SCOPES,
  type Scope,
} from '../../api/operation.ts';
import { assembleService } from '../command/serve/running-service.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { brands, organizations } from '../database/schema/index.ts';
import { IMPLEMENTATIONS, ROUTES } from '../feature/operations.ts';
import { createKey, type KeyKind } from './access/api-key.ts';
import { createApplication } from './application.ts';
import { lineLog } from './log/log.ts';
import type { ServiceApp } from './log/request-log.ts';
import { type OutboundPolicy, PUBLIC_ONLY } from './outgoing.ts';
import { openApiDocument } from './route/openapi.ts';
import type { ResolveTxt, Service } from './service.ts';
import type { ProviderSettings } from './sign-in-provider.ts';

export const ORIGIN = 'http://service.wary.test';

type NewOrganization = typeof organizations.$inferInsert;
type FixtureOptions = {
  readonly requestsPerMinute: number;
  readonly outbound: OutboundPolicy;
  readonly resolveTxt: ResolveTxt;
  readonly signInProvider: ProviderSettings;
};
type Sent = { readonly key?: string | null; readonly headers?: Record<string, string> };
export type Received<T = unknown> = { readonly status: number; readonly headers: Headers; readonly body: T };

/**
 * For tests: a service over an empty database in memory, reached without a socket. Two organizations exist: `acme`, which every
 * key of {@link key} reaches unless another is named, and `foreign`. Every answer of an operation is checked against the OpenAPI document.
 */
export class ServiceFixture {
  readonly opened: OpenDatabase;
  readonly service: Service;
  readonly app: ServiceApp;
  readonly acme: number;
  readonly foreign: number;
  readonly log: string[];
  /** Of the key that is used where none is named. */
  readonly keyDigest: string;
  readonly #defaultKey: string;
  readonly #validators = new Map<JsonSchema, ReturnType<typeof fromJSONSchema>>();
  readonly #document = openApiDocument(ORIGIN) as OpenApi;

  static async open(options: Partial<FixtureOptions> = {}): Promise<ServiceFixture> {
    const opened = await openTestDatabase();
    const log: string[] = [];
    const service = await assembleService({
      database: opened.database,
      log: lineLog((line) => log.push(line)),
      publicUrl: ORIGIN,
      portalUrl: null,
      pollSeconds: 60,
      quotas: { addressPerHour: 1_000_000, keyPerHour: 1_000_000 },
      requestsPerMinute: options.requestsPerMinute ?? 1_000_000,
      // No test asks the network of this machine.
      resolveTxt: options.resolveTxt ?? (async () => []),
      outbound: options.outbound ?? PUBLIC_ONLY,
      signInProvider: options.signInProvider ?? null,
    });
    const ids = await opened.database
      .insert(organizations)
      .values([
        { name: 'Acme', slug: 'acme', subscriptionStatus: 'ACTIVE' },
        { name: 'Foreign', slug: 'foreign', subscriptionStatus: 'ACTIVE' },
      ])
      .returning({ id: organizations.id });
    const order = { kind: 'organization', scopes: SCOPES, label: 'test', organizationIds: [ids[0]!.id] } as const;
    const { key } = await createKey(opened.database, order);
    return new ServiceFixture(opened, service, log, key, [ids[0]!.id, ids[1]!.id]);
  }

  private constructor(opened: OpenDatabase, service: Service, log: string[], key: string, ids: [number, number]) {
    this.opened = opened;
    this.service = service;
    this.app = createApplication(service, IMPLEMENTATIONS, ROUTES);
    this.log = log;
    this.#defaultKey = key;
    this.keyDigest = createHash('sha256').update(key).digest('hex').slice(0, KEY_DIGEST_LENGTH);
    [this.acme, this.foreign] = ids;
  }

  async close(): Promise<void> {
    await this.service.publisher.stop();
    await this.opened.close();
  }

  async key(
    scopes: readonly Scope[],
    organizationIds: readonly number[] = [this.acme],
    kind: KeyKind = 'organization',
  ) {
    const { key } = await createKey(this.opened.database, { kind, scopes, label: 'test', organizationIds });
    return key;
  }

  /** Gives `acme` a brand. */
  async brand(slug: string): Promise<void> {
    await this.opened.database.insert(brands).values({ organizationId: this.acme, slug, name: slug });
  }

  async organization(values: Partial<NewOrganization> & { slug: string }): Promise<number> {
    const [row] = await this.opened.database
      .insert(organizations)
      .values({ name: values.slug, ...values })
      .returning({ id: organizations.id });
    return row!.id;
  }

  /** Sends a request of an operation as its schema has it. */
  call<const O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    sent: Sent = {},
  ): Promise<Received<ResponseOf<O>>> {
    const { params, query, body } = request as { params?: object; query?: object; body?: unknown };
    const encoded = encodedBody(operation, body);
    return this.send(operation, operationUrl(ORIGIN, operation, params, query), encoded ?? {}, sent) as Promise<
      Received<ResponseOf<O>>
    >;
  }

  /** Sends whatever it is given. */
  async send(operation: Operation, url: string, init: RequestInit, { key, headers }: Sent = {}): Promise<Received> {
    const response = await this.app.request(url, {
      method: operation.method,
      ...init,
      headers: {
        ...(init.body === undefined || init.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { 'X-API-KEY': key ?? this.#defaultKey }),
        ...headers,
      },
    });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    this.#requireDocumented(operation, response, body);
    return { status: response.status, headers: response.headers, body };
  }

  /** The error body of an answer. */
  static error({ body }: Received): ErrorBody {
    return body as ErrorBody;
  }

  #validator(schema: JsonSchema): ReturnType<typeof fromJSONSchema> {
    const made = this.#validators.get(schema) ?? fromJSONSchema(schema);
    this.#validators.set(schema, made);
    return made;
  }

  #requireDocumented(operation: Operation, { status }: Response, body: unknown): void {
    const answers = this.#document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses;
    const answer = answers?.[status];
    if (!answer) throw new Error(`${operation.id} answered ${status}, which the OpenAPI document does not have`);
    const named = answer.$ref?.split('/').at(-1);
    const schema = named ? this.#document.components.schemas.Error : answer.content?.['application/json']?.schema;
    if (!schema) return;
    const result = this.#validator(schema).safeParse(body);
    if (!result.success)
      throw new Error(
        `${operation.id} answered ${status} with a body that breaks the OpenAPI document: ${result.error}`,
      );
    if (named && (body as ErrorBody).code !== named)
      throw new Error(`${status} carries the code ${JSON.stringify(body)}`);
  }
}

type JsonSchema = Parameters<typeof fromJSONSchema>[0];
type Answer = { readonly $ref?: string; readonly content?: Record<string, { readonly schema: JsonSchema }> };
type OpenApi = {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Answer> }>>;
  readonly components: { readonly schemas: { readonly Error: JsonSchema } };
};

/** Path of an operation with its parameters left as they are. */
export const rawUrl = (path: string): string => `${ORIGIN}${API_PREFIX}${path}`;

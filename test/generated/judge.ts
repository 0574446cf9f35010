import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { bodyOf, type JsonSchema, type OpenApi } from './document.ts';
import type { Generated } from './request.ts';

/** An answer as it came. */
export type Received = { readonly status: number; readonly headers: Headers; readonly text: string };

/** The formats that the document names. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => URL.canParse(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
  binary: () => true,
};

/** Holds answers against the OpenAPI document, by a validator that shares nothing with what wrote them. */
export class Judge {
  readonly #document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, formats: FORMATS });
  readonly #validators = new Map<JsonSchema, ValidateFunction>();

  constructor(document: OpenApi) {
    this.#document = document;
  }

  /** What is wrong with an answer, one sentence each. */
  problems({ operation, json }: Generated, { status, headers, text }: Received): string[] {
    if (status >= 500) return [`answered ${status}`];
    const answer = operation.responses[status];
    if (!answer) return [`answered ${status}, which the document does not have`];
    if (status === 304) return text === '' ? [] : ['answered 304 with a body'];
    if (!headers.get('content-type')?.startsWith('application/json')) return [`answered ${status} without JSON`];
    const body: unknown = JSON.parse(text);
    const named = answer.$ref?.split('/').at(-1);
    const schema = named ? this.#document.components.schemas.Error : answer.content!['application/json']!.schema;
    const code = (body as { code?: unknown } | null)?.code;
    return [
      ...this.#breaches(schema, body).map((breach) => `answered ${status} with ${breach}`),
      ...(named && code !== named ? [`answered ${status} with the code ${code}`] : []),
      ...(status === 429 && !headers.has('retry-after') ? ['answered 429 without Retry-After'] : []),
      ...(status === 200 ? this.#accepted(operation, json, headers) : []),
    ];
  }

  /** What was accepted against the document, and what the document promises of every success. */
  #accepted(operation: Generated['operation'], json: unknown, headers: Headers): string[] {
    const wanted = bodyOf(operation);
    const isJson = json !== undefined && wanted?.type === 'application/json';
    return [
      ...(isJson ? this.#breaches(wanted.schema, json).map((breach) => `accepted ${breach}`) : []),
      ...(operation.deprecated && !(headers.has('deprecation') && headers.has('sunset'))
        ? ['is deprecated and does not say so']
        : []),
    ];
  }

  #breaches(schema: JsonSchema, value: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(schema);
    this.#validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'a body'} that ${message}`);
  }
}

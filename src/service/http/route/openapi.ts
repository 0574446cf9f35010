import * as z from 'zod/mini';
import { OPERATIONS } from '../../../api/catalogue.ts';
import { ERRORS, type ErrorCode, errorBody } from '../../../api/error.ts';
import { UNKNOWN_VALUE } from '../../../api/field.ts';
import { API_PREFIX, API_VERSION, type Operation } from '../../../api/operation.ts';
import { KEY_HEADER } from '../request/admission.ts';
import { IDEMPOTENCY_HEADER } from '../request/idempotency.ts';

type Json = Record<string, unknown>;

/** Statuses that every operation may answer in addition to its own errors. */
const COMMON_STATUSES = [400, 401, 403, 413, 429, 500] as const;

/**
 * The OpenAPI 3.1 document, made from the operations. The generator is our own: `@hono/zod-openapi` needs the full
 * `zod`, while the contract uses `zod/mini` for the browser. @param origin for `servers`
 */
export const openApiDocument = (origin: string): Json => {
  made ??= documentOf();
  return { ...made, servers: [{ url: `${origin}${API_PREFIX}` }] };
};

/** All of it that is the same everywhere: it takes ten milliseconds, and anybody may ask for it. */
let made: Json | undefined;

function documentOf(): Json {
  const operations: Operation[] = Object.values(OPERATIONS);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = path;
    path[operation.method.toLowerCase()] = operationObject(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Threat-reporting and blocklist service',
      version: API_VERSION,
      description: 'Checks, reports and lists scam sites, addresses and accounts.',
    },
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: KEY_HEADER } },
      schemas: { Error: jsonSchema(errorBody, 'output') },
      responses: Object.fromEntries(Object.entries(ERRORS).map(([code, error]) => [code, errorResponse(code, error)])),
    },
  };
}

function operationObject(operation: Operation): Json {
  const { id, group, summary, body, deprecated } = operation;
  return {
    operationId: id,
    tags: [group],
    summary,
    description: descriptionOf(operation),
    ...(deprecated ? { deprecated: true } : {}),
    parameters: parametersOf(operation),
    ...(body ? { requestBody: { required: true, content: bodyContent(operation) } } : {}),
    responses: responsesOf(operation),
  };
}

function descriptionOf({ access, service }: Operation): string {
  const key = access === 'any' ? 'Takes any valid key.' : `Takes a key with the scope \`${access}\`.`;
  return service ? `${key} Answers 403 while \`services.${service}.active\` of the organization is false.` : key;
}

function parametersOf({ params, query, idempotent, errors, deprecatedFields = {} }: Operation): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
  return [
    ...schemaParameters(params, 'path'),
    ...schemaParameters(query, 'query').map((parameter) =>
      String(parameter.name) in deprecatedFields ? { ...parameter, deprecated: true } : parameter,
    ),
    ...(idempotent ? [header(IDEMPOTENCY_HEADER, 'The same key again answers what the first request answered.')] : []),
    ...(errors?.includes(304) ? [header('If-None-Match', 'The `ETag` of an earlier answer.')] : []),
  ];
}

function schemaParameters(schema: Operation['params'], place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'output') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in value)),
    schema: value,
  }));
}

function responsesOf(operation: Operation): Json {
  const answer = jsonSchema(operation.response, 'output');
  const responses: Json = {
    200: { description: 'The answer.', content: jsonContent(answer) },
  };
  const statuses = new Set<number>([...COMMON_STATUSES, ...(operation.errors ?? [])]);
  for (const status of [...statuses].sort((a, b) => a - b)) {
    const code = (Object.keys(ERRORS) as ErrorCode[]).find((name) => ERRORS[name].status === status);
    responses[status] = code
      ? { $ref: `#/components/responses/${code}` }
      : { description: 'Nothing changed since the answer with this entity tag.' };
  }
  return responses;
}

const errorResponse = (code: string, { message }: { readonly message: string }): Json => ({
  description: message,
  ...(code === 'TOO_MANY_REQUESTS'
    ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } } }
    : {}),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: { message, code, issues: [] },
    },
  },
});

const bodyContent = ({ body, encoding }: Operation): Json => {
  const schema = jsonSchema(body!, 'input');
  return encoding === 'multipart' ? { 'multipart/form-data': { schema } } : jsonContent(schema);
};

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });

/** A zod value as JSON Schema, without a reader's replacement for unknown enum values, which is never sent. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...value } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      if (part.default === UNKNOWN_VALUE) delete part.default;
      if (part.enum?.includes(UNKNOWN_VALUE)) part.enum = part.enum.filter((known) => known !== UNKNOWN_VALUE);
    },
  });
  return value;
}

/** A JSON Schema 2020-12, as the OpenAPI document holds it. */
export type JsonSchema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
export type Answer = { readonly $ref?: string; readonly content?: Content };
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
};
type Entry = {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
};

/** What is read of an OpenAPI 3.1 document. */
export type OpenApi = {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  readonly components: {
    readonly schemas: { readonly Error: JsonSchema };
    readonly responses: Readonly<Record<string, Answer>>;
  };
};

/** One operation of a document, with the address that its path is appended to. */
export type Documented = Entry & { readonly method: string; readonly url: string };

export const operationsOf = ({ servers, paths }: OpenApi): Documented[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => ({
      ...entry,
      method: method.toUpperCase(),
      url: `${servers[0]!.url}${path}`,
    })),
  );

/** The media type and the schema of an operation's body; null where it has none. */
export function bodyOf({ requestBody }: Documented): { readonly type: string; readonly schema: JsonSchema } | null {
  const [first] = Object.entries(requestBody?.content ?? {});
  return first ? { type: first[0], schema: first[1].schema } : null;
}

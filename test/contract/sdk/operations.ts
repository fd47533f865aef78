/** Reads the operations of an OpenAPI document for the generator of the SDK. */
import type { OpenAPIObject } from '@nestjs/swagger';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly description?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Contents = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly examples?: Readonly<Record<string, { summary: string }>> }>
>;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  /** The parameters of the query, except those that the body has too, for clients without bodies. */
  readonly query: readonly Parameter[];
  /** The body of a success; null if it has none. */
  readonly success: JsonSchema | null;
  /** The types of a success that is a file; empty if it is none. */
  readonly file: readonly string[];
  /** Codes of the error responses, with status and meaning. */
  readonly errors: readonly { readonly code: string; readonly status: number; readonly meaning: string }[];
}

interface PublishedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

/** All operations, in the order of the document. */
export function operationsOf(document: OpenAPIObject): readonly Operation[] {
  const paths = document.paths as unknown as Record<string, Record<string, PublishedOperation>>;
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, published]) => operationOf(method.toUpperCase(), path, published, schemas)),
  );
}

function operationOf(
  method: string,
  path: string,
  published: PublishedOperation,
  schemas: Readonly<Record<string, JsonSchema>>,
): Operation {
  const responses = Object.entries(published.responses);
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const parameters = published.parameters ?? [];
  const body = schemaOf(published.requestBody?.content);
  const ofBody = body === null ? {} : (schemas[nameOf(body)]?.properties ?? {});
  const types = Object.keys(success?.content ?? {});
  return {
    method,
    path,
    id: published.operationId,
    tag: published.tags[0] ?? '',
    summary: published.summary ?? '',
    description: published.description ?? '',
    parameters,
    body,
    query: parameters.filter((parameter) => parameter.in === 'query' && !(parameter.name in ofBody)),
    success: schemaOf(success?.content),
    file: types.includes('application/json') ? [] : types,
    errors: responses.flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {})
        .filter(() => Number(status) >= 400)
        .map(([code, { summary }]) => ({ code, status: Number(status), meaning: summary })),
    ),
  };
}

const schemaOf = (content: Contents | undefined): JsonSchema | null => content?.['application/json']?.schema ?? null;

/** `CreateObjectBody` of `#/components/schemas/CreateObjectBody`. Throws for a schema without a name. */
export function nameOf(schema: JsonSchema | undefined): string {
  const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(schema?.$ref ?? '') ?? [];
  if (name === undefined) throw new Error(`a schema without a name: ${JSON.stringify(schema)}`);
  return name;
}

/** `ListObjectsQuery`, the name of the schema of an operation's query. */
export const queryNameOf = ({ id }: Operation): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`;

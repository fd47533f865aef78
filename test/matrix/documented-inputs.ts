/** The inputs of every route, from the OpenAPI documents of the application. */
import { buildDocuments } from '@libs/http';
import type { TestApp } from '@test/support/test-app';
import { rowOf, type RouteRow } from './route-table';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly enum?: readonly string[];
  readonly example?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

export interface Parameter {
  readonly row: RouteRow;
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Body {
  readonly row: RouteRow;
  readonly schema: Schema;
}

export interface DocumentedInputs {
  readonly parameters: readonly Parameter[];
  readonly bodies: readonly Body[];
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: Parameter['place'];
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

type Documents = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export function documentedInputs(app: TestApp): DocumentedInputs {
  const documents = Object.values(buildDocuments(app.app)) as unknown as readonly Documents[];
  const parameters = new Map<string, Parameter>();
  const bodies = new Map<string, Body>();
  for (const { paths, components } of documents) {
    for (const [route, operation] of operationsOf(paths)) {
      const row = rowOf(route);
      if (!row) continue;
      for (const { in: place, name, required = false, schema } of operation.parameters ?? []) {
        if (row.words?.[name] !== undefined) continue;
        parameters.set(`${route} ${place} ${name}`, { row, place, name, required, schema });
      }
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema) bodies.set(route, { row, schema: resolveReferences(schema, components.schemas) });
    }
  }
  return { parameters: [...parameters.values()], bodies: [...bodies.values()] };
}

function operationsOf(paths: Documents['paths']): readonly (readonly [string, Operation])[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
}

/** Returns the schema with its references resolved. Schemas of bodies have no cycles. */
function resolveReferences(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref) {
    const target = schemas[schema.$ref.split('/').pop() ?? ''];
    if (!target) throw new Error(`${schema.$ref} does not exist`);
    return resolveReferences(target, schemas);
  }
  // A field that is an object: `allOf` around its reference, or `anyOf` if it may be null.
  const [model, ...others] = schema.allOf ?? schema.anyOf ?? [];
  if (model) {
    const { type = 'object', ...inner } = resolveReferences(model, schemas);
    return { ...inner, type: [type, ...others.map((other) => other.type ?? '')].flat() };
  }
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, resolveReferences(inner, schemas)] as const,
  );
  return {
    ...schema,
    ...(schema.items ? { items: resolveReferences(schema.items, schemas) } : {}),
    ...(schema.properties ? { properties: Object.fromEntries(properties) } : {}),
  };
}

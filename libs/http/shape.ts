import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

/**
 * The type of a field of a response. `integer` is int64, `date-time` UTC without a zone, `local-date-time` the platform's local
 * time.
 */
type ShownType = 'integer' | 'number' | 'string' | 'boolean' | 'date' | 'date-time' | 'local-date-time' | 'object';

interface ShownOptions {
  readonly description: string;
  /** The type, or a function that returns the class of a nested object (the class may be declared later in the file). */
  readonly type: ShownType | (() => new () => object);
  /** The value is an array of `type`. */
  readonly list?: boolean;
  /** The value may be null. */
  readonly nullable?: boolean;
  /** The field may be absent. */
  readonly optional?: boolean;
  readonly values?: readonly (string | number)[];
  readonly example?: unknown;
  /** For `object`: the type or the class of every value of a map; unset: any value. */
  readonly mapOf?: ShownType | (() => new () => object);
}

/** OpenAPI's `date-time` requires a zone; times on the wire have none (contract §1.2). */
const WIRE_TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$';

const SCHEMAS: Readonly<Record<ShownType, Record<string, unknown>>> = {
  integer: { type: 'integer', format: 'int64' },
  number: { type: 'number' },
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', pattern: WIRE_TIME, example: '2026-11-20T08:30:00' },
  'local-date-time': { type: 'string', pattern: WIRE_TIME, example: '2026-11-20T08:30:00' },
  object: { type: 'object', additionalProperties: true },
};

/**
 * Documents a field of a response. A presenter returns an instance type of the class, so the compiler compares responses
 * with the documentation; contract tests check the running service.
 */
function shown(options: ShownOptions): PropertyDecorator {
  return (prototype, property) => {
    // The compiler emits the type of declared fields alone; the OpenAPI document needs that of nested objects.
    if (typeof options.type === 'function') Reflect.defineMetadata('design:type', options.type(), prototype, property);
    for (const model of [options.type, options.mapOf])
      if (typeof model === 'function') ApiExtraModels(model())(prototype.constructor);
    const single = schemaOf(options);
    const schema = options.list ? { type: 'array', items: single } : single;
    ApiProperty({
      ...schema,
      description: options.description,
      required: !(options.optional ?? false),
      ...(options.nullable ? { nullable: true } : {}),
      ...(options.example === undefined ? {} : { example: options.example }),
    } as Parameters<typeof ApiProperty>[0])(prototype, property);
  };
}

function schemaOf(options: ShownOptions): Record<string, unknown> {
  if (typeof options.type === 'function') {
    const ref = { $ref: getSchemaPath(options.type()) };
    return options.list ? ref : { allOf: [ref], type: undefined };
  }
  const schema = { ...SCHEMAS[options.type] };
  if (options.values) schema['enum'] = [...options.values];
  if (options.mapOf)
    schema['additionalProperties'] =
      typeof options.mapOf === 'function' ? { $ref: getSchemaPath(options.mapOf()) } : SCHEMAS[options.mapOf];
  return schema;
}

interface ScalarTypes extends Record<ShownType, unknown> {
  integer: number;
  number: number;
  string: string;
  boolean: boolean;
  date: string;
  'date-time': string;
  'local-date-time': string;
  object: object;
}

type Typed<T> = T extends ShownType ? ScalarTypes[T] : T extends () => new () => infer Instance ? Instance : never;

type Single<Options extends ShownOptions> = Options extends { readonly mapOf: infer Entry }
  ? Readonly<Partial<Record<string, Typed<Entry>>>>
  : Options extends { readonly values: readonly (infer Value)[] }
    ? Value
    : Typed<Options['type']>;

type Listed<Options extends ShownOptions> = Options extends { readonly list: true }
  ? readonly Single<Options>[]
  : Single<Options>;

type FieldType<Options extends ShownOptions> = Options extends { readonly nullable: true }
  ? Listed<Options> | null
  : Listed<Options>;

type Fields = Readonly<Record<string, ShownOptions>>;

type OptionalNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly optional: true } ? Name : never;
}[keyof F];

type ShapeOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, OptionalNames<F>>]: FieldType<F[Name]>;
} & { readonly [Name in OptionalNames<F>]?: FieldType<F[Name]> };

/**
 * A class of responses with these fields, to extend: `class Thing extends Shape({ id: { type: 'integer', description: 'Id.' } }) {}`. Each
 * field is stated once: its type in TypeScript follows from the options that document it. With a base class, the fields follow those of
 * the base.
 */
export function Shape<const F extends Fields>(fields: F): new () => ShapeOf<F>;
export function Shape<const F extends Fields, Base extends object>(
  base: abstract new () => Base,
  fields: F,
): new () => Base & ShapeOf<F>;
export function Shape(...given: readonly [Fields] | readonly [abstract new () => object, Fields]): new () => object {
  const [base, fields] = given.length === 1 ? [Object, given[0]] : given;
  class Made extends (base as new () => object) {}
  for (const [name, options] of Object.entries(fields)) shown(options)(Made.prototype, name);
  return Made;
}

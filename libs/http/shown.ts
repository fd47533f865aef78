import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

/**
 * The type of a field of a response. `integer` is int64, `date-time` UTC without a zone, `local-date-time` the platform's local
 * time.
 */
export type ShownType =
  | 'integer'
  | 'number'
  | 'string'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'local-date-time'
  | 'object';

export interface ShownOptions {
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
export function Shown(options: ShownOptions): PropertyDecorator {
  return (prototype, property) => {
    for (const shown of [options.type, options.mapOf])
      if (typeof shown === 'function') ApiExtraModels(shown())(prototype.constructor);
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

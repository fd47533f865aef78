import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

/** A type of the wire. `integer` is int64; `date-time` is UTC without a zone; `local-date-time` the platform's clock. */
export type ShownType =
  'integer' | 'number' | 'string' | 'boolean' | 'date' | 'date-time' | 'local-date-time' | 'object';

export interface ShownOptions {
  readonly description: string;
  /** The wire type, or the class of a nested object (as a function, since classes may stand below). */
  readonly type: ShownType | (() => new () => object);
  /** The value is an array of `type`. */
  readonly list?: boolean;
  /** The value may be null. */
  readonly nullable?: boolean;
  /** The field may be absent. */
  readonly optional?: boolean;
  readonly values?: readonly (string | number)[];
  readonly example?: unknown;
  /** For `object`: the type of every value of a map; unset: anything. */
  readonly mapOf?: ShownType;
}

/** Not OpenAPI's `date-time`, which demands a zone that our times do not carry (contract §1). */
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
 * A field of an answer: documents it, nothing else. A presenter's return type is the class itself, so the compiler holds
 * the answer to the documentation, and the contract tests hold the running service to it.
 */
export function Shown(options: ShownOptions): PropertyDecorator {
  return (prototype, property) => {
    if (typeof options.type === 'function') ApiExtraModels(options.type())(prototype.constructor);
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
  if (options.mapOf) schema['additionalProperties'] = SCHEMAS[options.mapOf];
  return schema;
}

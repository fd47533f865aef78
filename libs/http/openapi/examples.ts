// cspell:ignore Ijox
/** The parts of a schema that determine an example. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** The field that this one replaces. */
  readonly 'x-instead-of'?: string;
}

export type Schemas = Readonly<Record<string, unknown>>;

/** Examples of fields by name. The example of the field itself takes precedence. */
const EXAMPLES_BY_NAME: Readonly<Record<string, unknown>> = {
  allowed_sources: 'trustpilot',
  author: 'Jonas K.',
  code: 'not_found',
  contact: 'owner@example.com',
  detail: 'Not found',
  email: 'owner@example.com',
  error: null,
  external_review_id: '64a1f0c2e5b7d90012ab34cd',
  full: 'hrev_full_0123456789abcdef',
  image: 'https://images.example.com/large/1.jpg',
  link_name: 'Harbour Hotel on Trustpilot',
  message: 'The latest reviews of each link are counted.',
  name: 'Harbour Hotel',
  negative: null,
  next_cursor: 'eyJhIjoxMjM0NX0',
  positive: null,
  preview: 'https://images.example.com/small/1.jpg',
  rating: 4,
  rating_original: '4',
  read_only: 'hrev_read_0123456789abcdef',
  reason: null,
  reply_text: 'Thank you for your stay.',
  review_url: 'https://www.trustpilot.com/reviews/64a1f0c2e5b7d90012ab34cd',
  scrape_error: null,
  subject: 'A platform is missing',
  suspended_reason: null,
  text: 'Quiet rooms and a good breakfast.',
  thumbnail: 'https://images.example.com/small/1.jpg',
  url: 'https://www.trustpilot.com/review/example.com',
  video_url: 'https://videos.example.com/1.mp4',
};

const MAX_DEPTH = 12;

/**
 * Returns a value that fits the schema, with the examples of its fields. A field without an example gets its default, an example by
 * name, its first enum value, or a simple value of its type.
 */
export function exampleOf(schema: unknown, schemas: Schemas, field = '', depth = 0): unknown {
  const shape = schema as Schema;
  if (hasExample(shape)) return ownExample(shape);
  if (depth > MAX_DEPTH) return typesOf(shape).includes('array') ? [] : null;
  const inner: Inner = (part, name = field) => exampleOf(part, schemas, name, depth + 1);
  if (shape.$ref) return inner(schemas[shape.$ref.split('/').at(-1) ?? '']);
  return isCombined(shape) ? combined(shape, inner) : valueOf(shape, field, inner);
}

/** Whether the schema has an example. The generator keeps the key of an example that is null, without its value. */
const hasExample = (shape: Schema): boolean => 'example' in shape || shape.examples?.[0] !== undefined;
const ownExample = ({ example, examples }: Schema): unknown => example ?? examples?.[0] ?? null;

type Inner = (part: unknown, name?: string) => unknown;

const isCombined = ({ allOf, anyOf, oneOf }: Schema): boolean =>
  [allOf, anyOf, oneOf].some((parts) => parts !== undefined);

function combined({ allOf, anyOf, oneOf }: Schema, inner: Inner): unknown {
  if (allOf) return merged(allOf.map((part) => inner(part)));
  return inner((anyOf ?? oneOf ?? [])[0] ?? {});
}

function valueOf(shape: Schema, field: string, inner: Inner): unknown {
  if (shape.default !== undefined) return shape.default;
  const known = EXAMPLES_BY_NAME[field];
  if (known !== undefined && fits(known, shape)) return known;
  return shape.enum ? shape.enum[0] : simpleValue(shape, inner);
}

const SIMPLE_VALUES: Readonly<Record<string, (shape: Schema, inner: Inner) => unknown>> = {
  object: ({ properties = {} }, inner) =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, part]) => ('x-instead-of' in part ? [] : [[name, inner(part, name)]])),
    ),
  array: ({ items }, inner) => (items ? [inner(items)] : []),
  integer: ({ minimum = 1 }) => Math.max(1, minimum),
  number: ({ minimum = 1 }) => Math.max(1, minimum),
  boolean: () => false,
  string: ({ format }) => (format === 'date' ? '2026-11-20' : 'text'),
};

function simpleValue(shape: Schema, inner: Inner): unknown {
  const [type = 'null'] = typesOf(shape);
  return SIMPLE_VALUES[type]?.(shape, inner) ?? null;
}

const typesOf = ({ type = [] }: Schema): readonly string[] => (typeof type === 'string' ? [type] : type);

function fits(value: unknown, shape: Schema): boolean {
  const types = typesOf(shape);
  if (shape.enum) return shape.enum.includes(value);
  if (value === null) return types.includes('null');
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
}

function merged(parts: readonly unknown[]): unknown {
  return Object.assign({}, ...parts.filter((part) => typeof part === 'object' && part !== null)) as unknown;
}

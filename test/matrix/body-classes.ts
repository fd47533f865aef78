// cspell:ignore nmae
/** Values for the fields of JSON bodies, derived from the documented schema of each field. */
import type { Schema } from './documented-inputs';

/** A body as JSON text with its expected result. `fits`: neither 422 nor `bad_request`. `any`: no internal error. */
export interface BodyCase {
  readonly text: string;
  readonly outcome: 'fits' | 'any' | 400 | 422;
  /** The field that a 422 must name, or an empty text if it may name any field. */
  readonly field: string;
}

type Json = Readonly<Record<string, unknown>>;
type Values = readonly (readonly [json: string, outcome: 'fits' | 'any' | 422])[];

const q = (value: unknown): string => JSON.stringify(value);
const validValues = (...values: readonly unknown[]): Values => values.map((value) => [q(value), 'fits'] as const);
const invalidValues = (...values: readonly unknown[]): Values => values.map((value) => [q(value), 422] as const);

/** Numbers in JSON that JSON.stringify does not write. */
const ODD_NUMBERS = ['1e999', '-1e999', '1e-400', '9007199254740993', '1.0000000000000001e16', '-0'];

/** Values for texts with a format: a text of valid length may be refused. */
function formattedTexts(schema: Schema): Values {
  return texts({ ...schema, format: '' }).map(([json, outcome]) => [json, outcome === 'fits' ? 'any' : outcome]);
}

function enumValues(values: readonly string[]): Values {
  const [first = ''] = values;
  return [
    ...validValues(...values),
    ...invalidValues(first.toUpperCase(), ` ${first}`, `${first} `, '', 'x', 0, 1, true, [], [first], {}),
  ];
}

function texts({ minLength = 0, maxLength = 100 }: Schema): Values {
  const unusual = [
    '😀'.repeat(maxLength),
    '\u202eevil',
    'e\u0301',
    'é',
    '👨‍👩‍👧',
    '%',
    '_',
    'a\\',
    "' or 1=1--",
    '<script>alert(1)</script>',
  ];
  const open = ['\u0001', 'a\r\nb', '\ufeffa', '\uffff', '\u2028'];
  return [
    ...validValues('x'.repeat(Math.max(1, minLength)), 'x'.repeat(maxLength), ` ${'x'.repeat(maxLength)} `, ...unusual),
    ...validValues('${7*7}', '{{7*7}}', '../../etc/passwd', 'null', '1', '\ud83d\ude00'),
    ...invalidValues(
      'x'.repeat(maxLength + 1),
      '😀'.repeat(maxLength + 1),
      'x'.repeat(Math.max(100_000, maxLength + 1)),
    ),
    ...invalidValues(1, 0, true, false, [], {}, ['a'], { length: 5 }),
    ...(minLength > 0 ? invalidValues('', '   ', '\t\n', '\u00a0') : validValues('', '   ')),
    ...['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"a\\udc00"', '"\\udc00\\ud800"'].map((json) => [json, 422] as const),
    ...open.map((text) => [q(text), 'any'] as const),
  ];
}

function integers({ minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: Schema): Values {
  return [
    ...validValues(minimum, maximum),
    ...invalidValues(minimum - 1, -1, 1.5, '1', '', true, [], [1], {}, 'x'),
    ...['1e999', '-1e999', '9007199254740993'].map((json) => [json, 422] as const),
  ];
}

const BOOLEANS: Values = [
  ...validValues(true, false),
  ...invalidValues('true', 'false', '', 0, 1, 'yes', [], [true], {}, '1', 'null'),
  ...ODD_NUMBERS.map((json) => [json, 422] as const),
];

/** Values for lists. A list without `maxItems` is refused for its length by its own error code, if at all. */
function lists({ minItems = 0, maxItems, items = {}, uniqueItems = false }: Schema): Values {
  const filled = (count: number): readonly unknown[] =>
    Array.from({ length: count }, (_, index) => sampleOf(items, index));
  return [
    ...validValues(filled(Math.max(1, minItems)), filled(maxItems ?? 5_000)),
    ...(minItems > 0 ? invalidValues([]) : validValues([])),
    ...(maxItems === undefined ? [] : invalidValues(filled(maxItems + 1))),
    ...invalidValues(1, 'x', '', true, {}, { length: 1e9 }, { 0: 1, length: 1 }),
    ...invalidValues(...wrongItems(items).map((item) => [item]), [null], [sampleOf(items, 1), null]),
    ...(uniqueItems ? invalidValues([sampleOf(items, 1), sampleOf(items, 1)]) : []),
    ...(items.type === 'integer'
      ? ['[1e999]', '[9007199254740993]', '[1,[2,[3]]]'].map((json) => [json, 422] as const)
      : []),
  ];
}

function wrongItems({
  type,
  minimum = 1,
  maximum = Number.MAX_SAFE_INTEGER,
  enum: values,
}: Schema): readonly unknown[] {
  if (type === 'object') return ['x', 1, [], [[]], {}, { length: 1 }];
  const shapes = [minimum - 1, -1, 1.5, [1], {}, true, ...(maximum < Number.MAX_SAFE_INTEGER ? [maximum + 1] : [])];
  return type === 'integer' || values ? ['x', '1', ...shapes] : shapes;
}

function sampleOf(schema: Schema, index: number): unknown {
  if (schema.enum) return schema.enum[index];
  if (schema.type === 'integer')
    return schema.maximum === Number.MAX_SAFE_INTEGER ? schema.maximum - index : (schema.minimum ?? 0) + index;
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner, index)]),
    );
  return `https://nowhere.example/${index}`;
}

const typesOf = (schema: Schema): readonly string[] =>
  typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);

function valuesOf(schema: Schema): Values {
  const types = typesOf(schema);
  const nullValues = types.includes('null') ? validValues(null) : invalidValues(null);
  if (schema.enum) return [...enumValues(schema.enum), ...nullValues];
  if (types.includes('string')) return [...(schema.format ? formattedTexts(schema) : texts(schema)), ...nullValues];
  if (types.includes('integer')) return [...integers(schema), ...nullValues];
  if (types.includes('boolean')) return [...BOOLEANS, ...nullValues];
  if (types.includes('array')) return [...lists(schema), ...nullValues];
  if (types.includes('object'))
    return [...validValues({}), ...invalidValues('', 'x', 0, 1, true, [], [{}]), ...nullValues];
  throw new Error(`no classes for the type ${types.join(' or ')}`);
}

/** Returns `valid` as JSON with one field as raw JSON text, which JSON.stringify cannot write. */
function withField(valid: Json, field: string, json: string): string {
  const others = Object.entries(valid).filter(([name]) => name !== field);
  return `{${[...others.map(([name, value]) => `${q(name)}:${q(value)}`), `${q(field)}:${json}`].join(',')}}`;
}

/** Returns a body for each value of each field, including nested fields; the other fields are valid. */
export function fieldCases(schema: Schema, valid: Json): readonly BodyCase[] {
  const fields = Object.entries(schema.properties ?? {});
  const directCases = fields.flatMap(([field, inner]) =>
    valuesOf(inner).map(([json, outcome]): BodyCase => ({ text: withField(valid, field, json), outcome, field })),
  );
  const missing = (schema.required ?? []).map((field): BodyCase => ({
    text: q(Object.fromEntries(Object.entries(valid).filter(([name]) => name !== field))),
    outcome: 422,
    field,
  }));
  const nested = fields.flatMap(([field, { items }]) =>
    items?.type === 'object'
      ? fieldCases(items, sampleOf(items, 0) as Json).map((inner) => ({
          ...inner,
          text: withField(valid, field, `[${inner.text}]`),
        }))
      : [],
  );
  const inner = fields.flatMap(([field, object]) =>
    typesOf(object).includes('object')
      ? fieldCases(object, {}).map((one) => ({ ...one, text: withField(valid, field, one.text) }))
      : [],
  );
  return [...directCases, ...missing, ...nested, ...inner, ...unknownFields(valid)];
}

function unknownFields(valid: Json): readonly BodyCase[] {
  const names = [
    'nmae',
    'user_id',
    'account_id',
    'id',
    'deleted_at',
    'failure_count',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    ' ',
    'NAME',
    'x'.repeat(10_000),
    '\u0000',
    '\ud800',
  ];
  return names.map((name) => ({ text: withField(valid, name, '{"x":1}'), outcome: 422, field: '' }));
}

/** Returns bodies that are unreadable or no JSON object: all give 400 (contract §1.3). */
export function unreadableBodies(valid: Json): readonly (readonly [name: string, body: Buffer])[] {
  const text = q(valid);
  const deep = (open: string, close: string, levels: number): string =>
    `${open.repeat(levels)}1${close.repeat(levels)}`;
  const bodies: readonly (readonly [string, string | Buffer])[] = [
    ['whitespace', '   '],
    ['null', 'null'],
    ['an array', '[]'],
    ['an array with the object', `[${text}]`],
    ['a string', '"x"'],
    ['a number', '1'],
    ['a boolean', 'true'],
    ['a truncated document', text.slice(0, -1)],
    ['a trailing comma', `${text.slice(0, -1)},}`],
    ['two documents', `${text}${text}`],
    ['a character after the document', `${text}x`],
    ['single quotes', text.replaceAll('"', "'")],
    ['names without quotes', '{name:"x"}'],
    ['a comment', `/* */${text}`],
    ['NaN', '{"name":NaN}'],
    ['undefined', '{"name":undefined}'],
    ['Infinity', '{"name":Infinity}'],
    ['a raw control character in a string', '{"name":"a\u0001"}'],
    ['a raw NUL', '{"name":"a\u0000"}'],
    ['a form', 'name=x'],
    ['XML', '<name>x</name>'],
    ['10,000 arrays', `{"name":${deep('[', ']', 10_000)}}`],
    ['10,000 objects', deep('{"name":', '}', 10_000)],
    ['10,000 open brackets', '['.repeat(10_000)],
    ['33 levels', deep('{"name":', '}', 33)],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['invalid UTF-8', Buffer.from('{"name":"\xff\xfe"}', 'latin1')],
    ['an overlong sequence', Buffer.from('{"name":"\xc0\xaf"}', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from('{"name":"\xed\xa0\x80"}', 'latin1')],
    ['one byte more than 1 MiB', `${text}${' '.repeat(1024 * 1024 + 1 - Buffer.byteLength(text))}`],
    ['10 MB', q({ name: 'x'.repeat(10_000_000) })],
  ];
  return bodies.map(([name, body]) => [name, Buffer.from(body)] as const);
}

/** Writes the schemas of an OpenAPI document as typed dictionaries of Python. */
import { nameOf, type JsonSchema } from './operations';

export type Schemas = Readonly<Record<string, JsonSchema>>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** A module with the types of the schemas, and of the pages and lists whose items `pages` and `lists` name. */
export function typesText(schemas: Schemas, pages: readonly string[] = [], lists: readonly string[] = []): string {
  const pageTypes = pages.map((item) => [`${item}Page`, pageText(item)] as const);
  const listTypes = lists.map((item) => [`${item}List`, listText(item)] as const);
  for (const [name] of [...pageTypes, ...listTypes])
    if (name in schemas) throw new Error(`two types with the name ${name}`);
  const types = Object.entries(schemas).map(([name, schema]) => [name, dictText(name, schema)] as const);
  const all = [...types, ...pageTypes, ...listTypes].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = all.map(([, type]) => type).join('\n\n');
  return [
    '# Written by `npm run sdk` from the OpenAPI documents.',
    '"""Bodies of requests, responses and webhooks."""\n',
    'from __future__ import annotations\n',
    typingImport(text),
    ...[`__all__ = [`, ...all.map(([name]) => `    "${name}",`), `]\n\n`],
    text,
  ].join('\n');
}

/** Imports what a text uses of `typing`. */
export function typingImport(text: string): string {
  const code = text.replaceAll(/"""[^]*?"""/g, '');
  const names = ['Any', 'Dict', 'Iterator', 'List', 'Literal', 'Optional', 'Sequence', 'TypedDict', 'Union'];
  return `from typing import ${names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).join(', ')}\n`;
}

/** The type of a value. `list` is the name of a list: `List` in what is received, `Sequence` in what is sent. */
export function typeOf(schema: JsonSchema, list = 'List', prefix = ''): string {
  const types = [...new Set(alternatives(schema, list, prefix))];
  const present = types.filter((type) => type !== 'None');
  const joined = present.length === 1 ? (present[0] ?? '') : `Union[${present.join(', ')}]`;
  if (present.length === 0) return 'None';
  return present.length < types.length ? `Optional[${joined}]` : joined;
}

function alternatives(schema: JsonSchema, list: string, prefix: string): readonly string[] {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts !== undefined) {
    if (schema.allOf !== undefined && parts.length > 1) throw new Error(`allOf of several: ${JSON.stringify(schema)}`);
    return parts.flatMap((part) => alternatives(part, list, prefix));
  }
  if (schema.$ref !== undefined) return [`${prefix}${nameOf(schema)}`];
  if (schema.enum !== undefined) return literals(schema.enum);
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return ['Any'];
  return types.map((type) => singleType(type, schema, list, prefix));
}

function singleType(type: string, schema: JsonSchema, list: string, prefix: string): string {
  if (type === 'array') return `${list}[${typeOf(schema.items ?? {}, list, prefix)}]`;
  if (type !== 'object') return TYPES[type] ?? fail(schema);
  if (schema.properties !== undefined) return fail(schema);
  const values = schema.additionalProperties;
  return `Dict[str, ${typeof values === 'object' ? typeOf(values, list, prefix) : 'Any'}]`;
}

function literals(values: NonNullable<JsonSchema['enum']>): readonly string[] {
  const present = values.filter((value) => value !== null);
  const texts = present.map((value) => (typeof value === 'boolean' ? capitalTrue(value) : JSON.stringify(value)));
  return [`Literal[${texts.join(', ')}]`, ...(present.length < values.length ? ['None'] : [])];
}

const capitalTrue = (value: boolean): string => (value ? 'True' : 'False');

function fail(schema: JsonSchema): never {
  throw new Error(`a schema without a type of Python: ${JSON.stringify(schema)}`);
}

/** A dictionary with known keys. Those that may be absent are in a class of their own: Python has `NotRequired` since 3.11. */
function dictText(name: string, { properties = {}, required = [], description = '' }: JsonSchema): string {
  const fields = Object.entries(properties);
  const isPlain = fields.every(([key]) => /^[a-z_]\w*$/i.test(key) && !KEYWORDS.has(key));
  if (!isPlain) {
    if (fields.some(([key]) => !required.includes(key))) throw new Error(`${name}: keys that may be absent`);
    const items = fields.map(([key, schema]) => `${JSON.stringify(key)}: ${JSON.stringify(typeOf(schema))}`);
    return `${name} = TypedDict("${name}", {${items.join(', ')}})\n${docString(description, '')}\n`;
  }
  const always = fields.filter(([key]) => required.includes(key));
  const sometimes = fields.filter(([key]) => !required.includes(key));
  const doc = docString(description, '    ');
  if (sometimes.length === 0) return classText(name, 'TypedDict', doc, always);
  if (always.length === 0) return classText(name, 'TypedDict, total=False', doc, sometimes);
  const base = classText(`_${name}`, 'TypedDict', docString(`What every \`${name}\` has.`, '    '), always);
  return `${base}\n\n${classText(name, `_${name}, total=False`, doc, sometimes)}`;
}

function classText(
  name: string,
  bases: string,
  doc: string,
  fields: readonly (readonly [string, JsonSchema])[],
): string {
  const lines = fields.flatMap(([key, schema]) => [
    `    ${key}: ${typeOf(schema)}`,
    ...(schema.description === undefined ? [] : [docString(schema.description, '    ')]),
  ]);
  return [`class ${name}(${bases}):`, doc, '', ...lines, ''].join('\n');
}

function pageText(item: string): string {
  return [
    `class ${item}Page(TypedDict):`,
    `    """One page of a list. \`total\` is the number of all items; \`limit\` and \`offset\` are as applied."""\n`,
    `    data: List[${item}]`,
    ...['total', 'limit', 'offset'].map((name) => `    ${name}: int`),
    `    has_next: bool\n`,
  ].join('\n');
}

const listText = (item: string): string =>
  `class ${item}List(TypedDict):\n    """A list without pages."""\n\n    data: List[${item}]\n`;

/** A text of documentation, indented. */
export function docString(text: string, indent: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"').split('\n');
  const [first = '', ...others] = escaped;
  if (others.length === 0) return `${indent}"""${first}"""`;
  const lines = others.map((line) => `${indent}${line}`.trimEnd());
  return [`${indent}"""${first}`, ...lines, `${indent}"""`].join('\n');
}

/** The words of Python that cannot be names. */
export const KEYWORDS = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or
  pass raise return try while with yield None True False`.split(/\s+/),
);

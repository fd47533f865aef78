/** Writes the classes of the SDK's resources: one method for each operation of v3 that a key may use. */
import { nameOf, queryNameOf, type JsonSchema, type Operation } from './operations';

/** The resource of each tag, in their order. Operations of other tags are not part of the SDK. */
const RESOURCES: Readonly<Record<string, string>> = {
  Objects: 'objects',
  Links: 'links',
  Imports: 'imports',
  Runs: 'runs',
  Reviews: 'reviews',
  Exports: 'exports',
  Replies: 'replies',
  'Reply proposals': 'replyProposals',
  'Hidden and pinned reviews': 'curation',
  Embeds: 'embeds',
  Folders: 'folders',
  Analytics: 'analytics',
  Webhooks: 'webhooks',
  Sources: 'sources',
  Account: 'account',
  Support: 'support',
  Administration: 'admin',
  Health: 'health',
};

/** A key gets 403 `session_required` from the first; web pages call the second, without a key. */
export const LEFT_OUT: readonly string[] = ['Console only', 'Web pages'];

/** Names of methods that do not follow from the id of the operation. */
const NAMES: Readonly<Record<string, string>> = {
  listObjectRuns: 'listOfObject',
  syncReviews: 'syncPage',
  deleteReply: 'delete',
  getReadHealth: 'getRead',
  importObjects: 'create',
};

/** Codes that every operation may have; the README lists them. */
const COMMON = new Set([
  'bad_request',
  'unauthorized',
  'payment_required',
  'forbidden',
  'not_found',
  'validation_error',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]);

export const isPartOfSdk = ({ tag }: Operation): boolean => !LEFT_OUT.includes(tag);

/** The operations of each resource. Throws for an operation whose tag has no resource, and for two methods with one name. */
export function byResourceOf(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const byResource = new Map(Object.values(RESOURCES).map((name) => [name, [] as Operation[]]));
  for (const operation of operations.filter(isPartOfSdk)) {
    const list = byResource.get(RESOURCES[operation.tag] ?? '');
    if (list === undefined) throw new Error(`no resource for the tag ${operation.tag} of ${operation.id}`);
    list.push(operation);
  }
  for (const [resource, list] of byResource) {
    const methods = list.map((operation) => methodName(resource, operation));
    const repeated = methods.find((name, index) => methods.indexOf(name) !== index);
    if (repeated !== undefined) throw new Error(`two methods ${resource}.${repeated}: add a name to NAMES`);
  }
  return byResource;
}

/** `resources.gen.ts`. Throws as `byResourceOf`. */
export function resourcesText(operations: readonly Operation[]): string {
  const byResource = byResourceOf(operations);
  const names = [...byResource.keys()];
  return [
    `// Written by \`npm run sdk\` from the OpenAPI document of v3.`,
    `import { itemsOf, type List, type Page } from '../paging';`,
    `import { at, type IdempotentOptions, type RequestOptions, type Send } from '../request';`,
    `import type * as Api from './v3.gen';\n`,
    ...[...byResource].map(([name, list]) => classText(name, list)),
    `/** The resources of the API. */\nexport class Resources {`,
    ...names.map((name) => `  readonly ${name}: ${capital(name)};`),
    `\n  constructor(send: Send) {`,
    ...names.map((name) => `    this.${name} = new ${capital(name)}(send);`),
    `  }\n}\n`,
  ].join('\n');
}

function classText(resource: string, operations: readonly Operation[]): string {
  return [
    `export class ${capital(resource)} {`,
    `  constructor(private readonly send: Send) {}`,
    ...operations.map((operation) => `\n${methodsText(methodName(resource, operation), operation)}`),
    `}\n`,
  ].join('\n');
}

/** `list` for `listObjects` of `objects`, `listDeliveries` for `listDeliveries` of `webhooks`. */
export function methodName(resource: string, { id }: Operation): string {
  const one = capital(resource.replace(/ies$/, 'y').replace(/s$/, ''));
  return NAMES[id] ?? id.replace(new RegExp(`(?<=[a-z])(${capital(resource)}|${one})(?=[A-Z]|$)`), '');
}

function methodsText(name: string, operation: Operation): string {
  const { method, path, query, file } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  const hasKey = operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key');
  const isQueryNeeded = query.some((parameter) => parameter.required);
  const result = file.length > 0 ? 'ReadableStream<Uint8Array>' : resultText(operation.success);
  const input = [
    ...ids.map((id) => `${camel(id)}: ${typeOfId(operation, id)}`),
    ...(operation.body === null ? [] : [`body: Api.${nameOf(operation.body)}`]),
    ...(query.length === 0 ? [] : [`query${isQueryNeeded ? '' : '?'}: Api.${queryNameOf(operation)}`]),
  ];
  const call = [
    `method: '${method}'`,
    `path: ${ids.length === 0 ? `'${path}'` : `at\`${path.replaceAll(/\{(\w+)\}/g, (_, id: string) => `\${${camel(id)}}`)}\``}`,
    ...(query.length === 0 ? [] : ['query']),
    ...(operation.body === null ? [] : ['body']),
    ...(hasKey ? ['takesKey: true'] : []),
    ...(file.length > 0 ? [`file: [${file.map((type) => `'${type}'`).join(', ')}]`] : []),
  ];
  const options = hasKey ? 'IdempotentOptions' : 'RequestOptions';
  const text = [
    docText(operation),
    `  ${name}(${[...input, `options?: ${options}`].join(', ')}): Promise<${result}> {`,
    `    return this.send({ ${call.join(', ')} }, options);`,
    `  }`,
  ].join('\n');
  const isPaged = result.startsWith('Page<') && query.some((parameter) => parameter.name === 'offset');
  return isPaged ? `${text}\n\n${iteratorText(name, input, result)}` : text;
}

/** The method that iterates over the items of all pages: `listAll` of `list`. */
function iteratorText(name: string, input: readonly string[], result: string): string {
  const ids = input.map((part) => part.replace(/\??:.*/, '')).filter((part) => part !== 'query');
  const call = [...ids, '{ ...query, offset }', 'options'].join(', ');
  return [
    `  /** The items of all pages of \`${name}\`, from \`query.offset\` on; \`query.limit\` is the size of a page. */`,
    `  ${name.replace('list', 'listAll')}(${[...input, 'options?: RequestOptions'].join(', ')}): AsyncGenerator<${result.slice(5, -1)}, void, undefined> {`,
    `    return itemsOf((offset) => this.${name}(${call}), query?.offset);`,
    `  }`,
  ].join('\n');
}

function resultText(schema: JsonSchema | null): string {
  if (schema === null) return 'void';
  const { data, total } = schema.properties ?? {};
  if (data === undefined) return `Api.${nameOf(schema)}`;
  return `${total === undefined ? 'List' : 'Page'}<Api.${nameOf(data.items)}>`;
}

const typeOfId = ({ parameters }: Operation, id: string): string =>
  parameters.find(({ name }) => name === id)?.schema.type === 'integer' ? 'number' : 'string';

/** The documentation of a method. Names the codes of errors that not every operation may have. */
export function docLines({ summary, description, method, path, errors }: Operation): readonly string[] {
  const codes = errors.map(({ code }) => code).filter((code) => !COMMON.has(code));
  const refusals = codes.length === 0 ? '' : ` Errors: ${codes.map((code) => `\`${code}\``).join(', ')}.`;
  const lines = [
    `${summary}.`,
    ...(description === '' ? [] : ['', description]),
    '',
    `\`${method} ${path}\`.${refusals}`,
  ];
  return lines.join('\n').split('\n');
}

function docText(operation: Operation): string {
  const text = docLines(operation).join('\n').replaceAll('*/', '*\\/').split('\n');
  return ['  /**', ...text.map((line) => `   * ${line}`.trimEnd()), '   */'].join('\n');
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** `objectId` of `object_id`. A word of the language gets an ending. */
const camel = (word: string): string =>
  word.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^switch$/, 'switchName');

/** The codes of the operations, with status and meaning, in alphabetical order. */
export function errorsOf(operations: readonly Operation[]): Operation['errors'] {
  const errors = new Map(operations.flatMap((operation) => operation.errors).map((error) => [error.code, error]));
  return [...errors.values()].sort((a, b) => a.code.localeCompare(b.code));
}

/** `events.gen.ts`: what a webhook can subscribe to, as the schema of a webhook lists it. */
export function eventsText(types: readonly string[]): string {
  return [
    `// Written by \`npm run sdk\` from the OpenAPI document of v3.`,
    `/** The types of events that a webhook can subscribe to. */`,
    `export const EVENT_TYPES = [`,
    ...types.map((type) => `  '${type}',`),
    `] as const;\n`,
    `/** The type of an event. */`,
    `export type EventType = (typeof EVENT_TYPES)[number];\n`,
  ].join('\n');
}

/** `errors.gen.ts`: the codes of the operations, with status and meaning, in alphabetical order. */
export function errorsText(operations: readonly Operation[]): string {
  return [
    `// Written by \`npm run sdk\` from the OpenAPI document of v3.`,
    `/** The codes of error responses, and their statuses. */`,
    `export const ERROR_STATUS = {`,
    ...errorsOf(operations).flatMap(({ code, status, meaning }) => [`  /** ${meaning}. */`, `  ${code}: ${status},`]),
    `} as const;\n`,
    `/** A code of an error response. */`,
    `export type ErrorCode = keyof typeof ERROR_STATUS;\n`,
  ].join('\n');
}

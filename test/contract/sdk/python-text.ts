/** Writes the resources and errors of the Python SDK: the same methods as those of the TypeScript SDK, with names of Python. */
import { nameOf, type JsonSchema, type Operation, type Parameter } from './operations';
import { docString, KEYWORDS, typeOf, typingImport } from './python-types';
import { byResourceOf, capital, docLines, errorsOf, methodName } from './resources-text';

/** `resources.py`. Throws as `byResourceOf`, and for parameters with one name. */
export function pythonResourcesText(operations: readonly Operation[]): string {
  const byResource = [...byResourceOf(operations)];
  const classes = byResource.map(([resource, list]) => classText(resource, list));
  return [
    '# Written by `npm run sdk` from the OpenAPI document of v3.',
    '"""The resources of the API: one method for each operation."""\n',
    'from __future__ import annotations\n',
    'import io',
    typingImport(classes.join('\n')),
    'from .._paging import items_of',
    'from .._request import Call, RequestOptions, Send, at',
    'from . import v3 as api\n\n',
    ...classes,
    'class Resources:\n    """The resources of the API."""\n\n    def __init__(self, send: Send) -> None:',
    ...byResource.map(([resource]) => `        self.${snake(resource)} = ${capital(resource)}(send)`),
    '',
  ].join('\n');
}

/** The names of the items of pages and lists, which have types of their own. */
export function itemsOfLists(operations: readonly Operation[]): { readonly pages: string[]; readonly lists: string[] } {
  const items = operations.flatMap(({ success }) => {
    const { data, total } = success?.properties ?? {};
    return data === undefined ? [] : [{ item: nameOf(data.items), isPage: total !== undefined }];
  });
  const named = (isPage: boolean): string[] => [
    ...new Set(items.filter((one) => one.isPage === isPage).map(({ item }) => item)),
  ];
  return { pages: named(true), lists: named(false) };
}

function classText(resource: string, operations: readonly Operation[]): string {
  const methods = operations.map((operation) => methodText(snake(methodName(resource, operation)), operation));
  return [
    `class ${capital(resource)}:`,
    `    def __init__(self, send: Send) -> None:\n        self._send = send\n`,
    methods.join('\n'),
    '',
  ].join('\n');
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
}

function methodText(name: string, operation: Operation): string {
  const { method, path, query, body, file } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
  const takesKey = operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key');
  const positional: readonly Argument[] = [
    ...ids.map((id) => ({ name: id, type: typeOfId(operation, id), isNeeded: true })),
    ...(body === null ? [] : [{ name: 'body', type: `api.${nameOf(body)}`, isNeeded: true }]),
  ];
  const filters = query.map((parameter) => ({
    name: parameter.name,
    type: typeOf(parameter.schema, 'Sequence', 'api.'),
    isNeeded: parameter.required === true,
  }));
  const keyword: readonly Argument[] = [
    ...filters,
    ...(takesKey ? [{ name: 'idempotency_key', type: 'str', isNeeded: false }] : []),
    { name: 'options', type: 'RequestOptions', isNeeded: false },
  ];
  checkNames(operation.id, [...positional, ...keyword]);
  const call = [
    `"${method}"`,
    ids.length === 0 ? `"${path}"` : `at("${path.replaceAll(/\{\w+\}/g, '{}')}", ${ids.join(', ')})`,
    ...(query.length === 0 ? [] : [`query={${query.map((one) => `"${one.name}": ${one.name}`).join(', ')}}`]),
    ...(body === null ? [] : ['body=body']),
    ...(takesKey ? ['takes_key=True', 'key=idempotency_key'] : []),
    ...(file.length > 0 ? [`file=(${file.map((type) => `"${type}"`).join(', ')},)`] : []),
  ];
  const result = file.length > 0 ? 'io.BufferedReader' : resultType(operation.success);
  const text = [
    signature(name, positional, keyword, result),
    docString([...docLines(operation), ...parametersDoc(query)].join('\n'), '        '),
    `        ${result === 'None' ? '' : 'return '}self._send(Call(${call.join(', ')}), options)\n`,
  ].join('\n');
  const isPaged = result.endsWith('Page') && query.some((parameter) => parameter.name === 'offset');
  return isPaged ? `${text}\n${iteratorText(name, positional, keyword, result)}` : text;
}

/** The method that iterates over the items of all pages: `list_all` of `list`. */
function iteratorText(
  name: string,
  positional: readonly Argument[],
  keyword: readonly Argument[],
  result: string,
): string {
  const others = keyword.filter((argument) => argument.name !== 'offset').map((argument) => argument.name);
  const call = [...positional.map((argument) => argument.name), ...others.map((other) => `${other}=${other}`)];
  return [
    signature(name.replace('list', 'list_all'), positional, keyword, `Iterator[${result.replace(/Page$/, '')}]`),
    `        """The items of all pages of \`${name}\`, from \`offset\` on; \`limit\` is the size of a page."""`,
    `        return items_of(lambda start: self.${name}(${[...call, 'offset=start'].join(', ')}), offset or 0)\n`,
  ].join('\n');
}

function signature(
  name: string,
  positional: readonly Argument[],
  keyword: readonly Argument[],
  result: string,
): string {
  const argument = ({ name: own, type, isNeeded }: Argument): string =>
    isNeeded
      ? `        ${own}: ${type},`
      : `        ${own}: Optional[${type.replace(/^Optional\[(.*)\]$/, '$1')}] = None,`;
  return [
    `    def ${name}(`,
    '        self,',
    ...positional.map(argument),
    '        *,',
    ...keyword.map(argument),
    `    ) -> ${result}:`,
  ].join('\n');
}

function resultType(schema: JsonSchema | null): string {
  if (schema === null) return 'None';
  const { data, total } = schema.properties ?? {};
  if (data === undefined) return `api.${nameOf(schema)}`;
  return `api.${nameOf(data.items)}${total === undefined ? 'List' : 'Page'}`;
}

const parametersDoc = (query: readonly Parameter[]): readonly string[] =>
  query.length === 0 ? [] : ['', ...query.map(({ name, description = '' }) => `${name}: ${description}`)];

const typeOfId = ({ parameters }: Operation, id: string): string =>
  parameters.find(({ name }) => name === id)?.schema.type === 'integer' ? 'int' : 'str';

function checkNames(id: string, all: readonly Argument[]): void {
  const names = all.map(({ name }) => name);
  const wrong = names.filter(
    (name, index) => names.indexOf(name) !== index || KEYWORDS.has(name) || !/^[a-z]\w*$/.test(name),
  );
  if (wrong.length > 0) throw new Error(`${id}: ${wrong.join(', ')} cannot be parameters`);
}

/** `list_of_object` of `listOfObject`. */
const snake = (name: string): string =>
  name.replace('OAuth', 'Oauth').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `errors.py`: a class for each code, in alphabetical order. */
export function pythonErrorsText(operations: readonly Operation[]): string {
  const errors = errorsOf(operations).map((error) => ({ ...error, name: errorName(error.code) }));
  return [
    '# Written by `npm run sdk` from the OpenAPI document of v3.',
    '"""The errors of the API: one class for each code."""\n',
    'from __future__ import annotations\n',
    'from typing import Dict, Type\n',
    'from .._errors import HrevError\n',
    ...['__all__ = [', '    "ERROR_CLASSES",', ...errors.map(({ name }) => `    "${name}",`), ']\n\n'],
    ...errors.map(
      ({ name, code, status, meaning }) =>
        `class ${name}(HrevError):\n${docString(`${status} \`${code}\`: ${meaning}.`, '    ')}\n\n`,
    ),
    '#: The classes by code.',
    'ERROR_CLASSES: Dict[str, Type[HrevError]] = {',
    ...errors.map(({ code, name }) => `    "${code}": ${name},`),
    '}\n',
  ].join('\n');
}

/** `FolderNotEmptyError` of `folder_not_empty`. */
const errorName = (code: string): string =>
  `${code
    .split('_')
    .map(capital)
    .join('')
    .replace(/Error$/, '')}Error`;

/**
 * The id of an operation, as a client library names its method: `POST /v3/objects` is `createObject`. Derived from the last
 * words of the path. An endpoint sets `name` if that does not fit.
 */
export function operationName(method: string, path: string): string {
  const segments = path.replace(/^\/(console\/api|v\d+)\//, '').split('/');
  const [last = '', owner = ''] = segments.filter((segment) => !segment.startsWith('{')).reverse();
  const isItem = segments.at(-1)?.startsWith('{') === true;
  const isCollection = !isItem && last.endsWith('s');
  if (method === 'POST' && !isCollection) return `${camel(last)}${capitals(singular(owner))}`;
  const isOne = isItem || method === 'POST';
  const admin = segments[0] === 'admin' ? 'Admin' : '';
  return `${verbOf(method, isItem, isCollection)}${admin}${capitals(isOne ? singular(last) : last)}`;
}

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'update', DELETE: 'delete' };

function verbOf(method: string, isItem: boolean, isCollection: boolean): string {
  if (method === 'GET') return isCollection ? 'list' : 'get';
  if (method === 'PUT') return isItem ? 'update' : 'replace';
  return VERBS[method] ?? method.toLowerCase();
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '');
const capitals = (word: string): string => word.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const camel = (word: string): string => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

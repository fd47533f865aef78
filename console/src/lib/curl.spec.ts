import { curlOf, queryOf } from './curl';

const ORIGIN = 'https://hrev.example';

test.each([
  [{ path: '/v3/sources' }, `curl -H "X-API-Key: $HREV_KEY" 'https://hrev.example/v3/sources'`],
  [
    {
      path: '/v3/reviews',
      query: { has_reply: false, search: "l'eau & co", object_id: undefined, source_ids: [1, 2] },
    },
    `curl -H "X-API-Key: $HREV_KEY" 'https://hrev.example/v3/reviews?has_reply=false&search=l%27eau+%26+co&source_ids=1&source_ids=2'`,
  ],
  [
    { method: 'PUT', path: '/v3/reviews/7/reply', body: { text: "it's $HOME" } },
    `curl -X PUT -H "X-API-Key: $HREV_KEY" -H 'Content-Type: application/json' -d '{"text":"it'\\''s $HOME"}' 'https://hrev.example/v3/reviews/7/reply'`,
  ],
] as const)('%j as a command', (call, command) => expect(curlOf(call, ORIGIN)).toBe(command));

test('a query without values is empty', () => expect(queryOf({ search: undefined, list: [] })).toBe(''));

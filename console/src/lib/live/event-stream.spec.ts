import { changesOf } from './event-stream';
import { LIVE_KINDS } from './kinds';

test.each([
  ['reviews.changed', '{"ids":[1,2]}', [{ kind: 'reviews.changed', ids: [1, 2] }]],
  [
    'reply.writing',
    '{"ids":[7],"by":{"id":3,"name":"Rui"}}',
    [{ kind: 'reply.writing', ids: [7], by: { id: 3, name: 'Rui' } }],
  ],
  ['resync', '{"kinds":["link.changed"]}', [{ kind: 'link.changed', ids: null }]],
  ['ping', '{}', []],
] as const)('%s with %s reports %j', (name, data, expected) => expect(changesOf(name, data)).toEqual(expected));

test('a resync without kinds concerns every kind', () =>
  expect(changesOf('resync', '{}').map(({ kind }) => kind)).toEqual(LIVE_KINDS));

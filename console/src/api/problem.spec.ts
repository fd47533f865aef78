import { ApiProblem, refusalOf } from './problem';

const invalid = (detail: string): ApiProblem => new ApiProblem(422, 'validation_error', detail, null, null);

test.each([
  ['name: must be a text', { name: 'must be a text' }],
  ['name: must be a text; plan: must be one of a, b', { name: 'must be a text', plan: 'must be one of a, b' }],
  ['filters.allowed_ratings: must not be empty', { 'filters.allowed_ratings': 'must not be empty' }],
  ['object_ids[3]: must be positive', { object_ids: 'must be positive' }],
  ['pairs[3].card: must be a text', { pairs: 'must be a text' }],
  ['text: must not be: empty; or too long', { text: 'must not be: empty; or too long' }],
  ['fields.api_key: is required', { 'fields.api_key': 'is required' }],
  ['The body must be an object', {}],
  ['The platform refused the connection: x', {}],
])('"%s" is read by field', (detail, byField) => expect(refusalOf(invalid(detail))).toEqual({ byField, text: detail }));

test('only a 422 of the fields is read by field', () =>
  expect(refusalOf(new ApiProblem(409, 'conflict', 'name: exists already', null, null))).toEqual({
    byField: {},
    text: 'name: exists already',
  }));

test('a code with words of its own is said in them', () =>
  expect(refusalOf(new ApiProblem(404, 'not_found', 'No object 7', null, null))?.text).toMatch(/^This does not exist/));

test('nothing is refused without an error', () => expect(refusalOf(null)).toBeNull());

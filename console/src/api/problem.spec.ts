import { HrevConnectionError, HrevError } from '@libs/sdk';
import { ApiProblem, problemOf, refusalOf } from './problem';

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

describe('the problem of a failed request', () => {
  const refused = new HrevError('GET /v3/objects/7: No object 7 (404 not_found, request r1)', {
    ...{ status: 404, code: 'not_found', requestId: 'r1', retryAfter: null },
    details: { detail: 'No object 7', code: 'not_found' },
  });
  const ofProxy = new HrevError('GET /v3/objects: the response is not of the API (502)', {
    ...{ status: 502, code: 'unexpected_response', requestId: null, retryAfter: 30, details: '<html>' },
  });

  test.each([
    ['a refusal has the detail of its body', refused, [404, 'not_found', 'No object 7', 'r1', null]],
    ['no response', new HrevConnectionError('no response'), [0, 'network', 'no response', null, null]],
    [
      'the page of a proxy is said to be no answer of hrev',
      ofProxy,
      [502, 'unexpected_response', expect.stringMatching(/^hrev did not answer.* 502/), null, 30],
    ],
  ])('%s', (_, error, expected) => {
    const { status, code, message, requestId, retryAfter } = problemOf(error);
    expect([status, code, message, requestId, retryAfter]).toEqual(expected);
  });

  test('a fault of the console is no problem of a request', () =>
    expect(() => problemOf(new RangeError('x'))).toThrow(RangeError));
});

import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { announceDeprecation, checkDeprecation, type Deprecation } from './deprecation';

const VALID: Deprecation = {
  since: '2026-12-01',
  page: '/docs#deprecations',
  successor: '/v3/objects/{object_id}/links',
};

/** Contract §9.1: what is superseded has a day, a page and a successor. */
describe('a deprecation', () => {
  it.each<[string, Partial<Deprecation>]>([
    ['without an end', {}],
    ['with an end', { sunset: '2027-12-01' }],
    ['with an end on the same day', { sunset: '2026-12-01' }],
    ['with a page elsewhere', { page: 'https://docs.example.com/changes#v4' }],
  ])('may be %s', (_, change) => {
    expect(() => checkDeprecation({ ...VALID, ...change })).not.toThrow();
  });

  it.each<[string, Partial<Deprecation>]>([
    ['no day', { since: '' }],
    ['a time', { since: '2026-12-01T00:00:00Z' }],
    ['a day that does not exist', { since: '2026-02-30' }],
    ['an end before it', { sunset: '2026-11-30' }],
    ['an end that is no day', { sunset: 'soon' }],
    ['no page', { page: '' }],
    ['a page that leaves its link', { page: '/docs>; rel="x"' }],
    ['a page over http', { page: 'http://docs.example.com/' }],
    ['no successor', { successor: '' }],
    ['a relative successor', { successor: 'objects' }],
    ['a successor that leaves its link', { successor: '/v3/a>' }],
  ])('is refused with %s', (_, change) => {
    expect(() => checkDeprecation({ ...VALID, ...change })).toThrow('a ');
  });

  it('fills its successor from the path, encoded', () => {
    const links: string[] = [];
    const response = {
      setHeader: () => undefined,
      append: (_: string, values: readonly string[]) => links.push(...values),
    } as unknown as Response;
    announceDeprecation(VALID, { params: { object_id: '7>/é' } } as unknown as ApiRequest, response);
    expect(links.at(-1)).toBe('</v3/objects/7%3E%2F%C3%A9/links>; rel="successor-version"');
  });
});

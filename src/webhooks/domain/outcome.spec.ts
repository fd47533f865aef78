import { outcomeOf } from './outcome';

describe('outcome of an attempt (contract §6.5)', () => {
  it.each([200, 201, 202, 204, 226, 299])('status %i is a success', (statusCode) => {
    expect(outcomeOf({ statusCode })).toBe('success');
  });

  it.each([408, 429, 500, 501, 502, 503, 504, 511, 599])('status %i is retried', (statusCode) => {
    expect(outcomeOf({ statusCode })).toBe('retry');
  });

  it.each([300, 301, 302, 304, 307, 308, 399, 400, 401, 403, 404, 407, 409, 410, 422, 428, 430, 451, 499])(
    'status %i is a permanent failure',
    (statusCode) => {
      expect(outcomeOf({ statusCode })).toBe('permanent');
    },
  );

  it.each([null, 0, 99, 101, 199, 600, 999])('status %s is not a valid response and is retried', (statusCode) => {
    expect(outcomeOf({ statusCode })).toBe('retry');
  });
});

import { isAllowedOrigin } from './origin';

const PUBLIC = 'https://reviews.example.com/path';

describe('origins of the MCP server (contract §4.21)', () => {
  it.each<[string | undefined, string | null, boolean]>([
    [undefined, null, true],
    ['http://localhost', null, true],
    ['https://localhost:6274', null, true],
    ['http://127.0.0.1:4738', null, true],
    ['http://127.8.8.8', null, true],
    ['http://[::1]:80', null, true],
    ['https://reviews.example.com', PUBLIC, true],
    ['https://reviews.example.com:443', PUBLIC, true],
    ['http://reviews.example.com', PUBLIC, false],
    ['https://reviews.example.com:8443', PUBLIC, false],
    ['https://reviews.example.com', null, false],
    ['https://localhost.evil.example', null, false],
    ['https://127.0.0.1.evil.example', null, false],
    ['https://evil.example/?http://localhost', null, false],
    ['null', null, false],
    ['file:///etc/passwd', null, false],
    ['moz-extension://localhost', null, false],
    ['', null, false],
  ])('%j with the public address %j: %s', (origin, publicUrl, expected) => {
    expect(isAllowedOrigin(origin, publicUrl)).toBe(expected);
  });
});

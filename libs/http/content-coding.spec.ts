import { chosenCoding, type Coding } from './content-coding';

describe('chosenCoding (RFC 9110 §12.5.3)', () => {
  it.each<[string | undefined, readonly Coding[], Coding]>([
    [undefined, ['br', 'gzip'], 'identity'],
    ['', ['br', 'gzip'], 'identity'],
    ['gzip', ['br', 'gzip'], 'gzip'],
    ['gzip, deflate, br, zstd', ['br', 'gzip'], 'br'],
    ['gzip, deflate, br, zstd', ['gzip'], 'gzip'],
    ['br;q=0.5, gzip', ['br', 'gzip'], 'gzip'],
    ['BR , X-GZIP', ['gzip'], 'gzip'],
    ['gzip;q=0', ['gzip'], 'identity'],
    ['*', ['br', 'gzip'], 'br'],
    ['*;q=0', ['br', 'gzip'], 'identity'],
    ['gzip;q=0, *', ['gzip', 'br'], 'br'],
    ['gzip;q=0.2, identity;q=0.9', ['gzip'], 'identity'],
    ['identity', ['br', 'gzip'], 'identity'],
    ['gzip;q=2', ['gzip'], 'identity'],
    ['zstd', ['br', 'gzip'], 'identity'],
  ])('for Accept-Encoding %j and the available codings %j selects %s', (header, available, coding) =>
    expect(chosenCoding(header, available)).toBe(coding),
  );
});

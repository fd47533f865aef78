// cspell:ignore steem
import { unknownOrigins } from './unknown-origins';

const HERE = 'http://127.0.0.1:4740';

/** Contract §12.2: a setting without an effect is reported at start. */
describe('unknownOrigins', () => {
  it.each([
    [{ steam: HERE }, []],
    [{ steem: HERE, steam: HERE }, ['HREV_SOURCE_ORIGINS: there is no source "steem"; did you mean "steam"?']],
    [{ Trustpilot: HERE }, ['HREV_SOURCE_ORIGINS: there is no source "Trustpilot"; did you mean "trustpilot"?']],
    [{ 'corner-shop-reviews': HERE }, ['HREV_SOURCE_ORIGINS: there is no source "corner-shop-reviews"']],
  ])('returns a warning for each unknown slug in %j', (origins, lines) => {
    expect(unknownOrigins(origins, [])).toEqual(lines);
  });

  it('returns no warning for a source that the operator declares', () => {
    expect(unknownOrigins({ inns: HERE }, [{ facts: { slug: 'inns' } } as never])).toEqual([]);
  });
});

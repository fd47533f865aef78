import { ancestorsIn, historyName, historyOf, lsnText, parseLsn, segmentName, segmentOf } from './wal-names';

const MEGABYTE = 1024 * 1024;

describe('names of the write-ahead log', () => {
  it.each([
    ['0/0', 0n],
    ['0/16B3740', 23_803_712n],
    ['1/0', 4_294_967_296n],
    ['A/FFFFFFFF', 47_244_640_255n],
  ])('the position %s is the byte %s', (text, lsn) => {
    expect(parseLsn(text)).toBe(lsn);
    expect(lsnText(lsn)).toBe(text);
  });

  it.each(['', '16B3740', '0/', '0/G', '0/123456789'])('refuses the position %j', (text) =>
    expect(() => parseLsn(text)).toThrow('is not a position'),
  );

  it.each([
    ['000000010000000000000001', 16 * MEGABYTE, { timeline: 1, number: 1n }],
    ['0000000200000001000000FF', 16 * MEGABYTE, { timeline: 2, number: 511n }],
    ['000000010000000100000FFF', MEGABYTE, { timeline: 1, number: 8191n }],
  ])('the name %s with segments of %i bytes', (name, bytes, segment) => {
    expect(segmentOf(name, bytes)).toEqual(segment);
    expect(segmentName(segment, bytes)).toBe(name);
  });

  it.each(['', '00000001.history', '000000010000000000000001.gz', '00000001000000000000000g'])(
    '%j is no segment',
    (name) => expect(segmentOf(name, MEGABYTE)).toBeNull(),
  );

  it('names the history of a timeline', () => {
    expect(historyName(10)).toBe('0000000A.history');
    expect(historyOf('0000000A.history')).toBe(10);
    expect(historyOf('0000000A.history.gz')).toBeNull();
  });

  it('reads the ancestors of a timeline', () => {
    const text = '1\t0/3000148\tbefore 2026-11-28 10:00:00+00\n\n2\t0/5000060\tno recovery target specified\n';
    expect(ancestorsIn(text)).toEqual([
      { timeline: 1, leftAt: parseLsn('0/3000148') },
      { timeline: 2, leftAt: parseLsn('0/5000060') },
    ]);
  });
});

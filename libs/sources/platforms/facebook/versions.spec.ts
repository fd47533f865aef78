import { facebook, facebookWith } from './index';
import { roadEnd, versionAt } from './versions';

describe('the version of the Graph API', () => {
  it.each([
    ['2026-11-27T12:00:00Z', 'v21.0'],
    ['2027-01-20T23:59:59Z', 'v21.0'],
    ['2027-01-21T00:00:00Z', 'v22.0'],
    ['2027-05-20T00:00:00Z', 'v23.0'],
    ['2028-07-29T00:00:00Z', 'v26.0'],
    ['2040-01-01T00:00:00Z', 'v26.0'],
  ])('is, at %s, %s', (now, version) => {
    expect(versionAt(new Date(now), null)).toBe(version);
  });

  it('is the one that the operator names, also after its end', () => {
    expect(versionAt(new Date('2028-01-01T00:00:00Z'), 'v23.0')).toBe('v23.0');
  });

  it('ends the road: with the last version that has recommendations, or with the named one', () => {
    expect([null, 'v21.0', 'v22.0', 'v26.0', 'v99.0'].map(roadEnd)).toEqual([
      '2027-01-21',
      '2027-01-21',
      '2027-05-20',
      null,
      null,
    ]);
    expect([facebook, facebookWith('v23.0')].map(({ ownerRoads }) => ownerRoads?.[0]?.endsAt)).toEqual([
      '2027-01-21',
      '2027-10-08',
    ]);
  });
});

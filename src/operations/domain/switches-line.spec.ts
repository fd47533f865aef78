import { offForLong, switchesLine } from './switches-line';

const DAY = 86_400;
const off = (name: 'replies' | 'webhooks' | 'collection', slug: string | null, seconds: number) => ({
  name,
  slug,
  seconds,
  since: new Date(Date.UTC(2026, 10, 20, 8) - seconds * 1_000),
});

describe('what is switched off, in doctor (contract §4.17)', () => {
  it('names the switches, and the platform of a switch of one', () => {
    expect(switchesLine([off('replies', null, 1), off('collection', 'steam', 1)])).toBe('replies, collection of steam');
  });

  it.each<[string, Parameters<typeof offForLong>[0], ReturnType<typeof offForLong>]>([
    ['nothing', [], null],
    ['something for a day', [off('replies', null, DAY)], null],
    [
      'something for longer',
      [off('replies', null, DAY + 1)],
      {
        text: 'off for more than a day: replies; the first since 2026-11-19T07:59:59',
        remedy: 'If it was forgotten, run: hrev switch on replies',
      },
    ],
    [
      'several for longer: the first of them is to be switched on first',
      [off('replies', null, 2 * DAY), off('webhooks', null, 60), off('collection', 'steam', 3 * DAY)],
      {
        text: 'off for more than a day: replies, collection of steam; the first since 2026-11-17T08:00:00',
        remedy: 'If it was forgotten, run: hrev switch on collection --source steam',
      },
    ],
  ])('warns about %s', (_, switches, warning) => {
    expect(offForLong(switches)).toEqual(warning);
  });
});

import { RATIO_IDS, readOptions, UsageError } from './options';

describe('command line of the bench', () => {
  it('without arguments everything is measured small', () => {
    const options = readOptions([]);
    expect(options.profile.name).toBe('smoke');
    expect([...options.only]).toEqual([...RATIO_IDS]);
    expect(options).toMatchObject({ peers: 'auto', out: null });
  });

  it('reads what is asked for', () => {
    const options = readOptions(['--profile', 'std', '--only', 'R1, R11', '--peers', 'typeorm', '--out', 'a.json']);
    expect(options.profile.reviews).toBe(1_000_000);
    expect([...options.only]).toEqual(['R1', 'R11']);
    expect(options).toMatchObject({ peers: ['typeorm'], out: 'a.json' });
  });

  it.each([
    [['--profile', 'huge'], 'huge'],
    [['--profile', 'toString'], 'toString'],
    [['--only', 'R99'], 'R99'],
    [['--rounds', '3'], '--rounds'],
  ])('refuses %j by name', (args, named) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(named);
  });
});

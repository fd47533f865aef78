// cspell:ignore strappy
import { RATIO_IDS, readOptions, UsageError } from './options';
import { PEERS } from './peers/peer-names';

describe('command line of the bench', () => {
  it('selects the smallest profile without arguments, with all that needs no network and has a threshold', () => {
    const options = readOptions([]);
    expect(options.profile.name).toBe('smoke');
    expect([...options.only]).toEqual(RATIO_IDS.filter((id) => id !== 'capacity' && id !== 'clone'));
    expect(options.out).toBeNull();
  });

  it('reads its options', () => {
    const options = readOptions(['--profile', 'std', '--only', 'R1, R11', '--peers', 'typeorm', '--out', 'a.json']);
    expect(options.profile.reviews).toBe(1_000_000);
    expect([...options.only]).toEqual(['R1', 'R11']);
    expect([...options.peers]).toEqual(['typeorm']);
    expect(options.out).toBe('a.json');
  });

  it.each<[string, readonly string[]]>([
    ['R21-R26', ['R21', 'R22', 'R23', 'R24', 'R25', 'R26']],
    ['R1, R5 - R7', ['R1', 'R5', 'R6', 'R7']],
    ['R28-trial', ['R28', 'L4', 'trial']],
    ['R3-R3', ['R3']],
    ['capacity,clone', ['capacity', 'clone']],
  ])('reads the ratios %s', (text, ratios) => {
    expect([...readOptions(['--only', text]).only]).toEqual(ratios);
  });

  const auto = PEERS.filter((name) => name !== 'strapi');
  it.each<[string | undefined, readonly string[]]>([
    [undefined, auto],
    ['auto', auto],
    ['none', []],
    ['strapi', ['strapi']],
    ['auto,strapi', [...auto, 'strapi']],
    ['pg-boss, postgraphile', ['pg-boss', 'postgraphile']],
  ])('selects with --peers %s large peers only if they are named', (text, peers) => {
    expect([...readOptions(text === undefined ? [] : ['--peers', text]).peers]).toEqual(peers);
  });

  it.each([
    [['--profile', 'huge'], 'huge'],
    [['--profile', 'toString'], 'toString'],
    [['--only', 'R99'], 'R99'],
    [['--only', 'R21-R99'], 'R99'],
    [['--only', 'R26-R21'], 'R26-R21'],
    [['--only', 'R1-R2-R3'], 'R1-R2-R3'],
    [['--peers', 'strappy'], 'strappy'],
    [['--rounds', '3'], '--rounds'],
  ])('refuses %j and names the value', (args, named) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(named);
  });
});

import { faultsOf, KNOWN_FAULTS, KNOWN_ON, warningLine, warningOf, type Program } from './known-faults';

const advisories = (program: Program, version: string): string[] =>
  faultsOf(program, version).map(({ advisory }) => advisory);

describe('the known faults of a version', () => {
  it.each<[Program, string, string[]]>([
    ['PostgreSQL', '18.0', ['CVE-2026-2007']],
    ['PostgreSQL', '18.1 (Debian 18.1-1)', ['CVE-2026-2007']],
    ['PostgreSQL', '18.2', []],
    ['PostgreSQL', '18.10', []],
    ['PostgreSQL', '19rc2', []],
    ['Redis', '7.4.5', ['CVE-2025-49844', 'CVE-2026-23479', 'CVE-2026-81934']],
    ['Redis', '7.4.6', ['CVE-2026-23479', 'CVE-2026-81934']],
    ['Redis', '7.4.10', ['CVE-2026-81934']],
    ['Redis', '7.4.11', []],
    ['Redis', '8.1.0', ['CVE-2026-81934']],
    ['Redis', '8.10.0', ['CVE-2026-81934']],
    // Only distributions correct this line, and its number does not show what they have corrected.
    ['Redis', '7.0.15', []],
    ['Chromium', '157.0.8103.77', ['CVE-2026-126874']],
    ['Chromium', '157.0.8103.78', []],
    ['Chromium', '1000.0.0.0', []],
    ['Node', '24.14.0', ['CVE-2026-21717']],
    ['Node', '24.21.0', []],
    ['Node', '26.0.0', []],
    ['Redis', '?', []],
  ])('of %s %s are %j', (program, version, expected) => {
    expect(advisories(program, version)).toEqual(expected);
  });

  it('of the browser of the optional package are all of the table', () => {
    expect(faultsOf('Chromium', '147.0.0')).toEqual(KNOWN_FAULTS.filter(({ program }) => program === 'Chromium'));
  });
});

describe('the warning', () => {
  it('names the advisory, and the version of the same release line that has no fault of the table', () => {
    expect(warningOf('Redis', '7.4.5')).toEqual({
      text: 'Redis 7.4.5 has known faults that foreign bytes can reach: CVE-2026-81934 and 2 more',
      remedy: 'Install Redis 7.4.11 or newer (docs/operations/known-faults.md).',
    });
    expect(warningLine('PostgreSQL', '18.1')).toBe(
      'PostgreSQL 18.1 has a known fault that foreign bytes can reach: CVE-2026-2007. Install PostgreSQL 18.2 or newer (docs/operations/known-faults.md).',
    );
  });

  it('says that a release line of Node has ended, whatever faults it has', () => {
    const ended = 'is past its end of life (2026-04-30) and gets no more corrections. Install Node 24.';
    expect(warningLine('Node', '20.19.0')).toBe(`Node 20.19.0 ${ended}`);
    expect(warningLine('Node', '20.20.2')).toBe(`Node 20.20.2 ${ended}`);
  });

  it('is absent for versions without faults', () => {
    expect(warningLine('Node', '24.21.0')).toBeNull();
    expect(warningOf('PostgreSQL', '18.4')).toBeNull();
  });
});

describe('the table', () => {
  it('has one line for each advisory, ordered by day within a program, none after the day on which it was read', () => {
    expect(new Set(advisoriesOf(KNOWN_FAULTS)).size).toBe(KNOWN_FAULTS.length);
    for (const program of new Set(KNOWN_FAULTS.map((fault) => fault.program))) {
      const days = KNOWN_FAULTS.filter((fault) => fault.program === program).map(({ published }) => published);
      expect([...days].sort()).toEqual(days);
      expect(days.every((day) => day <= KNOWN_ON)).toBe(true);
    }
  });

  it('has identifiers of advisories, and ranges that contain their first version', () => {
    for (const { program, advisory, affected } of KNOWN_FAULTS) {
      expect(advisory).toMatch(/^CVE-\d{4}-\d{4,}$/);
      for (const { from, fixed } of affected) {
        expect(advisories(program, from)).toContain(advisory);
        expect(faultsOf(program, fixed).map((fault) => fault.advisory)).not.toContain(advisory);
      }
    }
  });
});

function advisoriesOf(faults: typeof KNOWN_FAULTS): string[] {
  return faults.map(({ advisory }) => advisory);
}

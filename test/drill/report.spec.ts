import { isGood, reportOf, type Drilled } from './report';

const fault = { fault: 'A worker is killed.', healing: 'It is started.', day: '2026-01-02', commit: 'abc' };
const passed = { ...fault, alert: 'HrevA', severity: 'critical', fires: 4, clears: 5, problem: null };
const GOOD: Drilled = {
  seconds: 61,
  alerts: [{ alert: 'HrevA', severity: 'critical', row: passed }],
  panels: { day: '2026-01-02', commit: 'abc', dashboards: [{ dashboard: 'service', panels: 3, empty: [] }] },
  upgrade: { day: '2026-01-02', commit: 'abc', from: 'a^', perSecond: 200, requests: 900, seconds: 5, failures: [] },
  restore: {
    day: '2026-01-02',
    commit: 'abc',
    hasPassed: true,
    mistake: { rpo_seconds: 0, rto_seconds: 7, lost_writes: 0 },
    machine: { rpo_seconds: 1, rto_seconds: 8, lost_writes: 3 },
  },
};

describe('the report of a drill', () => {
  it('passes if all alerts, panels, the upgrade and the restores do', () => {
    const report = reportOf(GOOD);
    expect(isGood(GOOD)).toBe(true);
    expect(report).toContain('- **Result**: passed; 1 of 1 alerts (with their severities) fired and cleared');
    expect(report).toContain('| `HrevA` | critical | 4 | 5 | A worker is killed. | It is started. |');
    expect(report).toContain('| service | 3 | 3 | – |');
    expect(report).toContain('900 requests in 5 s, 0 of them failed');
    expect(report).toContain('| a lost machine | 1 | 8 | 3 |');
  });

  it.each<[string, Partial<Drilled>, string]>([
    [
      'an alert that did not clear',
      { alerts: [{ alert: 'HrevA', severity: 'critical', row: { ...passed, clears: null } }] },
      '| `HrevA` | critical | 4 | NO | A worker',
    ],
    [
      'an alert with a problem',
      { alerts: [{ alert: 'HrevA', severity: 'critical', row: { ...passed, problem: 'no disk' } }] },
      '- `HrevA` (critical): no disk',
    ],
    [
      'an alert that was not drilled',
      { alerts: [{ alert: 'HrevA', severity: 'critical', row: null }] },
      '| `HrevA` | critical | – | – | not drilled |',
    ],
    [
      'an empty panel',
      { panels: { day: '', commit: '', dashboards: [{ dashboard: 'service', panels: 3, empty: ['Load'] }] } },
      '| service | 3 | 2 | Load |',
    ],
    ['no panels', { panels: null }, 'This version has no dashboards'],
    [
      'a lost request',
      { upgrade: { ...fault, from: '', perSecond: 200, requests: 9, seconds: 1, failures: ['GET /: 0'] } },
      '- GET /: 0',
    ],
    ['no restore', { restore: null }, 'Not part of this drill.'],
  ])('does not pass with %s, and says so', (_, change, text) => {
    expect(isGood({ ...GOOD, ...change })).toBe(false);
    expect(reportOf({ ...GOOD, ...change })).toContain('NOT passed');
    expect(reportOf({ ...GOOD, ...change })).toContain(text);
  });
});

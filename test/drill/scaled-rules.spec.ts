// cspell:ignore smhd
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasPromtool, promtool, ruleFiles, WITHOUT_PROMTOOL } from '../monitoring/promtool';
import { scaledRules } from './scaled-rules';

describe('scaledRules', () => {
  it.each([
    ['a range', 'rate(hrev_a_total[1d])', 'rate(hrev_a_total[360s])'],
    [
      'a range of a selector',
      'rate(hrev_a_total{status=~"5.."}[6h]) > 0',
      'rate(hrev_a_total{status=~"5.."}[90s]) > 0',
    ],
    [
      'a range of a recorded series',
      'avg_over_time(hrev:a:ratio_rate5m[30d])',
      'avg_over_time(hrev:a:ratio_rate5m[10800s])',
    ],
    ['a range that is too short, up to 10 s', 'rate(hrev_a_total[5m])', 'rate(hrev_a_total[10s])'],
    [
      'a range of a slow counter, up to 60 s',
      'increase(hrev_cluster_reader_failures_total[30m])',
      'increase(hrev_cluster_reader_failures_total[60s])',
    ],
    ['a wait', '        for: 1d', '        for: 360s'],
    ['a wait that is too short, up to 2 s', '        for: 5m', '        for: 2s'],
    ['no threshold', 'time() - max(hrev_a_seconds) > 129600', 'time() - max(hrev_a_seconds) > 129600'],
    ['no name', 'record: hrev:slo_burn:rate5m', 'record: hrev:slo_burn:rate5m'],
  ])('shortens %s', (_, text, expected) => {
    expect(scaledRules(text)).toBe(expected);
  });

  it('leaves room for ten scrapes', () => {
    expect(scaledRules('rate(hrev_a_total[5m]) for: 5m', 4)).toBe('rate(hrev_a_total[40s]) for: 5m');
  });

  it.each(ruleFiles.map(({ name, text }) => [name, text]))('changes only durations of %s', (_, text) => {
    const withoutDurations = (rules: string): string =>
      rules.replaceAll(/\[\d+[smhd]\]/g, '[]').replaceAll(/for: \d+[smhd]$/gm, 'for:');
    expect(scaledRules(text)).not.toBe(text);
    expect(withoutDurations(scaledRules(text))).toBe(withoutDurations(text));
  });

  (hasPromtool ? it : it.skip)(hasPromtool ? 'returns valid rules' : WITHOUT_PROMTOOL, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hrev-scaled-'));
    const files = ruleFiles.map(({ name, text }) => {
      const file = path.join(folder, name);
      writeFileSync(file, scaledRules(text));
      return file;
    });
    const { status } = promtool('check', 'rules', ...files);
    rmSync(folder, { recursive: true });
    expect(status).toBe(0);
  });
});

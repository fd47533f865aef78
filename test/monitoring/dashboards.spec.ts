import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { dashboards, queries, selectorsIn, type Panel } from './dashboards';
import { alertRules, ROOT } from './promtool';

const COLUMNS = 24;
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
/** Variables of Grafana itself. */
const OF_GRAFANA = ['__rate_interval', '__range'];
/** A recorded series that all installations share. */
const SHARED = 'hrev:slo_error_budget:ratio';
const ALERTS = new Set(alertRules.map(({ alert }) => alert));

describe('dashboards', () => {
  it('are those of their source, and on their page (npm run dashboards)', () => {
    const script = path.join(ROOT, 'scripts/dashboards.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('are four, each with an id and a title of its own, in the classic form', () => {
    expect(dashboards.map(({ file, uid, schemaVersion }) => [file, uid, schemaVersion])).toEqual(
      ['collection', 'deliveries', 'service', 'source'].map((name) => [`${name}.json`, `hrev-${name}`, 42]),
    );
    expect(new Set(dashboards.map(({ title }) => title)).size).toBe(4);
  });

  it('have queries with a name of their own', () => {
    expect(queries.length).toBeGreaterThan(100);
    expect(queries.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([]);
  });
});

describe.each(dashboards)('the dashboard $title', ({ panels, templating }) => {
  const shown = panels.filter(({ type }) => type !== 'row');

  it.each(shown)('$title: has a meaning and an advice, a unit, thresholds and queries', (panel) => {
    const { description = '', fieldConfig, datasource, targets = [] } = panel;
    // Two sentences: what it shows, and what to do.
    expect(description).toMatch(/^[A-Z0-9`].{10,}\.\n\n[A-Z0-9`].{10,}\.$/);
    expect((description.match(/\bHrev[A-Z]\w+/g) ?? []).filter((name) => !ALERTS.has(name))).toEqual([]);
    const pages = description.match(/\bdocs\/[\w/-]+\.md/g) ?? [];
    expect(pages.filter((page) => !existsSync(path.join(ROOT, page)))).toEqual([]);
    expect(fieldConfig?.defaults.unit).toMatch(/^(?:short|s|bytes|percentunit|reqps|ops)$/);
    const steps = fieldConfig?.defaults.thresholds.steps ?? [];
    expect(steps[0]?.value).toBeNull();
    const values = steps.slice(1).map(({ value }) => value ?? 0);
    expect(values).toEqual([...values].sort((one, other) => one - other));
    expect(targets.length).toBeGreaterThan(0);
    for (const one of [datasource, ...targets.map((target) => target.datasource)]) expect(one).toEqual(DATASOURCE);
  });

  it('selects the installation in every selector, and knows its variables', () => {
    expect(templating.list.slice(0, 2)).toMatchObject([
      { name: 'datasource', type: 'datasource' },
      { name: 'namespace', type: 'query' },
    ]);
    const variables = [...templating.list.map(({ name }) => name), ...OF_GRAFANA];
    for (const { expr } of shown.flatMap(({ targets = [] }) => targets)) {
      const everywhere = selectorsIn(expr).filter(
        ({ series, before }) =>
          series !== SHARED && !expr.slice(before.length + series.length).startsWith('{namespace="$namespace"'),
      );
      expect([expr, everywhere]).toEqual([expr, []]);
      expect([...expr.matchAll(/\$(\w+)/g)].filter(([, name = '']) => !variables.includes(name))).toEqual([]);
    }
  });

  it('has no panels that overlap or leave the screen, and no gaps', () => {
    const overlaps = ({ gridPos: one }: Panel, { gridPos: other }: Panel): boolean =>
      one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
    expect(panels.filter(({ gridPos: { x, w } }) => x < 0 || x + w > COLUMNS)).toEqual([]);
    expect(panels.filter((one, at) => panels.slice(at + 1).some((other) => overlaps(one, other)))).toEqual([]);
    const area = panels.reduce((sum, { gridPos: { w, h } }) => sum + w * h, 0);
    expect(area).toBe(COLUMNS * Math.max(...panels.map(({ gridPos: { y, h } }) => y + h)));
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { alertRules, hasPromtool, promtool, ROOT, ruleFiles, RULES, WITHOUT_PROMTOOL } from './promtool';

/** Rules, objectives and runbooks belong together. */
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const RUNBOOKS = 'docs/operations/runbooks.md';
const OBJECTIVES = 'docs/operations/objectives.md';

/** The address of a heading within its page. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');
const headings = [...read(RUNBOOKS).matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading);

/** Labels of targets, which Prometheus adds to each series of a process. */
const OF_TARGETS = ['job', 'instance', 'namespace'];

const rules = ruleFiles.flatMap((file) => file.rules);
const recorded = new Set(rules.map(({ record }) => record));
const recordedIn = (text: string): readonly string[] => text.match(/\bhrev:[\w:]+/g) ?? [];

describe('rules', () => {
  (hasPromtool ? it : it.skip)(hasPromtool ? 'pass `promtool check rules`' : WITHOUT_PROMTOOL, () => {
    const { status, output } = promtool('check', 'rules', ...ruleFiles.map(({ name }) => path.join(RULES, name)));
    expect([status, output]).toEqual([0, expect.stringMatching(/^(Checking \S+\n {2}SUCCESS: \d+ rules found\n\n)+$/)]);
  });

  it('have names and labels by convention: of the product, and nothing but severity and objective', () => {
    expect(rules.filter(({ record, alert }) => !/^(?:hrev:[\w:]+|Hrev[A-Za-z]+)$/.test(record ?? alert ?? ''))).toEqual(
      [],
    );
    expect([...new Set(rules.flatMap(({ labels }) => Object.keys(labels ?? {})))].sort()).toEqual(['severity', 'slo']);
  });

  it.each([...ruleFiles.map(({ name, text }) => [name, text]), [OBJECTIVES, read(OBJECTIVES)]])(
    '%s names only recorded series that exist',
    (_, text = '') => {
      // In comments, one name is written for all windows.
      expect(recordedIn(text.replaceAll('rate<window>', 'rate1h')).filter((name) => !recorded.has(name))).toEqual([]);
    },
  );
});

describe.each(alertRules)('the alert $alert ($labels.severity)', ({ alert = '', expr, labels, annotations = {} }) => {
  it('has a severity, a summary, a description and the section of its runbook', () => {
    expect(['critical', 'warning']).toContain(labels?.['severity']);
    expect(Object.keys(annotations).sort()).toEqual(['description', 'runbook_url', 'summary']);
    for (const text of [annotations['summary'], annotations['description']]) expect(text).toMatch(/^[A-Z{].{10,}\.$/);
    expect(annotations['runbook_url']).toBe(`${RUNBOOKS}#${anchorOf(alert)}`);
    expect(headings).toContain(alert);
  });

  it('names in its texts only labels that its expression keeps', () => {
    const used = [
      ...Object.values(annotations)
        .join(' ')
        .matchAll(/\$labels\.(\w+)/g),
    ].map(([, label = '']) => label);
    const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
    const ofRecorded = /\bhrev:slo_/.test(expr) ? ['source', 'road'] : [];
    expect(used.filter((label) => ![...kept, ...OF_TARGETS, ...ofRecorded].includes(label))).toEqual([]);
  });
});

describe('runbooks', () => {
  const alerts = new Set(alertRules.map(({ alert }) => alert));

  it('have a section for each alert, once, and for no other', () => {
    const sections = headings.filter((heading) => heading.startsWith('Hrev'));
    expect(sections.sort()).toEqual([...alerts].sort());
  });

  it.each(headings.filter((heading) => heading.startsWith('Hrev')))('the section %s has all four parts', (heading) => {
    const [, section = ''] = read(RUNBOOKS).split(`### ${heading}\n`);
    const [text = ''] = section.split(/^#{2,3} /m);
    expect([...text.matchAll(/^- \*\*(\w+)\*\*: ./gm)].map(([, part]) => part)).toEqual([
      'Meaning',
      'Impact',
      'Diagnosis',
      'Mitigation',
    ]);
  });

  it.each([RUNBOOKS, OBJECTIVES])('%s names only alerts that exist', (page) => {
    const names = [...read(page).matchAll(/\bHrev[A-Z]\w+/g)].map(([name]) => name);
    expect(names.filter((name) => !alerts.has(name))).toEqual([]);
  });
});

test('the page of objectives states the error budgets of the rules', () => {
  const rows = [...read(OBJECTIVES).matchAll(/^\| `([\w-]+)` +\|[^|]+\| ([\d.]+) % /gm)];
  const budgets = rules
    .filter(({ record }) => record === 'hrev:slo_error_budget:ratio')
    .map(({ labels, expr }) => [labels?.['slo'], Number(/^vector\((.+)\)$/.exec(expr)?.[1])]);
  expect(rows.map(([, slo, target]) => [slo, expect.closeTo(1 - Number(target) / 100, 6)])).toEqual(budgets);
});

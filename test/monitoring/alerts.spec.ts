import { COLLECTION_CASES, SERVICE_CASES, seriesOf, STORAGE_CASES, WORK_CASES, type AlertCase } from './alert-cases';
import { BURN_CASES } from './burn-cases';
import { alertRules, failuresOf, hasPromtool, WITHOUT_PROMTOOL, type RuleTest } from './promtool';

/** Each alert fires when it should, and not before or after; run by `promtool test rules`. */
const FILES: readonly (readonly [files: readonly string[], cases: readonly AlertCase[]])[] = [
  [['alerts-service.yaml'], SERVICE_CASES],
  [['alerts-collection.yaml'], COLLECTION_CASES],
  [['alerts-work.yaml'], WORK_CASES],
  [['alerts-storage.yaml'], STORAGE_CASES],
  [['objectives.yaml', 'alerts-objectives.yaml'], BURN_CASES],
];
const CASES = FILES.flatMap(([files, cases]) => cases.map((one) => ({ ...one, files })));

/** The alerts that fire, which are samples of the series ALERTS. No sample has the label `case`, which makes the expression unique. */
const expressionOf = ({ alert, what, severity }: AlertCase): string =>
  `ALERTS{alertname="${alert}",alertstate="firing",severity=~"${severity ?? '.*'}",case!="${what}"}`;

function testOf(one: (typeof CASES)[number]): RuleTest {
  const { alert: alertname, files, given, everyMinutes = 1 } = one;
  const expected = Object.entries(one.at).map(([at, firing]) => ({
    at,
    expr: expressionOf(one),
    samples: firing.map((labels) => seriesOf('ALERTS', { alertname, alertstate: 'firing', ...labels })),
  }));
  return { files, everyMinutes, given, expected };
}

test('each alert has a case in which it fires and does not fire, with each of its severities', () => {
  const named = (alert = '', severity = ''): string => `${alert} ${severity}`;
  const fired = CASES.flatMap(({ alert, at }) =>
    Object.values(at)
      .flat()
      .map(({ severity }) => named(alert, severity)),
  );
  expect([...new Set(fired)].sort()).toEqual(
    alertRules.map(({ alert, labels }) => named(alert, labels?.severity)).sort(),
  );
  const silent = CASES.filter(({ at }) => Object.values(at).some((firing) => firing.length === 0));
  expect([...new Set(silent.map(({ alert }) => alert))].sort()).toEqual(
    [...new Set(alertRules.map(({ alert }) => alert))].sort(),
  );
});

(hasPromtool ? describe : describe.skip)(hasPromtool ? 'alerts' : WITHOUT_PROMTOOL, () => {
  const wrong = { at: '1m', expr: 'vector(1)', samples: [] };
  let failures: ReadonlyMap<string, string>;
  beforeAll(() => {
    failures = failuresOf([...CASES.map(testOf), { files: [], everyMinutes: 1, given: {}, expected: [wrong] }]);
  });

  it.each(CASES)('$alert: $what', (one) => {
    expect(failures.get(expressionOf(one))).toBeUndefined();
  });

  it('a wrong expectation is found', () => {
    expect(failures.get(wrong.expr)).toContain('got: {} 1E+00');
  });
});

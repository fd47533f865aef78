/** The rules of docker/chart/monitoring, and the program of Prometheus that checks and runs them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

export const ROOT = path.resolve(__dirname, '../..');
export const RULES = path.join(ROOT, 'docker/chart/monitoring/rules');

/** A rule of a file in `RULES`: an alert, or a recorded series. */
export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
export interface RuleFile {
  readonly name: string;
  readonly text: string;
  /** The names of its groups, in their order. */
  readonly groups: readonly string[];
  readonly rules: readonly Rule[];
}

export const ruleFiles: readonly RuleFile[] = readdirSync(RULES)
  .sort()
  .map((name) => {
    const text = readFileSync(path.join(RULES, name), 'utf8');
    const { groups } = parse(text) as { groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[] };
    return { name, text, groups: groups.map((group) => group.name), rules: groups.flatMap(({ rules }) => rules) };
  });
export const alertRules = ruleFiles.flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));

/** Whether the machine has promtool, which Debian's package prometheus has. */
export const hasPromtool = !spawnSync('promtool', ['--version'], { stdio: 'ignore' }).error;
export const WITHOUT_PROMTOOL = 'skipped: no promtool on this machine (apt-get install prometheus)';

export function promtool(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** A test of `promtool test rules`. */
export interface RuleTest {
  readonly files: readonly string[];
  readonly everyMinutes: number;
  readonly given: Readonly<Record<string, string>>;
  readonly expected: readonly { readonly at: string; readonly expr: string; readonly samples: readonly string[] }[];
}

/** Runs the tests in one process. Returns what promtool says about each expression that has other samples than expected. */
export function failuresOf(tests: readonly RuleTest[]): ReadonlyMap<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-rules-'));
  try {
    const files = [...new Set(tests.map(kindOf))].map((kind, number) => {
      const file = path.join(folder, `${number}.yaml`);
      // JSON is YAML.
      writeFileSync(file, JSON.stringify(fileOf(tests.filter((one) => kindOf(one) === kind))));
      return file;
    });
    const { status, output } = promtool('test', 'rules', ...files);
    const failures = output.matchAll(/^ {4}expr: ("(?:[^"\\]|\\.)*"), time: .*\n(?: {8}.*\n)*/gm);
    const found = new Map([...failures].map(([text, expr = '']) => [JSON.parse(expr) as string, text] as const));
    if ((status === 0) !== (found.size === 0)) throw new Error(output);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tests of one file have the same rules, and evaluate them as often. */
const kindOf = ({ files, everyMinutes }: RuleTest): string => `${files.join(' ')} ${everyMinutes}`;

function fileOf(tests: readonly RuleTest[]): object {
  const { files = [], everyMinutes = 1 } = tests[0] ?? {};
  const groups = files.flatMap((name) => ruleFiles.find((file) => file.name === name)?.groups ?? []);
  return {
    rule_files: files.map((name) => path.join(RULES, name)),
    evaluation_interval: `${everyMinutes}m`,
    group_eval_order: groups,
    tests: tests.map(({ given, expected }) => ({
      interval: `${everyMinutes}m`,
      input_series: Object.entries(given).map(([series, values]) => ({ series, values })),
      promql_expr_test: expected.map(({ at, expr, samples }) => ({
        eval_time: at,
        expr,
        exp_samples: samples.map((labels) => ({ labels, value: 1 })),
      })),
    })),
  };
}

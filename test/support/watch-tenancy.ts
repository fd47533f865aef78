/**
 * Checks every statement that the service sends in a test: one that reads or changes rows without a condition on the account
 * fails the test, unless `across-accounts.ts` lists it. Statements of the tests themselves are not checked.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '@libs/database';
import { ACROSS_ACCOUNTS } from './across-accounts';
import { loadParser, scopedTexts, unscopedTables } from './tenancy';

interface Statement {
  readonly name?: string;
  readonly text?: string;
}
interface Sender {
  run(statement: Statement): unknown;
  send(ambient: unknown, parts: readonly Statement[]): unknown;
}

const ROOT = join(__dirname, '../..');
const MIGRATIONS = join(ROOT, 'libs/database/migrations');
const tables = tablesWithAccounts();
/** Texts of statements that are not scoped and may be sent. */
const allowedTexts = new Set<string>();
const problems: string[] = [];

const sender = Database.prototype as unknown as Sender;
const { run, send } = sender;
sender.run = function (this: Sender, statement) {
  check(statement);
  return run.call(this, statement);
};
sender.send = function (this: Sender, ambient, parts) {
  for (const part of parts) check(part);
  return send.call(this, ambient, parts);
};

beforeAll(() => loadParser());
afterAll(() => {
  // The class belongs to the worker and not to this file.
  Object.assign(sender, { run, send });
  if (problems.length > 0) throw new Error(problems.join('\n\n'));
});

function check({ name, text }: Statement): void {
  if (text === undefined || scopedTexts.has(text) || allowedTexts.has(text)) return;
  const unscoped = unscopedTables(text, tables);
  if (unscoped.length === 0) return void scopedTexts.add(text);
  const caller = callerOf(new Error());
  if (caller === null || ACROSS_ACCOUNTS.has(name ?? caller)) return void allowedTexts.add(text);
  const problem = `"${name ?? caller}" reads or changes ${unscoped.join(', ')} of every account (test/support/across-accounts.ts):\n${text}`;
  problems.push(problem);
  throw new Error(problem);
}

/** File and method of the product that sent a statement; null if a test sent it. */
function callerOf({ stack = '' }: Error): string | null {
  for (const frame of stack.split('\n')) {
    const [, file = '', line = ''] = FRAME.exec(frame) ?? [];
    if (file === '' || SENDERS.test(file)) continue;
    return /^(?:src|libs)\/(?!.*spec\.ts$)/.test(file) ? `${file} ${methodAt(file, Number(line))}` : null;
  }
  return null;
}

/** Send the statements of their callers. */
const SENDERS = /^libs\/(?:database|leases)\/|^test\/support\/watch-tenancy/;
const FRAME = /(?:^|\/)((?:src|libs|test|bench)\/[^():]+\.ts):(\d+):\d+/;

/** The stack has the line of the call, but not the name of the method that contains it. */
function methodAt(file: string, line: number): string {
  const before = readFileSync(join(ROOT, file), 'utf8').split('\n').slice(0, line).reverse();
  return before.flatMap((text) => METHOD.exec(text)?.[1] ?? [])[0] ?? '';
}

const METHOD =
  /^(?: {2}(?:private |protected |static |async |\*)*|(?:export )?(?:async )?function\*? )(\w+)(?:<[^(]*>)?\(/;

/** Reads the migrations, because a test may send its first statement before it has a database. */
function tablesWithAccounts(): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const file of readdirSync(MIGRATIONS)) {
    const text = readFileSync(join(MIGRATIONS, file), 'utf8');
    for (const [, table = '', body = ''] of text.matchAll(/create (?:unlogged )?table (\w+) \(([\s\S]*?)\n\s*\)/gi)) {
      // Other contexts read the table through its view.
      if (/^\s*account_id\b/m.test(body)) tables.add(table).add(`${table}_view`);
    }
  }
  return tables;
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * A table belongs to the context that has its entity in `persistence/`. Only the owner names it in SQL. The contexts above the owner read
 * its view `<table>_view`: the columns of the view are a public interface, and a change to them affects their readers (ADR 29). No context
 * reads a table of a context above it or beside it: it receives events, asks by a port, or its caller asks.
 */
const ROOT = path.resolve(__dirname, '../..');

/** The views that are not `<table>_view`, by their owner. */
const OTHER_VIEWS: Readonly<Record<string, string>> = {
  account_statistics: 'src/auth',
  outbox_statistics: 'libs/events',
  object_statistics: 'src/objects',
  notice_statistics: 'src/notices',
  link_statistics: 'src/links',
  review_statistics: 'src/reviews',
  run_review: 'src/reviews',
  run_statistics: 'src/collection',
  webhook_attempt: 'src/webhooks',
  delivery_statistics: 'src/webhooks',
  support_statistics: 'src/support',
  job_queue: 'src/operations',
  failed_job: 'src/operations',
  operator_address: 'src/operations',
  oldest_account: 'src/operations',
  operator_membership: 'src/operations',
};

/** The contexts that write, and read, a table they do not own, each with its reason. They are above the owner. */
const WRITERS: Readonly<Record<string, string>> = {
  'src/accounts account': 'the erasure of a closed account removes the rows of every context',
  'src/accounts membership': 'the erasure of a closed account removes the rows of every context',
  'src/accounts person': 'the erasure of a closed account removes persons who have no other account',
  'src/collection link_collection':
    'links creates the schedule with the link, and collection changes it; both lock the same row',
  'src/process run': 'the demo account of a first start',
  'src/process tracked_object': 'the demo account of a first start',
  'src/process link': 'the demo account of a first start',
  'src/process link_collection': 'the demo account of a first start',
};

interface Access {
  readonly file: string;
  readonly context: string;
  /** The table or the view. */
  readonly name: string;
  readonly writes: boolean;
}

const { forbidden } = jest.requireActual<{
  readonly forbidden: readonly { readonly name: string; readonly to: { readonly path: string } }[];
}>('../../.dependency-cruiser.cjs');

const MIGRATIONS = 'libs/database/migrations';
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const contextOf = (file: string): string => file.split('/').slice(0, 2).join('/');

function filesUnder(folder: string): string[] {
  return (
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(?:spec|\bentities)\.ts$/.test(file) && !file.includes('migrations'))
      // These libraries are below the database and contain no SQL.
      .filter((file) => !/^(?:config|kernel)\//.test(file))
      .map((file) => path.join(folder, file))
  );
}

/** The owner of each table, from the entities. */
const OWNERS: ReadonlyMap<string, string> = new Map(
  ['src', 'libs'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`${path.sep}entities.ts`))
      .flatMap((file) =>
        [...read(path.join(folder, file)).matchAll(/\btable\('(\w+)'/g)].map(([, table = '']): [string, string] => [
          table,
          contextOf(path.join(folder, file)),
        ]),
      ),
  ),
);

/** `link` for `link_view`; null for another name. */
function tableOfView(name: string): string | null {
  const table = name.replace(/_view$/, '');
  return table !== name && OWNERS.has(table) ? table : null;
}

const ownerOf = (name: string): string | undefined => OTHER_VIEWS[name] ?? OWNERS.get(tableOfView(name) ?? name);

/** Whether a context is above another one, by the rules of its imports. The roots are above every context, and libraries below. */
function isAbove(context: string, owner: string): boolean {
  if (!context.startsWith('src/')) return false;
  if (!owner.startsWith('src/')) return true;
  const rule = forbidden.find(({ name }) => name === `context-order:${context.slice('src/'.length)}`);
  return rule === undefined || !new RegExp(rule.to.path).test(`${owner}/`);
}

const TABLES = [...OWNERS.keys()].sort((a, b) => b.length - a.length).join('|');
const READ_NAMES = `(?:${TABLES})(?:_view)?|${Object.keys(OTHER_VIEWS).join('|')}`;
/** After `from`, `join` and `using`, after the comma of a list, and at the beginning of a fragment. */
const READS = new RegExp(
  String.raw`(?:\b(?:(?<!delete\s)from|join|using)\s+(?:only\s+)?|,\s*(?=\w+ [a-z]\b)|^['\`]\s*(?=\w+ \w+ (?:left )?join\b))(${READ_NAMES})\b(?!\s*\()`,
  'gi',
);
const WRITES = new RegExp(
  `\\b(?:insert\\s+into|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|lock\\s+table|copy|(?<!for\\s(?:no\\skey\\s)?)update)\\s+(?:only\\s+)?((?:${TABLES})(?:_view)?)\\b`,
  'gi',
);

/** The table of a `new LeasedTable('run_link', …)`, which writes it; null for other nodes. */
function leasedTable(node: ts.Node): string | null {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'LeasedTable') return null;
  const [table] = node.arguments ?? [];
  return table !== undefined && ts.isStringLiteral(table) ? table.text : 'a table that is not named';
}

/** Returns the reads and writes of a file's SQL on tables and views of other contexts. */
function foreignAccesses(file: string, source: string): Access[] {
  const context = contextOf(file);
  const found: Access[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      const text = node.getText();
      const namesAfter = (pattern: RegExp): string[] =>
        [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
      found.push(
        ...namesAfter(WRITES).map((name) => ({ file, context, name, writes: true })),
        ...namesAfter(READS).map((name) => ({ file, context, name, writes: false })),
      );
    }
    const leased = leasedTable(node);
    if (leased !== null) found.push({ file, context, name: leased, writes: true });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found.filter(({ name }) => ownerOf(name) !== context);
}

const accesses = ['src', 'libs'].flatMap(filesUnder).flatMap((file) => foreignAccesses(file, read(file)));

function faultsOf(found: readonly Access[]): string[] {
  return found.flatMap(({ file, context, name, writes }) => {
    const owner = ownerOf(name) ?? 'no context';
    if (`${context} ${name}` in WRITERS) return [];
    if (writes) return [`${file} writes ${name}, which belongs to ${owner}`];
    if (OWNERS.has(name)) return [`${file} reads ${name}, which belongs to ${owner}`];
    return isAbove(context, owner) ? [] : [`${file} reads ${name} of ${owner}, which is not below it`];
  });
}

describe('a table belongs to one context', () => {
  it('is named by its owner only, and its view by the contexts above', () => {
    expect([...new Set(faultsOf(accesses))]).toEqual([]);
  });

  it('every listed writer writes its table, and is above its owner', () => {
    const writes = new Set(accesses.filter((access) => access.writes).map(({ context, name }) => `${context} ${name}`));
    const isJustified = (writer: string): boolean => {
      const [context = '', table = ''] = writer.split(' ');
      return writes.has(writer) && isAbove(context, OWNERS.get(table) ?? '');
    };
    expect(Object.keys(WRITERS).filter((writer) => !isJustified(writer))).toEqual([]);
  });

  it('every view of a table is read by another context, and every other view has an owner', () => {
    const named = new Set(accesses.map(({ name }) => name));
    const views = [...read('docs/schema.md').matchAll(/^Contexts above read `(\w+_view)`/gm)].map(
      ([, view = '']) => view,
    );
    expect(views.length).toBeGreaterThan(10);
    expect(views.filter((view) => !named.has(view))).toEqual([]);
    const created = readdirSync(path.join(ROOT, MIGRATIONS)).flatMap((file) =>
      [...read(path.join(MIGRATIONS, file)).matchAll(/\bcreate view (\w+)/g)].map(([, view = '']) => view),
    );
    // A migration that changes a view creates it again on the way back.
    const ownerless = created.filter((view) => tableOfView(view) === null);
    expect([...new Set(ownerless)].sort()).toEqual(Object.keys(OTHER_VIEWS).sort());
  });

  it.each([
    [
      'a write to a table of another context',
      "'insert into api_key (digest) values ($1)'",
      'src/collection/persistence/x.ts writes api_key, which belongs to src/auth',
    ],
    [
      'an update of a table of another context',
      '`update webhook set is_active = false where id = $1`',
      'src/collection/persistence/x.ts writes webhook, which belongs to src/webhooks',
    ],
    [
      'a write to a table that the context may only read',
      "'delete from review where id = $1'",
      'src/collection/persistence/x.ts writes review, which belongs to src/reviews',
    ],
    [
      'a read of a table of a context above',
      '`select * from run r join signing_secret s on true`',
      'src/collection/persistence/x.ts reads signing_secret, which belongs to src/webhooks',
    ],
    [
      'a read of a table of a context below',
      '`select from run_link r join link l on l.id = r.link_id`',
      'src/collection/persistence/x.ts reads link, which belongs to src/links',
    ],
    [
      'a read of a table in a list',
      '`select from run_link r, link l where l.id = r.link_id`',
      'src/collection/persistence/x.ts reads link, which belongs to src/links',
    ],
    [
      'a read of a table in a fragment',
      "'tracked_object o left join run r on r.account_id = o.account_id'",
      'src/collection/persistence/x.ts reads tracked_object, which belongs to src/objects',
    ],
    [
      'a read of a view of a context above',
      '`select from run r join webhook_view w on w.account_id = r.account_id`',
      'src/collection/persistence/x.ts reads webhook_view of src/webhooks, which is not below it',
    ],
    [
      'a read of a view of a context beside it',
      '`select from run_link r join review_reply_view x on x.link_id = r.link_id`',
      'src/collection/persistence/x.ts reads review_reply_view of src/replies, which is not below it',
    ],
    [
      'a read of another view of a context above',
      "'select from webhook_attempt where account_id = $1'",
      'src/collection/persistence/x.ts reads webhook_attempt of src/webhooks, which is not below it',
    ],
    [
      'a write through a view',
      "'update link_view set is_active = false where id = $1'",
      'src/collection/persistence/x.ts writes link_view, which belongs to src/links',
    ],
    [
      'a lease on a table of another context',
      "new LeasedTable<Held>('outgoing_mail', { key: { id: 'id' }, end: 'not_before' })",
      'src/collection/persistence/x.ts writes outgoing_mail, which belongs to src/notices',
    ],
  ])('reports %s', (_, sql, fault) => {
    const file = 'src/collection/persistence/x.ts';
    expect(faultsOf(foreignAccesses(file, `const sql = ${sql};`))).toEqual([fault]);
  });

  it('a row lock through a view is not a write', () => {
    const sql = "'select from link_view l where l.account_id = $1 for update of l'";
    expect(faultsOf(foreignAccesses('src/reviews/persistence/x.ts', `const sql = ${sql};`))).toEqual([]);
  });
});

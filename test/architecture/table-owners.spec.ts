import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * A table belongs to the context that has its entity in `persistence/`. Only the owner writes it. Other contexts read it only if
 * `READERS` lists them: those tables and columns are a public interface, and a change to them affects their readers. All contexts may
 * read views (ADR 29).
 */
const ROOT = path.resolve(__dirname, '../..');

/** The contexts that read a table they do not own. A context of the owner's layer or a lower one has its reason in a comment. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  // accounts: the erasure of a closed account locks it. console: a stream ends when its account is suspended. replies, webhooks:
  // nothing is sent for a suspended account.
  account: [
    'src/accounts',
    'src/collection',
    'src/console',
    'src/process',
    'src/replies',
    'src/reviews',
    'src/webhooks',
  ],
  account_change: ['src/collection'],
  tracked_object: [
    'src/analytics',
    'src/collection',
    'src/connections',
    'src/console',
    'src/folders',
    'src/links',
    'src/replies',
    'src/reviews',
    'src/webhooks',
  ],
  // accounts: the erasure of a closed account ends the memberships, and removes persons without one.
  membership: ['src/accounts'],
  person: ['src/accounts'],
  // objects, below links and folders: the list of objects is filtered by the state of their links and by folder, in one statement.
  folder: ['src/objects'],
  folder_object: ['src/objects'],
  // links, below collection: a page of links shows how far the running collection of each is, in one statement.
  run_link: ['src/console', 'src/links'],
  // connections, in the layer of links: a connection shows the link of its object on the source, if there is one.
  link: [
    'src/analytics',
    'src/collection',
    'src/connections',
    'src/console',
    'src/objects',
    'src/replies',
    'src/reviews',
    'src/webhooks',
  ],
  link_collection: ['src/analytics', 'src/collection', 'src/console', 'src/objects', 'src/reviews'],
  // links, below reviews: a page of links shows the number of stored reviews of each link, in one statement.
  // objects: their list is filtered by the state of links, which says whether all reviews are stored.
  link_total: ['src/analytics', 'src/collection', 'src/console', 'src/links', 'src/objects'],
  // console: the events name the reviews that changed.
  review: ['src/collection', 'src/console', 'src/health', 'src/process'],
  // console: what needs a person's attention, over all contexts, in one statement.
  platform_connection: ['src/console'],
  review_reply: ['src/console'],
  webhook: ['src/console'],
  source: ['src/analytics', 'src/collection', 'src/reviews', 'src/webhooks'],
};

/** The contexts that write a table they do not own, each with its reason. */
const WRITERS: Readonly<Record<string, string>> = {
  'src/accounts account': 'the erasure of a closed account removes the rows of every context',
  'src/accounts membership': 'the erasure of a closed account removes the rows of every context',
  'src/accounts person': 'the erasure of a closed account removes persons who have no other account',
  'src/collection link_collection':
    'links creates the schedule with the link, and collection changes it; both lock the same row',
  'src/reviews run_fact': 'facts are recorded in the transaction that writes the reviews',
  'src/process run': 'the demo account of a first start',
  'src/process tracked_object': 'the demo account of a first start',
  'src/process link': 'the demo account of a first start',
  'src/process link_collection': 'the demo account of a first start',
};

interface Access {
  readonly file: string;
  readonly context: string;
  readonly table: string;
  readonly writes: boolean;
}

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

const NAMES = [...OWNERS.keys()].sort((a, b) => b.length - a.length).join('|');
const READS = new RegExp(`\\b(?:from|join|using)\\s+(?:only\\s+)?(${NAMES})\\b(?!\\s*\\()`, 'gi');
const WRITES = new RegExp(
  `\\b(?:insert\\s+into|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|lock\\s+table|copy|(?<!for\\s(?:no\\skey\\s)?)update)\\s+(?:only\\s+)?(${NAMES})\\b`,
  'gi',
);

/** The table of a `new LeasedTable('run_link', …)`, which writes it; null for other nodes. */
function leasedTable(node: ts.Node): string | null {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'LeasedTable') return null;
  const [table] = node.arguments ?? [];
  return table !== undefined && ts.isStringLiteral(table) ? table.text : 'a table that is not named';
}

/** Returns the reads and writes of a file's SQL on tables of other contexts. */
function foreignAccesses(file: string, source: string): Access[] {
  const context = contextOf(file);
  const found: Access[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      const text = node.getText();
      const tables = (pattern: RegExp): string[] =>
        [...text.matchAll(pattern)].map(([, table = '']) => table.toLowerCase());
      found.push(
        ...tables(WRITES).map((table) => ({ file, context, table, writes: true })),
        ...tables(READS).map((table) => ({ file, context, table, writes: false })),
      );
    }
    const leased = leasedTable(node);
    if (leased !== null) found.push({ file, context, table: leased, writes: true });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found.filter(({ table }) => OWNERS.get(table) !== context);
}

const accesses = ['src', 'libs'].flatMap(filesUnder).flatMap((file) => foreignAccesses(file, read(file)));

function faultsOf(found: readonly Access[]): string[] {
  return found.flatMap(({ file, context, table, writes }) => {
    if (`${context} ${table}` in WRITERS) return [];
    if (writes) return [`${file} writes ${table}, which belongs to ${OWNERS.get(table)}`];
    return READERS[table]?.includes(context) ? [] : [`${file} reads ${table}, which belongs to ${OWNERS.get(table)}`];
  });
}

describe('a table belongs to one context', () => {
  it('is written by its owner and read by the listed contexts only', () => {
    expect([...new Set(faultsOf(accesses))]).toEqual([]);
  });

  it('every listed reader reads its table, and every listed writer writes it', () => {
    const readers = Object.entries(READERS).flatMap(([table, contexts]) =>
      contexts.map((context) => `${context} ${table}`),
    );
    const reads = new Set(accesses.map(({ context, table }) => `${context} ${table}`));
    expect(readers.filter((reader) => !reads.has(reader))).toEqual([]);
    const writes = new Set(
      accesses.filter((access) => access.writes).map(({ context, table }) => `${context} ${table}`),
    );
    expect(Object.keys(WRITERS).filter((writer) => !writes.has(writer))).toEqual([]);
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
      'a read of a table of another context',
      '`select * from run r join signing_secret s on true`',
      'src/collection/persistence/x.ts reads signing_secret, which belongs to src/webhooks',
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

  it('a row lock is not a write', () => {
    const sql = "'select from link l where l.account_id = $1 for update of l'";
    expect(faultsOf(foreignAccesses('src/reviews/persistence/x.ts', `const sql = ${sql};`))).toEqual([]);
  });
});

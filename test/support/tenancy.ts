// cspell:ignore aliasname boolop ctename larg lexpr quals rarg rexpr sval testexpr
/**
 * Checks that a statement is scoped to one account. The statement is parsed with PostgreSQL's parser. Every table that has an
 * `account_id` must be scoped by an equality that always applies: with a parameter, with a row that is already scoped, or with a
 * column outside of the query. A condition under `or`, or any comparison except `=`, scopes nothing.
 */
import { loadModule, parseSync } from 'libpg-query';

/** Await it once before the first call of `unscopedTables`. */
export const loadParser = loadModule;

/** Texts of statements that are scoped. A worker remembers them, because most files send the same statements. */
export const scopedTexts = new Set<string>();

type Tree = Readonly<Record<string, unknown>>;

/** A table of a FROM, an UPDATE or a DELETE, by the name that conditions use for it. */
interface Relation {
  readonly table: string;
  readonly alias: string;
}

/** One query, without the queries in it. */
interface Level {
  readonly relations: Relation[];
  readonly conditions: Tree[];
  /** Whether a join uses `using (account_id)`. */
  joinsByAccount: boolean;
}

/**
 * Tables of `tenantTables` that the statement reads or changes without a condition on the account, in the order of the text, once
 * for each place. Empty for statements that are not queries.
 */
export function unscopedTables(sql: string, tenantTables: ReadonlySet<string>): readonly string[] {
  const parsed = parseSync(sql) as { stmts?: readonly { stmt: Tree }[] };
  const statements = (parsed.stmts ?? []).map(({ stmt }) => stmt);
  const named = new Set(statements.flatMap((statement) => [...commonNames(statement)]));
  const tables = new Set([...tenantTables].filter((table) => !named.has(table)));
  return statements.flatMap((statement) => [...levelsOf(statement)].flatMap((level) => unscopedOf(level, tables)));
}

/** Names of common table expressions. */
function* commonNames(node: unknown): Generator<string> {
  for (const [key, value] of entriesOf(node)) {
    if (key === 'CommonTableExpr') yield String((value as Tree)['ctename']);
    yield* commonNames(value);
  }
}

/** Every query of a statement, the outermost first. */
function* levelsOf(node: unknown): Generator<Level> {
  for (const [key, value] of entriesOf(node)) {
    const query = value as Tree;
    if (key === 'SelectStmt') yield levelOf([query['fromClause']], query['whereClause']);
    if (key === 'UpdateStmt') yield levelOf([relationOf(query), query['fromClause']], query['whereClause']);
    if (key === 'DeleteStmt') yield levelOf([relationOf(query), query['usingClause']], query['whereClause']);
    // The operands of a union are queries without a key `SelectStmt`.
    if (key === 'larg' || key === 'rarg')
      if (isQuery(query)) yield levelOf([query['fromClause']], query['whereClause']);
    yield* levelsOf(value);
  }
}

const relationOf = (query: Tree): Tree => ({ RangeVar: query['relation'] });
const isQuery = (node: Tree): boolean => 'targetList' in node || 'fromClause' in node;

function levelOf(from: readonly unknown[], where: unknown): Level {
  const level: Level = { relations: [], conditions: [], joinsByAccount: false };
  for (const item of from) addFrom(level, item);
  addConditions(level, where);
  return level;
}

function addFrom(level: Level, item: unknown): void {
  if (Array.isArray(item)) return item.forEach((part) => addFrom(level, part));
  for (const [key, value] of entriesOf(item)) {
    const part = value as Tree;
    const alias = (part['alias'] as { aliasname?: string } | undefined)?.aliasname;
    if (key === 'RangeVar') {
      const table = String(part['relname']);
      level.relations.push({ table, alias: alias ?? table });
    } else if (key === 'JoinExpr') {
      addFrom(level, part['larg']);
      addFrom(level, part['rarg']);
      addConditions(level, part['quals']);
      const using = [...stringsOf(part['usingClause'])];
      if (using.includes('account_id')) level.joinsByAccount = true;
    }
  }
}

/** Adds the parts of an `and`, at any depth. */
function addConditions(level: Level, condition: unknown): void {
  if (condition === undefined) return;
  const both = (condition as Tree)['BoolExpr'] as Tree | undefined;
  if (both?.['boolop'] === 'AND_EXPR') (both['args'] as Tree[]).forEach((part) => addConditions(level, part));
  else level.conditions.push(condition as Tree);
}

/** Tables of the level that are not scoped to an account. */
function unscopedOf(level: Level, tenantTables: ReadonlySet<string>): readonly string[] {
  const relations = level.relations.filter(({ table }) => tenantTables.has(table));
  const names = new Set(relations.map(({ alias }) => alias));
  const only = relations.length === 1 ? relations[0]?.alias : undefined;
  const equalities = level.conditions.flatMap((condition) => equalitiesOf(condition, only));
  const scoped = new Set<string>();
  for (let before = -1; before !== scoped.size;) {
    before = scoped.size;
    for (const { alias, isAccount, other } of equalities) {
      // A relation outside of the level is checked in its own level.
      const isScoped =
        other === null ? isAccount : names.has(other.alias) ? scoped.has(other.alias) : isAccount || other.isId;
      if (isScoped && names.has(alias)) scoped.add(alias);
    }
    if (level.joinsByAccount && scoped.size > 0) for (const name of names) scoped.add(name);
  }
  const compared = new Set(level.conditions.flatMap((condition) => comparedByOther(condition, only)));
  return relations.filter(({ alias }) => !scoped.has(alias) || compared.has(alias)).map(({ table }) => table);
}

/** `alias.column = other`, with the account or an id as the column. */
interface Equality {
  readonly alias: string;
  readonly isAccount: boolean;
  /** Null if the other side is a value. */
  readonly other: { readonly alias: string; readonly isId: boolean } | null;
}

/** The equalities of accounts and ids in a condition, in both directions. `only` is the alias of columns without a qualifier. */
function equalitiesOf(condition: Tree, only: string | undefined): readonly Equality[] {
  const listed = condition['SubLink'] as Tree | undefined;
  // `id in (select …)`: the subquery is checked as a separate level.
  if (listed?.['subLinkType'] === 'ANY_SUBLINK')
    return partsOf(listed['testexpr']).flatMap((one) => listedIn(one, only));
  const expression = condition['A_Expr'] as Tree | undefined;
  if (expression === undefined || [...stringsOf(expression['name'])].join('') !== '=') return [];
  const [left, right] = [partsOf(expression['lexpr']), partsOf(expression['rexpr'])];
  if (left.length !== right.length) return [];
  return left.flatMap((one, at) => [...equalityOf(one, right[at], only), ...equalityOf(right[at], one, only)]);
}

/** The alias of an account that is compared by another operator than `=`. No statement needs such a comparison. */
function comparedByOther(condition: Tree, only: string | undefined): readonly string[] {
  const expression = condition['A_Expr'] as Tree | undefined;
  if (expression === undefined || [...stringsOf(expression['name'])].join('') === '=') return [];
  const columns = [expression['lexpr'], expression['rexpr']].map((side) => columnOf(side, only));
  return columns.flatMap((column) => (column?.name === 'account_id' ? [column.alias] : []));
}

/** The equality of an id with the rows of a subquery. */
function listedIn(one: unknown, only: string | undefined): readonly Equality[] {
  const column = columnOf(one, only);
  if (column === null || !ID_COLUMN.test(column.name)) return [];
  return [{ alias: column.alias, isAccount: column.name === 'account_id', other: { alias: OUTSIDE, isId: true } }];
}

/** An alias that no relation can have. */
const OUTSIDE = '';

/** Ids are unique in the database: a row that is found by an id that a row of an account contains belongs to that account. */
function equalityOf(one: unknown, another: unknown, only: string | undefined): readonly Equality[] {
  const column = columnOf(one, only);
  if (column === null || !ID_COLUMN.test(column.name)) return [];
  if (isListOfQuery(another)) return listedIn(one, only);
  const other = columnOf(another, only);
  const isAccount = column.name === 'account_id';
  if (other?.alias === column.alias) return [];
  return [{ alias: column.alias, isAccount, other: other && { alias: other.alias, isId: ID_COLUMN.test(other.name) } }];
}

const ID_COLUMN = /^(?:id|ctid)$|_id$/;

/** `any(array(select …))`. */
const isListOfQuery = (expression: unknown): boolean =>
  ((expression as Tree | undefined)?.['SubLink'] as Tree | undefined)?.['subLinkType'] === 'ARRAY_SUBLINK';

/** The parts of a row expression, or the expression itself. */
function partsOf(expression: unknown): readonly unknown[] {
  const row = (expression as Tree | undefined)?.['RowExpr'] as Tree | undefined;
  return (row?.['args'] as unknown[] | undefined) ?? [expression];
}

/** A column, also through a cast; null for anything else. */
function columnOf(expression: unknown, only: string | undefined): { alias: string; name: string } | null {
  const cast = (expression as Tree | undefined)?.['TypeCast'] as Tree | undefined;
  const reference = ((cast?.['arg'] ?? expression) as Tree | undefined)?.['ColumnRef'] as Tree | undefined;
  const [name, alias = only ?? ''] = [...stringsOf(reference?.['fields'])].reverse();
  return name === undefined ? null : { alias, name };
}

function* stringsOf(list: unknown): Generator<string> {
  for (const item of (list ?? []) as Tree[]) {
    const text = item['String'] as Tree | undefined;
    if (text !== undefined) yield String(text['sval']);
  }
}

function entriesOf(node: unknown): readonly (readonly [string, unknown])[] {
  return typeof node === 'object' && node !== null ? Object.entries(node) : [];
}

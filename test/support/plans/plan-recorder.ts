/** Records how PostgreSQL executes the statements of the product: `auto_explain` sends each plan with its figures to the session. */
import type pg from 'pg';
import { createDataSource, Database } from '@libs/database';
import { ENTITIES } from '@src/entities';

/** How a statement read one table in one step of its plan. */
export interface Scan {
  readonly table: string;
  /** Null for a scan of the whole table. */
  readonly index: string | null;
  /** Rows that were read, including those that a filter removed. */
  readonly rows: number;
}

/** An executed statement. */
export interface RecordedPlan {
  /** Null if the statement is not prepared. */
  readonly name: string | null;
  readonly text: string;
  readonly scans: readonly Scan[];
  /** Blocks that were read, from memory or from disk. */
  readonly blocks: number;
}

/** Whether the plan of a prepared statement is made for any values or for the given ones. `auto` uses one or the other. */
export type PlanMode = 'generic' | 'custom';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

export class PlanRecorder {
  private readonly notices: string[] = [];
  /** By the text of a statement; null if it is not prepared. */
  private readonly names = new Map<string, string | null>();
  private mode: PlanMode | null = null;
  private isLost = false;

  private constructor(readonly database: Database) {}

  /** A database with one connection, opened as the product opens it, so that its plans are kept between statements. */
  static async open(url: string): Promise<PlanRecorder> {
    const settings = { url, poolSize: 1, statementTimeoutMs: 60_000, applicationName: 'hrev-plans' };
    const dataSource = createDataSource({ ...settings, entities: ENTITIES });
    await dataSource.initialize();
    const recorder = new PlanRecorder(new Database(dataSource));
    await recorder.listen();
    return recorder;
  }

  /** The plans of the statements that `work` sends, in order. */
  async record(mode: PlanMode, work: (database: Database) => Promise<unknown>): Promise<readonly RecordedPlan[]> {
    if (mode !== this.mode) await this.set('plan_cache_mode', `force_${mode}_plan`);
    this.mode = mode;
    this.notices.length = 0;
    await work(this.database);
    const plans = this.notices.flatMap(planOf);
    await this.findNames(plans.map(({ text }) => text));
    if (this.isLost) throw new Error('the connection was replaced, and its plans are lost');
    return plans.map((plan) => ({ ...plan, name: this.names.get(plan.text) ?? null }));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private async listen(): Promise<void> {
    const pool = (this.database.dataSource.driver as unknown as { master: pg.Pool }).master;
    // The connection and its plans must not be replaced.
    pool.options.idleTimeoutMillis = 0;
    const client = await pool.connect();
    client.on('end', () => (this.isLost = true));
    (client as unknown as pg.Client).on('notice', ({ message }) => void this.notices.push(message ?? ''));
    client.release();
    await this.database.query(`load 'auto_explain'`);
    const settings = {
      log_level: 'notice',
      log_min_duration: '0',
      log_analyze: 'on',
      log_buffers: 'on',
      log_timing: 'off',
      log_format: 'json',
    };
    for (const [name, value] of Object.entries(settings)) await this.set(`auto_explain.${name}`, value);
  }

  private async findNames(texts: readonly string[]): Promise<void> {
    const unknown = texts.filter((text) => !this.names.has(text));
    if (unknown.length === 0) return;
    const rows = await this.database.query<{ name: string; statement: string }>(
      'select name, statement from pg_prepared_statements',
    );
    for (const text of unknown) this.names.set(text, null);
    for (const { name, statement } of rows) this.names.set(statement, name);
  }

  private set(name: string, value: string): Promise<unknown> {
    return this.database.query('select set_config($1, $2, false)', [name, value]);
  }
}

function planOf(notice: string): readonly Omit<RecordedPlan, 'name'>[] {
  const json = /^duration: .* plan:\n([\s\S]*)$/.exec(notice)?.[1];
  if (json === undefined) return [];
  const { 'Query Text': text, Plan: root } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  const blocks = (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
  return [{ text, scans: flatten(root).flatMap(scanOf), blocks }];
}

const flatten = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

function scanOf(node: PlanNode): readonly Scan[] {
  const table = node['Relation Name'];
  if (!node['Node Type'].endsWith('Scan') || table === undefined) return [];
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const rows = Math.round(((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 0));
  // The index of a bitmap scan is in the steps below it.
  const index = flatten(node).flatMap((one) => one['Index Name'] ?? [])[0];
  return [{ table, index: index ?? null, rows }];
}

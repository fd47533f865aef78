import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The span that caused a row, for the span of the work on it (ADR 36). */
const COLUMNS: Readonly<Record<string, string>> = {
  outbox: 'The span that wrote the event, as in the header traceparent (W3C Trace Context). Null without traces.',
  link_collection: 'The span of the request that made the link due, until it is planned. Null without traces.',
  run_link: 'The span that planned the run. Null without traces.',
  webhook_delivery: 'The span that wrote the event. Null without traces, and for daily batches.',
};

/** The trace of work that continues in another process. Columns without a default are added without rewriting the table. */
export class EventsTraceparent1795913000000 implements MigrationInterface {
  readonly name = 'EventsTraceparent1795913000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, about] of Object.entries(COLUMNS)) {
      await runner.query(`alter table ${table} add column traceparent text`);
      await runner.query(`comment on column ${table}.traceparent is '${about}'`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(COLUMNS)) await runner.query(`alter table ${table} drop column traceparent`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much each process that serves webhooks had free when it last looked: what is due beyond one's own places is left to others. */
export class WebhooksWorkers1795200000098 implements MigrationInterface {
  readonly name = 'WebhooksWorkers1795200000098';

  async up(runner: QueryRunner): Promise<void> {
    // Of no use after a crash, so it needs no log.
    await runner.query(`
      create unlogged table webhook_worker (
        id uuid primary key,
        free int not null,
        seen_at timestamptz not null
      ) with (fillfactor = 50)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_worker');
  }
}

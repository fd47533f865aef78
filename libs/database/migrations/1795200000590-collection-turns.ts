import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A claim finds by one look-up each when an account was last served at any source, and which accounts a `Retry-After` delays. */
export class CollectionTurns1795200000590 implements MigrationInterface {
  readonly name = 'CollectionTurns1795200000590';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index account_queue_turn on account_queue (account_id, last_served_at);
      create index account_pace_held on account_pace (held_until, source_id, account_id) where held_until > '-infinity';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index account_queue_turn; drop index account_pace_held');
  }
}

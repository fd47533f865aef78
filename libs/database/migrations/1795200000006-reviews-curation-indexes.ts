import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The few reviews of an object that are pinned or hidden, found without walking all its reviews. */
export class ReviewsCurationIndexes1795200000006 implements MigrationInterface {
  readonly name = 'ReviewsCurationIndexes1795200000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index review_pinned on review (account_id, object_id, pin_position) where pin_position is not null;
      create index review_hidden on review (account_id, object_id, hidden_at desc, id desc) where hidden_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index review_pinned; drop index review_hidden');
  }
}

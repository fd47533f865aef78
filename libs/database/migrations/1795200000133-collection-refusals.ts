import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose visits a source refused since it last answered, so that one account's links do not close it for all. Constant
 * defaults: no row is rewritten.
 */
export class CollectionRefusals1795200000133 implements MigrationInterface {
  readonly name = 'CollectionRefusals1795200000133';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table source_pace
        -- Hashes of the different pages refused since the source last answered or was last closed; as many as it takes to close.
        add refused_pages text[] not null default '{}',
        -- The accounts whose links they are; two at most.
        add refused_accounts bigint[] not null default '{}',
        -- How often the source was closed since it last answered.
        add closures_in_a_row int not null default 0,
        -- When another account's link was last visited out of turn to settle whether the source refuses everybody.
        add asked_at timestamptz not null default '-infinity';
      create index link_of_source on link (source_id, account_id) where is_active and deleted_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index link_of_source;
      alter table source_pace drop refused_pages, drop refused_accounts, drop closures_in_a_row, drop asked_at;
    `);
  }
}

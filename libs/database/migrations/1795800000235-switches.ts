import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/**
 * The switches of the operator. The pause of a source becomes the switch of its collection. Its columns in `source_pace` stay, because
 * processes of the version before read them during an upgrade.
 */
export class Switches1795800000235 implements MigrationInterface {
  readonly name = 'Switches1795800000235';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(COMMENTS);
    await runner.query(MOVE_PAUSES);
    await runner.query('alter table webhook_delivery add column source_ids int[]');
    await runner.query(
      `comment on column webhook_delivery.source_ids is 'Sources of the reviews; null for an event without reviews.'`,
    );
    await runner.query('create view switch_off_view as select switch, source_id, since, reason from switch_off');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view switch_off_view');
    await runner.query('alter table webhook_delivery drop column source_ids');
    await runner.query(MOVE_PAUSES_BACK);
    await runner.query('drop table switch_off');
  }
}

const TABLE = `
  create table switch_off (
    switch text not null check (switch in ('replies', 'webhooks', 'collection')),
    source_id int not null default 0,
    since timestamptz not null default clock_timestamp(),
    reason text,
    primary key (switch, source_id)
  )`;

const COMMENTS = describeTable('switch_off', 'What the operator has switched off for all accounts. A row exists while it is off.', {
  switch: 'replies: they are not sent; webhooks: deliveries are not sent; collection: links are not read.',
  source_id: 'The source for which it is off; 0: for every source.',
  reason: 'Reason that the operator gave, for operators; null without one.',
});

const MOVE_PAUSES = `
  insert into switch_off (switch, source_id, since, reason)
  select 'collection', source_id, paused_at, pause_reason from source_pace where paused_at is not null`;

const MOVE_PAUSES_BACK = `
  update source_pace p set paused_at = s.since, pause_reason = s.reason
  from switch_off s where s.switch = 'collection' and s.source_id = p.source_id`;

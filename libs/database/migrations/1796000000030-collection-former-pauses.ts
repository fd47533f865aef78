import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pauses of sources stay in `source_pace` as well, while processes that know no switches run beside newer ones during an upgrade. Triggers
 * keep both places equal, so processes of both versions observe a pause that either sets. A migration of a later version drops the columns.
 */
export class CollectionFormerPauses1796000000030 implements MigrationInterface {
  readonly name = 'CollectionFormerPauses1796000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(`${FROM_SWITCHES}; ${PAUSE_SWITCHED_OFF}`);
    await runner.query(FROM_PAUSES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger source_pace_switch on source_pace;
      drop trigger switch_off_pause on switch_off;
      drop function switch_paused_source();
      drop function pause_switched_sources()`);
  }
}

/** Databases of some unreleased versions have lost the columns. */
const COLUMNS = `
  alter table source_pace add column if not exists paused_at timestamptz, add column if not exists pause_reason text;
  comment on column source_pace.paused_at is 'As in switch_off, for processes of the version before it.';
  comment on column source_pace.pause_reason is 'As in switch_off, for processes of the version before it.'`;

/** The switch of one source decides; without one, the switch of all. */
const PAUSE_SWITCHED_OFF = `
  update source_pace p set paused_at = off.since, pause_reason = off.reason
  from source s left join lateral (
    select since, reason from switch_off where switch = 'collection' and source_id in (0, s.id) order by source_id desc limit 1
  ) off on true
  where p.source_id = s.id and (p.paused_at, p.pause_reason) is distinct from (off.since, off.reason)`;

/** A trigger that writes the other table fires no trigger there: depth 0 is the statement of a process. */
const FROM_SWITCHES = `
  create function pause_switched_sources() returns trigger language plpgsql as $$
  begin
    ${PAUSE_SWITCHED_OFF};
    return null;
  end $$;
  create trigger switch_off_pause after insert or update or delete on switch_off
    for each statement when (pg_trigger_depth() = 0) execute function pause_switched_sources()`;

const FROM_PAUSES = `
  create function switch_paused_source() returns trigger language plpgsql as $$
  begin
    if new.paused_at is null then
      delete from switch_off where switch = 'collection' and source_id = new.source_id;
    else
      insert into switch_off (switch, source_id, since, reason)
      values ('collection', new.source_id, new.paused_at, new.pause_reason)
      on conflict (switch, source_id) do update set reason = excluded.reason;
    end if;
    return null;
  end $$;
  create trigger source_pace_switch after update of paused_at, pause_reason on source_pace
    for each row when (pg_trigger_depth() = 0) execute function switch_paused_source()`;

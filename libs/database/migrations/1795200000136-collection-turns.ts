import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose turn it is at a source. Links that wait are looked up by source and account, so that what one account has waiting
 * costs the claims of others nothing. Triggers keep `look_at`, so that no writer of `run_link` can forget it, also one of an
 * earlier version that still runs beside this one.
 */
export class CollectionTurns1795200000136 implements MigrationInterface {
  readonly name = 'CollectionTurns1795200000136';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(TABLE);
    // Creating triggers makes writers wait until the commit, so nothing comes between them and the first rows.
    await runner.query(TRIGGERS);
    await runner.query(FIRST_ROWS);
    await runner.query('analyze collection_turn');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger run_link_waits on run_link;
      drop trigger run_link_waits_again on run_link;
      drop function note_waiting_run_links();
      drop function note_run_link_given_back();
      drop table collection_turn;
      drop index run_link_waiting;
      update run_link set priority = case priority when 2 then 1 else 0 end where outcome is null;
      alter table run_link drop moves_up_at;
      create index run_link_waiting on run_link (source_id, priority, not_before, id) where state = 'queued';
    `);
  }
}

/** 36 minutes: a tenth of the period that links have unless the operator set another. */
const COLUMNS = `
  -- From when on it goes as the links of the next higher class do. The default is for writers of earlier versions.
  alter table run_link add moves_up_at timestamptz;
  alter table run_link alter moves_up_at set default clock_timestamp() + interval '36 minutes';
  comment on column run_link.priority is '0: the first collection of a link; 1: somebody asked for it; 2: scheduled';
  update run_link l set moves_up_at = l.slot + interval '36 minutes',
    priority = case when l.priority = 1 then 2 when r.cause = 'manual' then 1 else 0 end
  from run r where r.id = l.run_id and l.outcome is null;
  drop index run_link_waiting;
  create index run_link_waiting on run_link (source_id, account_id, priority, moves_up_at, id) where state = 'queued';
`;

const TABLE = `
  create table collection_turn (
    account_id bigint not null references account (id) on delete cascade,
    source_id int not null,
    -- When a link of the account was last claimed at the source.
    last_served_at timestamptz not null default '-infinity',
    -- No link of the account can be claimed at the source before this moment; null where none waits.
    look_at timestamptz,
    primary key (account_id, source_id)
  ) with (fillfactor = 50);
  create index collection_turn_next on collection_turn (source_id, last_served_at, account_id) where look_at is not null;
`;

/** In the order of the key, so that two planners take the rows in one order. */
const TRIGGERS = `
  create function note_waiting_run_links() returns trigger language plpgsql as $$
  begin
    insert into collection_turn as t (account_id, source_id, look_at)
    select account_id, source_id, min(not_before) from added where state = 'queued' group by 1, 2 order by 1, 2
    on conflict (account_id, source_id) do update set look_at = excluded.look_at
      where t.look_at is null or t.look_at > excluded.look_at;
    return null;
  end $$;
  create trigger run_link_waits after insert on run_link
    referencing new table as added for each statement execute function note_waiting_run_links();

  create function note_run_link_given_back() returns trigger language plpgsql as $$
  begin
    insert into collection_turn as t (account_id, source_id, look_at)
    values (new.account_id, new.source_id, new.not_before)
    on conflict (account_id, source_id) do update set look_at = excluded.look_at
      where t.look_at is null or t.look_at > excluded.look_at;
    return null;
  end $$;
  create trigger run_link_waits_again after update of state, not_before on run_link
    for each row when (new.state = 'queued') execute function note_run_link_given_back();
`;

const FIRST_ROWS = `
  insert into collection_turn (account_id, source_id, look_at)
  select account_id, source_id, min(not_before) filter (where state = 'queued')
  from run_link where outcome is null group by 1, 2
`;

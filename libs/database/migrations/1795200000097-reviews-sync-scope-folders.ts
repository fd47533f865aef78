import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The folders of an object that is switched or deleted, or loses a link, are asked for only once the change number's row
 * is held. Asked for before, a folder that the object was just joining was not among them: its reader met the joining
 * and was never told what came after it.
 */
export class ReviewsSyncScopeFolders1795200000097 implements MigrationInterface {
  readonly name = 'ReviewsSyncScopeFolders1795200000097';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HOLD_CHANGES);
    await runner.query(scopeTriggers('perform hold_changes(new.account_id);'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(scopeTriggers(''));
    await runner.query('drop function hold_changes(bigint)');
  }
}

const HOLD_CHANGES = `
  -- Waits for whoever has taken change numbers, and holds the row to commit; what is read by the next statement is what they left.
  create function hold_changes(account bigint) returns void language sql as $$
    insert into account_change as c (account_id, change_seq, changed_at) values (account, 0, clock_timestamp())
    on conflict (account_id) do update set change_seq = c.change_seq
  $$;
`;

const scopeTriggers = (first: string): string => `
  create or replace function sync_scope_object() returns trigger language plpgsql as $$
  begin
    ${first}
    perform note_scope_change(new.account_id, array[new.id], null, sync_folders_of(new.account_id, new.id), false);
    return null;
  end $$;

  create or replace function sync_scope_link() returns trigger language plpgsql as $$
  begin
    -- The links of a deleted object go with it: its own event speaks of them.
    if exists (select from tracked_object where account_id = new.account_id and id = new.object_id and deleted_at is null) then
      ${first}
      perform note_scope_change(new.account_id, array[new.object_id], new.id, sync_folders_of(new.account_id, new.object_id), false);
    end if;
    return null;
  end $$;
`;

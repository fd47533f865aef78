import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What brings reviews into a client's copy or takes them out although no review changes: an object switched, deleted,
 * put into a folder or taken out, a link removed. Each such event gets a number of the account's own order of changes, so that whoever follows that order
 * meets it in its place. Triggers write them: exact whoever changes the tables.
 */
export class ReviewsSyncScope1795200000050 implements MigrationInterface {
  readonly name = 'ReviewsSyncScope1795200000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SCOPE_TABLE);
    await runner.query(NOTE_SCOPE_CHANGE);
    await runner.query(OBJECT_TRIGGERS);
    await runner.query(FOLDER_TRIGGERS);
    await runner.query(PURGE_TRIGGER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger sync_scope_purge on review;
      drop trigger sync_scope_object on tracked_object;
      drop trigger sync_scope_link on link;
      drop trigger sync_scope_joined on folder_object;
      drop trigger sync_scope_left on folder_object;
      drop trigger sync_scope_moved on folder;
      drop trigger sync_scope_folder_deleted on folder;
      drop function sync_scope_purge, sync_scope_object, sync_scope_link, sync_scope_membership, sync_scope_folder;
      drop function note_scope_change(bigint, bigint[], bigint, bigint[], boolean);
      drop function sync_folders_of(bigint, bigint);
      drop table sync_scope_change;
    `);
  }
}

const SCOPE_TABLE = `
  -- "Look at all reviews of this object, or of this link of it, again." What came of them is judged when it is read.
  create table sync_scope_change (
    account_id bigint not null references account (id) on delete cascade,
    change_seq bigint not null,
    object_id bigint not null,
    link_id bigint,
    -- The folders whose composition the object was part of, before or after.
    folder_ids bigint[] not null,
    changed_at timestamptz not null,
    -- Reviews that it speaks of were purged since: nobody can name them any more.
    has_lost_reviews boolean not null,
    primary key (account_id, change_seq)
  );
`;

const NOTE_SCOPE_CHANGE = `
  -- The folders that an object lies in, and theirs.
  create function sync_folders_of(account bigint, object bigint) returns bigint[] language sql stable as $$
    select coalesce(array_agg(distinct place.id), '{}')
    from folder_object p
    join folder f on f.account_id = p.account_id and f.id = p.folder_id
    cross join lateral (values (f.id), (f.parent_folder_id)) place (id)
    where p.account_id = account and p.object_id = object and place.id is not null
  $$;

  -- One event for each object. Takes the row lock of the account's change number, which is held to commit. Events older
  -- than any cursor may be are dropped on the way, a few at a time.
  create function note_scope_change(account bigint, objects bigint[], link bigint, folders bigint[], lost boolean)
  returns void language plpgsql as $$
  declare
    top bigint;
    at timestamptz;
  begin
    if cardinality(objects) = 0 then return; end if;
    insert into account_change as c (account_id, change_seq, changed_at)
    values (account, cardinality(objects), clock_timestamp())
    on conflict (account_id) do update set
      change_seq = c.change_seq + excluded.change_seq,
      changed_at = greatest(clock_timestamp(), c.changed_at + interval '1 microsecond')
    returning change_seq, changed_at into top, at;
    insert into sync_scope_change
    select account, top - cardinality(objects) + o.n, o.id, link, folders, at, lost
    from unnest(objects) with ordinality o (id, n);
    delete from sync_scope_change where account_id = account and change_seq in (
      select change_seq from sync_scope_change where account_id = account order by change_seq limit 100
    ) and changed_at < at - interval '400 days';
  end $$;
`;

/** Deferred, so that the change number is the last lock of the transaction. */
const OBJECT_TRIGGERS = `
  create function sync_scope_object() returns trigger language plpgsql as $$
  begin
    perform note_scope_change(new.account_id, array[new.id], null, sync_folders_of(new.account_id, new.id), false);
    return null;
  end $$;
  create constraint trigger sync_scope_object after update on tracked_object deferrable initially deferred for each row
    when (old.is_active <> new.is_active or old.deleted_at is distinct from new.deleted_at)
    execute function sync_scope_object();

  create function sync_scope_link() returns trigger language plpgsql as $$
  begin
    -- The links of a deleted object go with it: its own event speaks of them.
    if exists (select from tracked_object where account_id = new.account_id and id = new.object_id and deleted_at is null) then
      perform note_scope_change(new.account_id, array[new.object_id], new.id, sync_folders_of(new.account_id, new.object_id), false);
    end if;
    return null;
  end $$;
  create constraint trigger sync_scope_link after update on link deferrable initially deferred for each row
    when (old.deleted_at is distinct from new.deleted_at) execute function sync_scope_link();
`;

/**
 * The composition of a folder, and with it of the folder above. Rows of a folder that is deleted go after it: their parent
 * can be asked only before.
 */
const FOLDER_TRIGGERS = `
  create function sync_scope_membership() returns trigger language plpgsql as $$
  declare
    part record;
  begin
    for part in
      select f.account_id, array_agg(c.object_id order by c.object_id) as objects,
        array_remove(array[f.id, f.parent_folder_id], null) as folders
      from changed c join folder f on f.account_id = c.account_id and f.id = c.folder_id
      group by f.account_id, f.id order by f.account_id, f.id
    loop
      perform note_scope_change(part.account_id, part.objects, null, part.folders, false);
    end loop;
    return null;
  end $$;
  create trigger sync_scope_joined after insert on folder_object referencing new table as changed
    for each statement execute function sync_scope_membership();
  create trigger sync_scope_left after delete on folder_object referencing old table as changed
    for each statement execute function sync_scope_membership();

  create function sync_scope_folder() returns trigger language plpgsql as $$
  declare
    parent_now bigint;
  begin
    if tg_op = 'UPDATE' then parent_now := new.parent_folder_id; end if;
    perform note_scope_change(old.account_id,
      array(select object_id from folder_object where account_id = old.account_id and folder_id = old.id order by object_id),
      null, array_remove(array[old.parent_folder_id, parent_now], null), false);
    return case when tg_op = 'UPDATE' then new else old end;
  end $$;
  create trigger sync_scope_moved after update on folder for each row
    when (old.parent_folder_id is distinct from new.parent_folder_id) execute function sync_scope_folder();
  create trigger sync_scope_folder_deleted before delete on folder for each row
    when (old.parent_folder_id is not null) execute function sync_scope_folder();
`;

/**
 * Rows that are purged cannot be named any more: a client that has not yet met the event which removed them must begin
 * anew. Where no event removed them, one is made.
 */
const PURGE_TRIGGER = `
  create function sync_scope_purge() returns trigger language plpgsql as $$
  declare
    purged record;
  begin
    for purged in select distinct account_id, object_id, link_id from removed order by account_id, object_id, link_id loop
      update sync_scope_change e set has_lost_reviews = true
      where e.account_id = purged.account_id and e.object_id = purged.object_id
        and (e.link_id is null or e.link_id = purged.link_id);
      if not found or exists (
        select from link l join tracked_object o on o.account_id = l.account_id and o.id = l.object_id
        where l.account_id = purged.account_id and l.id = purged.link_id and l.deleted_at is null and o.deleted_at is null
      ) then
        perform note_scope_change(purged.account_id, array[purged.object_id], purged.link_id,
          sync_folders_of(purged.account_id, purged.object_id), true);
      end if;
    end loop;
    return null;
  end $$;
  create trigger sync_scope_purge after delete on review referencing old table as removed
    for each statement execute function sync_scope_purge();
`;

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Changes of the set of reviews of an object or folder, which the change stream reports in addition to changes of reviews. */
export class ReviewsSync1795800000140 implements MigrationInterface {
  readonly name = 'ReviewsSync1795800000140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SCOPE_TABLE);
    await runner.query(SCOPE_FUNCTIONS);
    await runner.query(SCOPE_TRIGGERS);
    await runner.query(COMMENT);
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
      drop table sync_scope_change;
      drop function sync_scope_purge, sync_scope_object, sync_scope_link, sync_scope_membership, sync_scope_folder;
      drop function record_scope_change(bigint, bigint[], bigint, bigint[], boolean);
      drop function lock_change_number(bigint), sync_folders_of(bigint, bigint);
    `);
  }
}

const SCOPE_TABLE = `
  create table sync_scope_change (
    account_id bigint not null references account (id) on delete cascade,
    change_seq bigint not null,
    object_id bigint not null,
    link_id bigint,
    folder_ids bigint[] not null,
    changed_at timestamptz not null,
    has_lost_reviews boolean not null,
    primary key (account_id, change_seq)
  );
  create index sync_scope_change_of_object on sync_scope_change (account_id, object_id, change_seq);
`;

const SCOPE_FUNCTIONS = `
  -- Locks the change number of the account until the commit. The next statement sees what earlier holders have committed.
  create function lock_change_number(account bigint) returns void language sql as $$
    insert into account_change as c (account_id, change_seq, changed_at) values (account, 0, clock_timestamp())
    on conflict (account_id) do update set change_seq = c.change_seq
  $$;

  -- The folders of an object, and the folders above them.
  create function sync_folders_of(account bigint, object bigint) returns bigint[] language sql stable as $$
    select coalesce(array_agg(distinct level.id), '{}')
    from folder_object p
    join folder f on f.account_id = p.account_id and f.id = p.folder_id
    cross join lateral (values (f.id), (f.parent_folder_id)) level (id)
    where p.account_id = account and p.object_id = object and level.id is not null
  $$;

  -- Writes one change for each object. Locks the change number of the account until the commit. Deletes some of the changes that are
  -- older than any cursor may be.
  create function record_scope_change(account bigint, objects bigint[], link bigint, folders bigint[], lost boolean)
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
    insert into sync_scope_change (account_id, change_seq, object_id, link_id, folder_ids, changed_at, has_lost_reviews)
    select account, top - cardinality(objects) + o.n, o.id, link, folders, at, lost
    from unnest(objects) with ordinality o (id, n);
    delete from sync_scope_change where account_id = account and change_seq in (
      select change_seq from sync_scope_change where account_id = account order by change_seq limit 100
    ) and changed_at < at - interval '400 days';
  end $$;
`;

/**
 * Triggers record these changes for every writer of objects, links and folders. The triggers of objects and links are deferred,
 * because the change number must be the last lock of the transaction.
 */
const SCOPE_TRIGGERS = `
  -- Folders are read after the lock is acquired. An earlier read would miss a folder that the object is joining.
  create function sync_scope_object() returns trigger language plpgsql as $$
  begin
    perform lock_change_number(new.account_id);
    perform record_scope_change(new.account_id, array[new.id], null, sync_folders_of(new.account_id, new.id), false);
    return null;
  end $$;
  create constraint trigger sync_scope_object after update on tracked_object deferrable initially deferred for each row
    when (old.is_active <> new.is_active or old.deleted_at is distinct from new.deleted_at)
    execute function sync_scope_object();

  create function sync_scope_link() returns trigger language plpgsql as $$
  begin
    -- The change of a deleted object covers its links.
    if exists (select from tracked_object where account_id = new.account_id and id = new.object_id and deleted_at is null) then
      perform lock_change_number(new.account_id);
      perform record_scope_change(new.account_id, array[new.object_id], new.id, sync_folders_of(new.account_id, new.object_id), false);
    end if;
    return null;
  end $$;
  create constraint trigger sync_scope_link after update on link deferrable initially deferred for each row
    when (old.deleted_at is distinct from new.deleted_at) execute function sync_scope_link();

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
      perform record_scope_change(part.account_id, part.objects, null, part.folders, false);
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
    perform record_scope_change(old.account_id,
      array(select object_id from folder_object where account_id = old.account_id and folder_id = old.id order by object_id),
      null, array_remove(array[old.parent_folder_id, parent_now], null), false);
    return case when tg_op = 'UPDATE' then new else old end;
  end $$;
  create trigger sync_scope_moved after update on folder for each row
    when (old.parent_folder_id is distinct from new.parent_folder_id) execute function sync_scope_folder();
  -- Fires before the deletion, while the memberships of the folder exist.
  create trigger sync_scope_folder_deleted before delete on folder for each row
    when (old.parent_folder_id is not null) execute function sync_scope_folder();

  -- Purged reviews cannot be listed: a client that has not read the change that removed them must start over. If no change removed
  -- them, a change is written.
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
        perform record_scope_change(purged.account_id, array[purged.object_id], purged.link_id,
          sync_folders_of(purged.account_id, purged.object_id), true);
      end if;
    end loop;
    return null;
  end $$;
  create trigger sync_scope_purge after delete on review referencing old table as removed
    for each statement execute function sync_scope_purge();
`;

const COMMENT = describeTable(
  'sync_scope_change',
  'Changes that add reviews to a client’s copy or remove them without a change of the reviews: an object is activated, deleted, added to a folder or removed from one; a link is removed. Kept for 400 days.',
  {
    link_id: 'Null if the change concerns all links of the object.',
    folder_ids: 'Folders that contain the object before or after the change.',
    has_lost_reviews: 'Whether reviews of this change have been purged.',
  },
);

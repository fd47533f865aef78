import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pinned reviews leave every answer with their link; those that stay shift up, so that places count from 0 without gaps
 * whoever removes a link. Each review that shifts is a change like any other.
 */
export class ReviewsPinsOfRemovedLinks1795200000031 implements MigrationInterface {
  readonly name = 'ReviewsPinsOfRemovedLinks1795200000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function pins_close_ranks() returns trigger language plpgsql as $$
      declare
        moved bigint[];
        places smallint[];
        top bigint;
        at timestamptz;
      begin
        perform from review r where r.account_id = new.account_id and r.object_id = new.object_id
          and r.link_id = new.id and r.pin_position is not null;
        if not found then return null; end if;
        -- Whoever hides and pins holds the object too. A deleted one shows nothing any more.
        perform from tracked_object o where o.account_id = new.account_id and o.id = new.object_id
          and o.deleted_at is null for no key update;
        if not found then return null; end if;
        select array_agg(p.id order by p.id), array_agg(p.place order by p.id) into moved, places
        from (
          select r.id, r.pin_position, (row_number() over (order by r.pin_position, r.id) - 1)::smallint as place
          from review r join link l on l.account_id = r.account_id and l.id = r.link_id and l.deleted_at is null
          where r.account_id = new.account_id and r.object_id = new.object_id and r.pin_position is not null
        ) p where p.place <> p.pin_position;
        if moved is null then return null; end if;
        insert into account_change as c (account_id, change_seq, changed_at)
        values (new.account_id, cardinality(moved), clock_timestamp())
        on conflict (account_id) do update set
          change_seq = c.change_seq + excluded.change_seq,
          changed_at = greatest(clock_timestamp(), c.changed_at + interval '1 microsecond')
        returning change_seq - cardinality(moved), changed_at into top, at;
        update review r set pin_position = m.place, updated_at = at, change_seq = top + m.n
        from unnest(moved, places) with ordinality m (id, place, n)
        where r.account_id = new.account_id and r.id = m.id;
        return null;
      end $$;
      -- Deferred, so that its locks are the last ones of the transaction. Its name comes before those of triggers that
      -- take a change number without holding the object.
      create constraint trigger pins_close_ranks after update on link deferrable initially deferred for each row
        when (old.deleted_at is null and new.deleted_at is not null) execute function pins_close_ranks();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger pins_close_ranks on link; drop function pins_close_ranks()');
  }
}

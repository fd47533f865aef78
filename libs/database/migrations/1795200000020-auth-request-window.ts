import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The sliding window of requests in quarters of a second, and the one function that counts and grants.
 *
 * 241 quarters are 60 seconds and the one that is only partly over: a request is forgotten 60 to 60.25 seconds after it
 * was counted, so no 60 seconds ever hold more than the ceiling, wherever they begin.
 */
export class AuthRequestWindow1795200000020 implements MigrationInterface {
  readonly name = 'AuthRequestWindow1795200000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table request_window rename column newest_second to newest_quarter;

      create function take_requests(key bigint, spent int, asked int, ceiling int)
      returns table (granted int, used int, frees_in_ms int) language plpgsql as $$
      declare
        width constant int := 241;
        now_quarters numeric := extract(epoch from clock_timestamp()) * 4;
        this_quarter bigint := floor(now_quarters);
        row_quarter bigint;
        row_counts int[];
        passed int;
        kept int[];
        oldest int;
      begin
        insert into request_window values (key, this_quarter, array_fill(0, array[width])) on conflict do nothing;
        select newest_quarter, counts into row_quarter, row_counts from request_window where key_id = key for update;
        -- A clock that was set back counts into the newest quarter there is: nothing is forgotten early.
        passed := least(width, greatest(0, this_quarter - row_quarter));
        kept := array_fill(0, array[passed]) || row_counts[1 : width - passed];
        select coalesce(sum(n), 0) into used from unnest(kept) n;
        granted := least(asked, greatest(0, ceiling - used - spent));
        used := used + spent + granted;
        kept[1] := kept[1] + spent + granted;
        update request_window set newest_quarter = greatest(row_quarter, this_quarter), counts = kept where key_id = key;
        select max(i) into oldest from unnest(kept) with ordinality u (n, i) where n > 0;
        frees_in_ms := case when oldest is null then 0
          else ceil((width + 1 - oldest - (now_quarters - this_quarter)) * 250) end;
        return next;
      end $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function take_requests(bigint, int, int, int);
      alter table request_window rename column newest_quarter to newest_second;
    `);
  }
}

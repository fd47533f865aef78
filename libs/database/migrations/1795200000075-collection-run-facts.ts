import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a run found, many reviews in a row: one row for each was checked against its run and indexed one by one, and cost a
 * fifth of taking new reviews in. Read through `run_review`, which shows one row a review as before.
 */
export class CollectionRunFacts1795200000075 implements MigrationInterface {
  readonly name = 'CollectionRunFacts1795200000075';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table run_fact (
        run_id bigint not null references run (id) on delete cascade,
        object_id bigint not null,
        fact text not null check (fact in ('appeared', 'replied', 'changed', 'deleted', 'restored')),
        review_ids bigint[] not null
      );
      create index run_fact_of_run on run_fact (run_id);
      insert into run_fact (run_id, object_id, fact, review_ids)
      select run_id, object_id, fact, array_agg(review_id) from run_review group by run_id, object_id, fact;
      drop table run_review;
      -- A review that changed on two pages of one run changed once.
      create view run_review as
      select distinct f.run_id, f.object_id, f.fact, r.review_id from run_fact f cross join lateral unnest(f.review_ids) as r(review_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view run_review;
      create table run_review (
        run_id bigint not null references run (id) on delete cascade,
        review_id bigint not null,
        object_id bigint not null,
        fact text not null check (fact in ('appeared', 'replied', 'changed', 'deleted', 'restored')),
        primary key (run_id, fact, review_id)
      );
      insert into run_review (run_id, review_id, object_id, fact)
      select f.run_id, r.review_id, f.object_id, f.fact from run_fact f cross join lateral unnest(f.review_ids) as r(review_id)
      on conflict do nothing;
      drop table run_fact;
    `);
  }
}

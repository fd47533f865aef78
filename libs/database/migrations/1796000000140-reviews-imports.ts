import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/**
 * Reviews that accounts import. A row that only an import has brought has an `import_id`; the first collection that finds the review
 * clears it. Other contexts count the reviews that collections found, so `link_total_view` leaves the imported ones out.
 */
export class ReviewsImports1796000000140 implements MigrationInterface {
  readonly name = 'ReviewsImports1796000000140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(viewsWith({ total: 'n - n_imported as n', recount: `, ${IMPORTED} as n_imported` }));
    for (const [operation, referencing, changes] of TRIGGERS) {
      await runner.query(`
        create function review_imported_${operation}() returns trigger language plpgsql as $$
        begin
          update link_total t set n_imported = t.n_imported + c.d
          from (
            select account_id, object_id, link_id, sum(d) as d from (${changes}) x
            where import_id is not null and deleted_at is null
            group by account_id, object_id, link_id having sum(d) <> 0
          ) c
          where t.account_id = c.account_id and t.object_id = c.object_id and t.link_id = c.link_id;
          return null;
        end $$;
        -- Triggers run in the order of their names: review_count_${operation} has locked the rows of link_total in the order of their keys.
        create trigger review_imported_${operation} after ${operation} on review
          referencing ${referencing} for each statement execute function review_imported_${operation}();
      `);
    }
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop view link_total_view, link_total_recount;
       ${TRIGGERS.map(([operation]) => `drop trigger review_imported_${operation} on review; drop function review_imported_${operation}()`).join('; ')};
       alter table link_total drop n_imported;
       alter table review drop import_id, drop origin;
       drop table review_import;
       ${viewsWith({ total: 'n', recount: '' })}`,
    );
  }
}

const TABLES = `
  create table review_import (
    account_id bigint not null references account (id),
    id bigint generated always as identity,
    created_at timestamptz not null default clock_timestamp(),
    removed_at timestamptz,
    created_count bigint not null default 0,
    updated_count bigint not null default 0,
    primary key (account_id, id)
  );
  -- No foreign key, as review has none.
  alter table review add import_id bigint, add origin text;
  alter table link_total add n_imported bigint not null default 0;
`;

/** The reviews of a group that are imported and not deleted. */
const IMPORTED = 'count(*) filter (where import_id is not null and deleted_at is null)';

const COUNTED = 'account_id, object_id, link_id, import_id, deleted_at';
const TRIGGERS = [
  ['insert', 'new table as added', `select ${COUNTED}, 1 as d from added`],
  ['delete', 'old table as removed', `select ${COUNTED}, -1 as d from removed`],
  [
    'update',
    'new table as added old table as removed',
    `select ${COUNTED}, 1 as d from added union all select ${COUNTED}, -1 as d from removed`,
  ],
] as const;

const flags = (bits: number): string => `count(*) filter (where flags & ${bits} = 0)`;

function viewsWith({ total, recount }: { readonly total: string; readonly recount: string }): string {
  return `
    create or replace view link_total_view as select account_id, object_id, link_id, ${total} from link_total;
    create or replace view link_total_recount as
    select account_id, object_id, link_id, min(source_id) as source_id, ${flags(16)} as n, ${flags(48)} as n_shown,
      ${flags(112)} as n_feed${recount}
    from review group by account_id, object_id, link_id`;
}

const COMMENTS = [
  describeTable('review_import', 'Imports of reviews that brought or changed reviews.', {
    removed_at: 'When the import was removed, and its reviews with it.',
    created_count: 'Reviews that it brought.',
    updated_count: 'Reviews of earlier imports that it changed.',
  }),
  `comment on column review.import_id is
    'The import that brought the review, as long as no collection has found it; null for the reviews that collections found.'`,
  `comment on column review.origin is 'Where an import got the review from, in its words; null if import_id is.'`,
  `comment on column link_total.n_imported is 'Those of n that only an import has brought.'`,
].join(';\n');

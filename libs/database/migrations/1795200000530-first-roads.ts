import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first road of a link with several roads: it has read the reviews up to an id, which therefore need no rows in review_road. */
export class FirstRoads1795200000530 implements MigrationInterface {
  readonly name = 'FirstRoads1795200000530';

  /** Links that keep their roads already have rows for all their reviews. They remain valid, and these links get no first road. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table link_collection
        add column first_road text,
        add column first_road_until bigint,
        add constraint link_collection_first_road_check check ((first_road is null) = (first_road_until is null))
    `);
    await runner.query(COMMENTS);
  }

  /** Writes the rows that the earlier version expects. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into review_road (account_id, link_id, road, external_id, review_external_id)
      select r.account_id, r.link_id, c.first_road, r.external_id, r.external_id
      from link_collection c join review r on r.account_id = c.account_id and r.link_id = c.link_id and r.id <= c.first_road_until
      on conflict do nothing
    `);
    await runner.query('alter table link_collection drop column first_road, drop column first_road_until');
  }
}

const COMMENTS = `
  comment on column link_collection.keeps_roads is
    'More than one road has read the link, so review_road has rows for its reviews, except for those that first_road alone has read.';
  comment on column link_collection.first_road is
    'The only road that read the link before another one began; null if no road did, and for links whose first reviews have rows in review_road.';
  comment on column link_collection.first_road_until is
    'first_road has read all reviews of the link up to this review.id, under their external_id, without rows in review_road.';
  comment on table review_road is
    'Which roads have read a review, and under which id. Only links with keeps_roads have rows, and the reviews up to first_road_until have none for first_road. A pass deletes only reviews that its road has read.';
`;

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Public tokens with which a web page shows reviews. */
export class Embeds1796000000170 implements MigrationInterface {
  readonly name = 'Embeds1796000000170';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${TABLE}; ${DESCRIPTION}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table review_embed');
  }
}

const TABLE = `
  create table review_embed (
    account_id bigint not null references account (id),
    id bigint generated always as identity,
    object_id bigint,
    folder_id bigint,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    token text not null,
    options jsonb not null,
    primary key (account_id, id),
    foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade,
    foreign key (account_id, folder_id) references folder (account_id, id) on delete cascade,
    constraint review_embed_scope check (num_nonnulls(object_id, folder_id) = 1)
  );
  create unique index review_embed_token on review_embed (token);
  create index review_embed_of_object on review_embed (account_id, object_id) where object_id is not null;
  create index review_embed_of_folder on review_embed (account_id, folder_id) where folder_id is not null`;

const DESCRIPTION = describeTable('review_embed', 'Public tokens with which web pages show reviews. A revoked one has no row.', {
  object_id: 'The object whose reviews are shown; null for a folder.',
  folder_id: 'The folder whose reviews are shown; null for an object.',
  token: 'In the address. It is in the source of public pages, so it is no secret and is stored as it is.',
  options: 'Which reviews are shown, and how.',
});

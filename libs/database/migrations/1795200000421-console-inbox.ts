import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** What the inbox of the console stores: saved views, templates of replies, and who is writing. */
export class ConsoleInbox1795200000421 implements MigrationInterface {
  readonly name = 'ConsoleInbox1795200000421';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reply_writing, reply_template, console_view');
  }
}

const TABLES = `
  create table console_view (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    person_id bigint not null references person (id) on delete cascade,
    name text not null,
    path text not null,
    query text not null,
    shared boolean not null default false,
    position int not null default 0
  );
  create index console_view_of_account on console_view (account_id, person_id);
  create index console_view_person on console_view (person_id);

  create table reply_template (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    name text not null,
    text text not null,
    source_ids int[] not null default '{}'
  );
  create index reply_template_of_account on reply_template (account_id, id);

  create table reply_writing (
    account_id bigint not null references account (id) on delete cascade,
    review_id bigint not null,
    person_id bigint not null references person (id) on delete cascade,
    until timestamptz not null,
    primary key (account_id, review_id, person_id)
  );
  create index reply_writing_person on reply_writing (person_id);
`;

const COMMENTS = [
  describeTable('console_view', 'Saved views of screens of the console.', {
    person_id: 'The person who saved the view. A view that is not shared is theirs alone.',
    query: 'The parameters of the address.',
  }),
  describeTable('reply_template', 'Texts that persons of an account insert into replies.', {
    source_ids: 'The platforms for which the text is offered; empty: all.',
  }),
  describeTable('reply_writing', 'Persons who are writing a reply. A row holds no text and counts for a minute.'),
].join(';\n');

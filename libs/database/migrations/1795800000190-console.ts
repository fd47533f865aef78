import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** What the console stores: saved views, templates of replies, who is writing, and the request log. */
export class Console1795800000190 implements MigrationInterface {
  readonly name = 'Console1795800000190';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INBOX_TABLES);
    await runner.query(LOG_TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table request_log_left_out, request_log, reply_writing, reply_template, console_view');
  }
}

const INBOX_TABLES = `
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

const LOG_TABLES = `
  create table request_log (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    at timestamptz not null,
    request_id text not null,
    key_id bigint not null,
    method text not null,
    route text not null,
    path text not null,
    query text,
    status smallint not null,
    code text,
    detail text,
    ms real not null,
    body text,
    is_body_cut boolean not null
  );
  create index request_log_newest on request_log (account_id, at desc, id desc);
  create index request_log_refused on request_log (account_id, at desc, id desc) where status >= 400;
  create index request_log_code on request_log (account_id, code, at desc, id desc) where code is not null;
  create index request_log_route on request_log (account_id, route, method, at desc, id desc);
  create index request_log_key on request_log (account_id, key_id, at desc, id desc);
  create index request_log_request_id on request_log (account_id, request_id);

  create table request_log_left_out (
    account_id bigint not null,
    hour timestamptz not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    one_in int not null,
    successes bigint not null,
    refusals bigint not null,
    primary key (account_id, hour)
  );
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
  describeTable(
    'request_log',
    'Requests of keys in the last seven days, without secrets. Written after the response, in batches; without foreign keys, so that a removed account or key stops no batch.',
    {
      at: 'When the request arrived.',
      request_id: 'The value of X-Request-Id, which a client may repeat.',
      route: 'The pattern of the route.',
      path: 'The path as it was sent.',
      code: 'Error code of a refusal.',
      detail: 'Text of a refusal.',
      ms: 'Milliseconds from the arrival of the request to the end of the response.',
      body: 'The first 8 KB of the body.',
    },
  ),
  describeTable('request_log_left_out', 'Requests of each account and hour that are not in the request log.', {
    first_at: 'When the first of them was left out.',
    last_at: 'When the last of them was left out.',
    one_in: 'At worst one in this many successes was kept.',
  }),
].join(';\n');

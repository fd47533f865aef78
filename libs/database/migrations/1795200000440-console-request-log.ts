import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** The requests that keys sent in the last seven days, for the request log of the console. */
export class ConsoleRequestLog1795200000440 implements MigrationInterface {
  readonly name = 'ConsoleRequestLog1795200000440';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table request_log_left_out, request_log');
  }
}

const TABLES = `
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

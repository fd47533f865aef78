import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Messages of clients to the operator. */
export class Support1795800000180 implements MigrationInterface {
  readonly name = 'Support1795800000180';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view support_statistics');
    await runner.query('drop table support_message');
  }
}

const TABLES = `
  create table support_message (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    key_id bigint references api_key (id),
    person_id bigint,
    subject text,
    message text not null,
    contact text,
    created_at timestamptz not null default clock_timestamp(),
    done_at timestamptz,
    check ((key_id is null) <> (person_id is null))
  );
  create index support_message_account on support_message (account_id, created_at);
  create index support_message_open on support_message (id) where done_at is null;
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  create view support_statistics as
  select count(*) as support_messages from support_message;
`;

const COMMENTS = describeTable('support_message', 'Messages of clients to the operator.', {
  key_id: 'The key that sent the message; null if a person sent it in the console.',
  contact: 'Address for the response.',
  done_at: 'When the operator marked the message as done; null: open.',
});

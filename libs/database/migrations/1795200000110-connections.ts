import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Connections of objects to platforms, and the confirmation that an object belongs to its account. */
export class Connections1795200000110 implements MigrationInterface {
  readonly name = 'Connections1795200000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table object_confirmation, platform_connection');
  }
}

const TABLES = `
  create table platform_connection (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    object_id bigint not null,
    source_id int not null references source (id),
    sealed bytea not null,
    key_id text not null,
    card text not null,
    card_name text,
    status text not null default 'active' check (status in ('active', 'revoked')),
    generation int not null default 1,
    checked_at timestamptz not null default clock_timestamp(),
    created_at timestamptz not null default clock_timestamp(),
    unique (account_id, object_id, source_id),
    foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade
  );

  create table object_confirmation (
    account_id bigint not null,
    object_id bigint not null,
    confirmed_at timestamptz not null default clock_timestamp(),
    primary key (account_id, object_id),
    foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade
  );
`;

const COMMENTS = [
  describeTable('platform_connection', 'Credentials for the card of an object on a platform.', {
    sealed: 'The credentials as JSON, encrypted with AES-256-GCM and bound to account, object and source.',
    key_id: 'Fingerprint of the encryption key.',
    card: 'Id of the card on the platform: a location, an app, a property.',
    generation: 'Counts changes of the credentials. Results of checks with earlier credentials do not apply to later ones.',
    checked_at: 'When the platform last accepted or refused the credentials.',
  }),
  describeTable('object_confirmation', 'Objects that the operator has confirmed as the property of their account.'),
].join(';\n');

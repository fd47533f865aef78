import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Second factors of persons, their recovery codes, and sessions that wait for a second factor. */
export class ConsoleFactors1795200000400 implements MigrationInterface {
  readonly name = 'ConsoleFactors1795200000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table console_token drop column removes_factors;
      alter table session drop column wrong_codes, drop column awaits_factor;
      drop table passkey_challenge, recovery_code, factor;
    `);
  }
}

const TABLES = `
  create table factor (
    id bigint generated always as identity primary key,
    person_id bigint not null references person (id),
    kind text not null check (kind in ('totp', 'passkey')),
    name text not null,
    created_at timestamptz not null default clock_timestamp(),
    confirmed_at timestamptz,
    last_used_at timestamptz,
    sealed bytea,
    key_id text,
    last_step bigint,
    credential_id bytea unique,
    public_key bytea,
    counter bigint,
    transports text[],
    check ((kind = 'totp') = (sealed is not null and key_id is not null)),
    check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null))
  );
  create index factor_person on factor (person_id, id);

  create table recovery_code (
    digest bytea primary key check (length(digest) = 32),
    person_id bigint not null references person (id),
    used_at timestamptz
  );
  create index recovery_code_person on recovery_code (person_id);

  create table passkey_challenge (
    digest bytea primary key check (length(digest) = 32),
    purpose text not null check (purpose in ('sign_in', 'second_factor', 'enrol', 'proof')),
    session_id bigint,
    expires_at timestamptz not null,
    check ((purpose = 'sign_in') = (session_id is null))
  );
  create index passkey_challenge_expiry on passkey_challenge (expires_at);

  alter table session
    add column awaits_factor boolean not null default false,
    add column wrong_codes int not null default 0;
  alter table console_token
    add column removes_factors boolean not null default false;
`;

const COMMENTS = [
  describeTable('factor', 'Second factors of persons: apps that show codes, and passkeys.', {
    confirmed_at: 'When the first code was right; null for an app that is not set up yet.',
    sealed: 'The seed of an app, sealed.',
    key_id: 'The key that sealed the seed.',
    last_step: 'The 30 seconds of the last code that was accepted, so that none is accepted twice.',
    counter: 'Signatures of a passkey, as it counts them.',
  }),
  describeTable('recovery_code', 'Codes that replace a second factor once.', {
    digest: 'SHA-256 of the code.',
  }),
  describeTable('passkey_challenge', 'Texts that passkeys are asked to sign. Each is used once, within five minutes.', {
    digest: 'SHA-256 of the challenge.',
    session_id: 'The session that asked; null before there is one.',
  }),
  describeTable('session', 'Sessions in the console. The token itself is not stored.', {
    awaits_factor: 'Whether the password was right and the second factor is still missing.',
    wrong_codes: 'Codes that were tried while the session waits for the second factor.',
  }),
  describeTable('console_token', 'Links that set up an account, invite a person, or reset a password. Each is used once.', {
    removes_factors: 'Whether the use of the link also removes the second factors of the person.',
  }),
].join(';\n');

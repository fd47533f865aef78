import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/**
 * Connections of objects to platforms, the consents of persons at a platform that serve them, and the confirmation that an object
 * belongs to its account.
 */
export class Connections1795800000120 implements MigrationInterface {
  readonly name = 'Connections1795800000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(GRANT_TABLES);
    await runner.query(TABLES);
    await runner.query(CONSENT_TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table consent_card, consent_flow, object_confirmation, platform_connection, platform_grant, source_oauth_client;
    `);
  }
}

const GRANT_TABLES = `
  create table source_oauth_client (
    source_id int primary key,
    client_id text not null,
    sealed bytea not null,
    key_id text not null,
    changed_at timestamptz not null default clock_timestamp(),
    constraint source_oauth_client_source_id_fkey foreign key (source_id) references source (id)
  );

  create table platform_grant (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    source_id int not null,
    client_id text not null,
    sealed bytea not null,
    key_id text not null,
    generation int not null default 1,
    revoked_at timestamptz,
    error text,
    created_at timestamptz not null default clock_timestamp(),
    constraint platform_grant_account_id_id_key unique (account_id, id),
    constraint platform_grant_account_id_fkey foreign key (account_id) references account (id),
    constraint platform_grant_source_id_fkey foreign key (source_id) references source (id)
  );
`;

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
    grant_id bigint,
    revoked_at timestamptz,
    error text,
    unique (account_id, object_id, source_id),
    foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade,
    foreign key (account_id, grant_id) references platform_grant (account_id, id)
  );
  create index platform_connection_grant on platform_connection (account_id, grant_id) where grant_id is not null;

  create table object_confirmation (
    account_id bigint not null,
    object_id bigint not null,
    confirmed_at timestamptz not null default clock_timestamp(),
    primary key (account_id, object_id),
    foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade
  );
`;

const CONSENT_TABLES = `
  create table consent_flow (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    source_id int not null,
    person_id bigint not null,
    session_id bigint not null,
    address text,
    state_digest bytea not null,
    client_id text not null,
    redirect_uri text not null,
    sealed bytea,
    key_id text,
    state text not null default 'waiting',
    reason text,
    detail text,
    grant_id bigint,
    read_cards int not null default 0,
    is_complete boolean not null default false,
    healed int not null default 0,
    due_at timestamptz,
    lease_token uuid,
    attempts int not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null default clock_timestamp() + interval '10 minutes',
    constraint consent_flow_account_id_id_key unique (account_id, id),
    constraint consent_flow_state_digest_key unique (state_digest),
    constraint consent_flow_state_check check (state in ('waiting', 'refused', 'failed', 'reading', 'ready')),
    constraint consent_flow_account_id_fkey foreign key (account_id) references account (id),
    constraint consent_flow_source_id_fkey foreign key (source_id) references source (id)
  );
  create index consent_flow_due on consent_flow (due_at) where due_at is not null;
  create index consent_flow_created on consent_flow (created_at);

  create table consent_card (
    account_id bigint not null,
    flow_id bigint not null,
    position int not null,
    card text not null,
    name text not null,
    address text,
    page_url text,
    object_id bigint,
    certain boolean not null default false,
    chosen_object_id bigint,
    outcome text,
    detail text,
    connection_id bigint,
    constraint consent_card_pkey primary key (account_id, flow_id, position),
    constraint consent_card_account_id_flow_id_card_key unique (account_id, flow_id, card),
    constraint consent_card_outcome_check check (outcome in ('waiting', 'connected', 'refused')),
    constraint consent_card_account_id_flow_id_fkey foreign key (account_id, flow_id)
      references consent_flow (account_id, id) on delete cascade
  );
  create index consent_card_waiting on consent_card (account_id, flow_id, position) where outcome = 'waiting';
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
  describeTable('source_oauth_client', 'OAuth clients that the operator has registered at platforms, one per source.', {
    client_id: 'Public id of the client.',
    sealed: 'The secret of the client, encrypted with AES-256-GCM and bound to the source.',
    key_id: 'Fingerprint of the encryption key.',
  }),
  describeTable('platform_grant', 'Consents of persons at a platform. One grant serves the connections of many objects.', {
    client_id: 'The OAuth client that the tokens belong to.',
    sealed: 'The tokens as JSON, encrypted with AES-256-GCM and bound to account and source.',
    key_id: 'Fingerprint of the encryption key.',
    generation: 'Counts changes of the tokens. A refusal of earlier tokens does not apply to later ones.',
    revoked_at: 'When the platform refused the tokens; null while it accepts them.',
    error: 'The refusal, as a text.',
  }),
  describeTable('consent_flow', 'Attempts to connect a platform by its sign-in. Kept for a day.', {
    session_id: 'The session that began the flow; the return from the platform must have the same.',
    address: 'Client address of the person, for the audit trail.',
    state_digest: 'SHA-256 of the state parameter.',
    sealed: 'The PKCE verifier, encrypted; null after its use.',
    reason: 'Code of the failure of a flow that failed.',
    grant_id: 'The grant that the flow created.',
    read_cards: 'Cards read so far.',
    is_complete: 'Whether all cards of the list were read.',
    healed: 'Revoked connections that the flow made active again.',
    due_at: 'When a worker continues: reads the cards or tests pairs. With a lease, its end; null: nothing to do.',
    expires_at: 'Until when the person may return from the platform.',
  }),
  describeTable('consent_card', 'The cards that a flow has read, with the object that each belongs to.', {
    object_id: 'The object that the service proposes.',
    certain: 'Whether the proposal needs no check by the person.',
    chosen_object_id: 'The object that the person chose.',
    outcome: 'Null: not chosen; waiting: a worker tests it.',
    detail: 'The refusal, as a text.',
  }),
].join(';\n');

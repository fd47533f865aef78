import { column, EMPTY_ARRAY, NOW, table } from '@libs/database';

/** The tables of this context. */
export const CONSOLE_ENTITIES = [
  /** A person who uses the console. The unique indexes are on the folded address, which TypeORM cannot declare. */
  table('person', {
    columns: {
      id: column.identity(),
      name: column.text(),
      email: column.text(),
      passwordHash: column.text(),
      isOperator: column.boolean({ default: false }),
      preferences: column.jsonb({ default: {} }),
      createdAt: column.timestamptz({ default: NOW }),
      lastSeenAt: column.timestamptz({ nullable: true }),
    },
    otherIndexes: ['person_email', 'person_folded_email'],
  }),

  /** The role of a person in an account. */
  table('membership', {
    columns: {
      accountId: column.bigint({ primary: true }),
      personId: column.bigint({ primary: true }),
      role: column.text(),
      createdAt: column.timestamptz({ default: NOW }),
    },
    checks: {
      membership_role_check: "role in ('viewer', 'member', 'owner')",
    },
    references: [
      { columns: ['accountId'], table: 'account' },
      { columns: ['personId'], table: 'person' },
    ],
    indexes: {
      membership_person: { on: ['personId'] },
    },
  }),

  /** A session in the console. */
  table('session', {
    columns: {
      id: column.identity(),
      digest: column.bytea(),
      personId: column.bigint(),
      device: column.text(),
      address: column.text(),
      createdAt: column.timestamptz({ default: NOW }),
      lastSeenAt: column.timestamptz({ default: NOW }),
      provedAt: column.timestamptz({ nullable: true }),
      awaitsFactor: column.boolean({ default: false }),
      wrongCodes: column.int({ default: 0 }),
    },
    checks: {
      session_digest_check: 'length(digest) = 32',
      session_address_check: 'length(address) <= 64',
    },
    references: [{ columns: ['personId'], table: 'person' }],
    unique: [['digest']],
    indexes: {
      session_person: { on: ['personId', 'id'] },
    },
  }),

  /** A link that sets up an account, invites a person, or resets a password. */
  table('console_token', {
    columns: {
      digest: column.bytea({ primary: true }),
      kind: column.text(),
      personId: column.bigint({ nullable: true }),
      accountId: column.bigint({ nullable: true }),
      email: column.text({ nullable: true }),
      role: column.text({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
      expiresAt: column.timestamptz(),
      usedAt: column.timestamptz({ nullable: true }),
      id: column.bigint({ generated: 'increment' }),
      invitedBy: column.bigint({ nullable: true }),
      removesFactors: column.boolean({ default: false }),
      isRequested: column.boolean({ default: false }),
    },
    checks: {
      console_token_digest_check: 'length(digest) = 32',
      console_token_kind_check: "kind in ('setup', 'join', 'reset')",
      console_token_role_check: "role in ('viewer', 'member', 'owner')",
      console_token_check: "(kind = 'reset') = (person_id is not null)",
      console_token_check1: "(kind = 'join') = (account_id is not null)",
      console_token_check2: "(kind = 'join') = (email is not null)",
      console_token_check3: "(kind = 'join') = (role is not null)",
    },
    references: [
      { columns: ['personId'], table: 'person' },
      { columns: ['accountId'], table: 'account' },
      { columns: ['invitedBy'], table: 'person', onDelete: 'SET NULL' },
    ],
    unique: [['id']],
    indexes: {
      console_token_expiry: { on: ['expiresAt'] },
      console_token_invitations: { on: ['accountId', 'id'], where: "kind = 'join'" },
    },
  }),

  /** A browser in which a person has signed in before. */
  table('known_browser', {
    columns: {
      digest: column.bytea({ primary: true }),
      personId: column.bigint(),
      expiresAt: column.timestamptz(),
    },
    checks: {
      known_browser_digest_check: 'length(digest) = 32',
    },
    references: [{ columns: ['personId'], table: 'person' }],
    indexes: {
      known_browser_expiry: { on: ['expiresAt'] },
    },
  }),

  /** Attempts to sign in, counted by browser, by e-mail address and by network. */
  table('sign_in_window', {
    columns: {
      subject: column.text({ primary: true }),
      startedAt: column.timestamptz(),
      attempts: column.int(),
    },
    indexes: {
      sign_in_window_start: { on: ['startedAt'] },
    },
  }),

  /** Saved views of screens of the console. */
  table('console_view', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      personId: column.bigint(),
      name: column.text(),
      path: column.text(),
      query: column.text(),
      shared: column.boolean({ default: false }),
      position: column.int({ default: () => '0' }),
    },
    references: [
      { columns: ['accountId'], table: 'account', onDelete: 'CASCADE' },
      { columns: ['personId'], table: 'person', onDelete: 'CASCADE' },
    ],
    indexes: {
      console_view_of_account: { on: ['accountId', 'personId'] },
      console_view_person: { on: ['personId'] },
    },
  }),

  /** Texts that persons of an account insert into replies. */
  table('reply_template', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      name: column.text(),
      text: column.text(),
      sourceIds: column.int({ array: true, default: EMPTY_ARRAY }),
    },
    references: [{ columns: ['accountId'], table: 'account', onDelete: 'CASCADE' }],
    indexes: {
      reply_template_of_account: { on: ['accountId', 'id'] },
    },
  }),

  /** Persons who are writing a reply. */
  table('reply_writing', {
    columns: {
      accountId: column.bigint({ primary: true }),
      reviewId: column.bigint({ primary: true }),
      personId: column.bigint({ primary: true }),
      until: column.timestamptz(),
    },
    references: [
      { columns: ['accountId'], table: 'account', onDelete: 'CASCADE' },
      { columns: ['personId'], table: 'person', onDelete: 'CASCADE' },
    ],
    indexes: {
      reply_writing_person: { on: ['personId'] },
    },
  }),

  /** Requests of keys in the last seven days. The indexes are descending, which TypeORM cannot declare. */
  table('request_log', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      at: column.timestamptz(),
      requestId: column.text(),
      keyId: column.bigint(),
      method: column.text(),
      route: column.text(),
      path: column.text(),
      query: column.text({ nullable: true }),
      status: column.smallint(),
      code: column.text({ nullable: true }),
      detail: column.text({ nullable: true }),
      ms: column.real(),
      body: column.text({ nullable: true }),
      isBodyCut: column.boolean(),
    },
    indexes: {
      request_log_request_id: { on: ['accountId', 'requestId'] },
    },
    otherIndexes: [
      'request_log_newest',
      'request_log_refused',
      'request_log_code',
      'request_log_route',
      'request_log_key',
    ],
  }),

  /** Requests of each account and hour that are not in the request log. */
  table('request_log_left_out', {
    columns: {
      accountId: column.bigint({ primary: true }),
      hour: column.timestamptz({ primary: true }),
      firstAt: column.timestamptz(),
      lastAt: column.timestamptz(),
      oneIn: column.int(),
      successes: column.bigint(),
      refusals: column.bigint(),
    },
  }),

  /** Accounts whose changes the console shows live. Triggers report changes of these accounts only. */
  table('console_watch', {
    columns: {
      accountId: column.bigint({ primary: true }),
      until: column.timestamptz(),
    },
    references: [{ columns: ['accountId'], table: 'account', onDelete: 'CASCADE' }],
  }),

  /** A second factor of a person. */
  table('factor', {
    columns: {
      id: column.identity(),
      personId: column.bigint(),
      kind: column.text(),
      name: column.text(),
      createdAt: column.timestamptz({ default: NOW }),
      confirmedAt: column.timestamptz({ nullable: true }),
      lastUsedAt: column.timestamptz({ nullable: true }),
      sealed: column.bytea({ nullable: true }),
      keyId: column.text({ nullable: true }),
      lastStep: column.bigint({ nullable: true }),
      credentialId: column.bytea({ nullable: true }),
      publicKey: column.bytea({ nullable: true }),
      counter: column.bigint({ nullable: true }),
      transports: column.text({ array: true, nullable: true }),
    },
    checks: {
      factor_kind_check: "kind in ('totp', 'passkey')",
      factor_check: "(kind = 'totp') = (sealed is not null and key_id is not null)",
      factor_check1:
        "(kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null)",
    },
    references: [{ columns: ['personId'], table: 'person' }],
    unique: [['credentialId']],
    indexes: {
      factor_person: { on: ['personId', 'id'] },
    },
  }),

  /** A code that replaces a second factor once. */
  table('recovery_code', {
    columns: {
      digest: column.bytea({ primary: true }),
      personId: column.bigint(),
      usedAt: column.timestamptz({ nullable: true }),
    },
    checks: {
      recovery_code_digest_check: 'length(digest) = 32',
    },
    references: [{ columns: ['personId'], table: 'person' }],
    indexes: {
      recovery_code_person: { on: ['personId'] },
    },
  }),

  /** A text that a passkey is asked to sign. */
  table('passkey_challenge', {
    columns: {
      digest: column.bytea({ primary: true }),
      purpose: column.text(),
      sessionId: column.bigint({ nullable: true }),
      expiresAt: column.timestamptz(),
    },
    checks: {
      passkey_challenge_digest_check: 'length(digest) = 32',
      passkey_challenge_purpose_check: "purpose in ('sign_in', 'second_factor', 'enrol', 'proof')",
      passkey_challenge_check: "(purpose = 'sign_in') = (session_id is null)",
    },
    indexes: {
      passkey_challenge_expiry: { on: ['expiresAt'] },
    },
  }),
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * E-mail addresses of persons are compared in one form that does not depend on the locale of the database, and links that were requested
 * by mail differ from those that an operator made. The index `person_email` stays for processes of the version before.
 */
export class ConsoleSignIn1795200000630 implements MigrationInterface {
  readonly name = 'ConsoleSignIn1795200000630';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unique index person_folded_email on person (lower(email collate "C"));
      alter table console_token add column is_requested boolean not null default false;
      comment on column console_token.is_requested is
        'Of a reset: whether it was requested by mail. Requests never make a link invalid that an operator made.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table console_token drop column is_requested;
      drop index person_folded_email;
    `);
  }
}

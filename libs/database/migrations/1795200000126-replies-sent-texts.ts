import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which texts of ours a platform may show: those that were ever on their way to it, the latest last. What it shows instead of
 * the present one is put right if it is one of them, and somebody's edit if it is not.
 */
export class RepliesSentTexts1795200000126 implements MigrationInterface {
  readonly name = 'RepliesSentTexts1795200000126';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table review_reply
        add column sent_texts text[] not null default '{}',
        -- While pending or publishing: the service itself puts the place right, nobody ordered anything.
        add column is_repair boolean not null default false,
        -- How often that was begun for the present wish.
        add column repairs smallint not null default 0;
      update review_reply set sent_texts = case
          when held_text is null then array[text]
          when in_doubt and held_text <> text then array[held_text, text]
          else array[held_text] end
      where held_text is not null or (in_doubt and wish = 'publish');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table review_reply drop column sent_texts, drop column is_repair, drop column repairs',
    );
  }
}

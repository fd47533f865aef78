import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A process of the version before, which runs beside this one during an upgrade, edits a text and leaves its language. The trigger marks such a
 * review as one whose language was not detected. It also marks a review that this version edits in the same language, which costs one more write.
 */
export class ReviewsEditedLanguage1796000000230 implements MigrationInterface {
  readonly name = 'ReviewsEditedLanguage1796000000230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function review_edited_language() returns trigger language plpgsql as $$
      begin
        new.detector := 0;
        return new;
      end $$;
      create trigger review_edited_language before update of text on review for each row
        when (new.text is distinct from old.text and new.language = old.language and new.detector = old.detector)
        execute function review_edited_language();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger review_edited_language on review; drop function review_edited_language()');
  }
}

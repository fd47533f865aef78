import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The search index knows that Σ is σ and ς: a name in capitals is found by its usual spelling. Searches of a process that
 * is older read without the index until it is replaced.
 */
export class ReviewsSearchFolding1795200000090 implements MigrationInterface {
  readonly name = 'ReviewsSearchFolding1795200000090';

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, "replace(lower(text collate pg_c_utf8), 'ς', 'σ')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, 'lower(text collate pg_c_utf8)');
  }
}

async function replaceIndex(runner: QueryRunner, folded: string): Promise<void> {
  await runner.query(`
    drop index review_search;
    create index review_search on review using gin (object_id, (${folded}) gin_trgm_ops)
      with (fastupdate = on, gin_pending_list_limit = 4096);
  `);
}

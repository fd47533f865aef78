/**
 * Which sources have links. Links are above sources, so this port declares the read, `links/persistence/linked-sources.query.ts`
 * implements it, and `foundation.module.ts` joins both.
 */
export abstract class LinkedSources {
  /** Those of the sources that have a link of any account, including deleted links that are not purged yet. */
  abstract among(sourceIds: readonly number[]): Promise<readonly number[]>;
}

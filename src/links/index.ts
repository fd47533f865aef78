/**
 * Links: the pages of an object on the platforms, at most one per platform. Decides which addresses are accepted as links and when
 * links are due. The results of collections are written by `collection`.
 * Contract §2.2, §4.6, §7.2, §10.
 */
export { deleteErasedLinks } from './persistence/after-restore';
export { LINK_ORPHANS } from './persistence/data-checks';
export { autoName, completeness, completenessOfLinks, warningOf, type CollectedShare } from './domain/link';
export { IMPORT_FORMATS, importLines, type ImportFormat } from './domain/import-file';
export type { ImportedLine } from './domain/import-result';
export type { SimilarObject, TriedLine } from './domain/import-trial';
export { ImportsService } from './imports.service';
export { LinksModule } from './links.module';
export { LINKS_DUE } from './links.service';
export { purgeLink, replaceShortUrl, savingPageName } from './persistence/collected-link';
export { LINKS_ENTITIES } from './persistence/entities';
export { LinkedSourcesQuery } from './persistence/linked-sources.query';

/**
 * Sources and their shared tools. This module exports the contract, the errors, the registry, the list of platforms, and the HTTP
 * and browser tools; the code of a platform is private to the platform's folder. To add a platform, see CONTRIBUTING.md.
 */
export * from './access/code-exchange';
export { BrowserPool, type BrowserPoolOptions } from './browser/browser-pool';
export { browserVersion } from './browser/browser-version';
export { BrowserTools, type BrowserToolsOptions } from './browser-tools';
export { optionalTexts, REVIEW_PART_NAMES, REVIEW_PARTS, joinTexts, collectedReview } from './collected-review';
export * from './connecting';
export * from './consent';
export * from './content-limit';
export { decodeEntities } from './decode-entities';
export { ExtraSourcesError, readExtraSources } from './extra-sources';
export { HttpTools, userAgent, type HttpToolsOptions } from './http-tools';
export * from './notifications';
export { contentDaysOf, LIMITED_SOURCES, type LimitedSource } from './limited-sources';
export { builtInSources, configuredSources } from './platforms';
export * from './publish-errors';
export type { Parse } from './parsing/parser';
export { ParsingPool, type ParsingPoolOptions } from './parsing/parsing-pool';
export { PublishHttpTools, type PublishHttpToolsOptions } from './publish-http-tools';
export * from './publisher';
export * from './registry';
export * from './roads';
export { RobotsFiles } from './robots/robots-files';
export { joinedLists } from './review-list';
export * from './unread';
export * from './source';
export * from './source-browser';
export { pageAddress } from './page-address';
export * from './source-errors';
export * from './source-http';
export { comparableText } from './undecoded-text';
export type { KeptPart, Reread, RereadPage, StoredRecord } from './reread';

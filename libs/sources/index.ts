/**
 * The platform kit and the platforms. Outsiders see the contract, the errors, the registry, the platforms as a list and
 * the two ways out; how one platform is read is nobody's business but its folder's. Adding a platform: CONTRIBUTING.md.
 */
export { BrowserPool, type BrowserPoolOptions } from './browser/browser-pool';
export { BrowserTools, type BrowserToolsOptions } from './browser-tools';
export { ExtraSourcesError, readExtraSources } from './extra-sources';
export { HttpTools, type HttpToolsOptions } from './http-tools';
export { builtInSources } from './platforms';
export * from './publish-errors';
export { ParsingPool, type ParsingPoolOptions } from './parsing/parsing-pool';
export { PublishHttpTools, type PublishHttpToolsOptions } from './publish-http-tools';
export * from './publisher';
export * from './registry';
export { joinedLists } from './review-list';
export * from './source';
export * from './source-browser';
export { pageAddress } from './page-address';
export * from './source-errors';
export * from './source-http';

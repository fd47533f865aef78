/**
 * The platforms of this installation with their ids: which there are, what each can, which one an address belongs to.
 * How a platform is read is the business of the platform kit. Specification §2.4, §4.3; decisions §4, §6, §10.
 */
export { chosenSources, SourceSlugs, type SourceChoice } from './http/source-choice';
export { declaredSources } from './declared-sources';
export { SourceCatalogue, type CatalogueSource, type DetectedPage } from './source-catalogue';
export { SourcesModule } from './sources.module';
export { unknownOrigins } from './unknown-origins';

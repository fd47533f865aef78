/**
 * The platforms of this installation with their ids: which platforms exist, what each supports, and to which one an address
 * belongs. The adapters that read the platforms are in `libs/sources`. Contract §2.4, §4.3, §4.6, §4.13, §12.2.
 */
export { chosenSources, SourceSlugs, type SourceChoice } from './http/source-choice';
export { presentRoad, SourceRoad } from './http/source.shapes';
export { allSources, declaredSources } from './declared-sources';
export { LinkedSources } from './linked-sources.port';
export { OAUTH_CALLBACK_PATH, OAuthClients, SEALED_OAUTH_CLIENTS, type ConsentSource } from './oauth-clients.service';
export { OVERDUE_SAMPLES, purgeSamples } from './persistence/source-sample.store';
export { SourceSamples } from './source-samples.service';
export { SourceCatalogue, type CatalogueSource, type DetectedPage } from './source-catalogue';
export { SourcesModule } from './sources.module';
export { unknownOrigins } from './unknown-origins';
export { SOURCES_ENTITIES } from './persistence/entities';

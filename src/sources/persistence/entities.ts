import { OAuthClientEntity } from './oauth-client.entity';
import { SourceSampleEntity } from './source-sample.entity';
import { SourceEntity } from './source.entity';

/** The tables of this context. */
export const SOURCES_ENTITIES = [SourceEntity, OAuthClientEntity, SourceSampleEntity];

import { SourceEntity } from './source.entity';

/** The tables of this context. */
export const SOURCES_ENTITIES = [SourceEntity];

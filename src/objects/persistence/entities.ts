import { TrackedObjectEntity } from './tracked-object.entity';

/** The tables of this context. */
export const OBJECTS_ENTITIES = [TrackedObjectEntity];

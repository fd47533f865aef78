import { SupportMessageEntity } from './support-message.entity';

/** The tables of this context. */
export const SUPPORT_ENTITIES = [SupportMessageEntity];

import { NoticeEntity } from './notice.entity';
import { OutgoingMailEntity } from './outgoing-mail.entity';

/** The tables of this context. */
export const NOTICES_ENTITIES = [NoticeEntity, OutgoingMailEntity];

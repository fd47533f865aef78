import { NoticeEntity } from './notice.entity';
import { NoticePreferenceEntity } from './notice-preference.entity';
import { NoticeReadEntity } from './notice-read.entity';
import { OutgoingMailEntity } from './outgoing-mail.entity';

/** The tables of this context. */
export const NOTICES_ENTITIES = [NoticeEntity, OutgoingMailEntity, NoticeReadEntity, NoticePreferenceEntity];

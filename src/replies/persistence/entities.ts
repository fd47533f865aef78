import { ReviewReplyEntity } from './review-reply.entity';

/** The tables of this context. */
export const REPLIES_ENTITIES = [ReviewReplyEntity];

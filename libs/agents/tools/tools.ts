import type { Tool } from '../tool';
import { ANALYTICS_TOOLS } from './analytics-tools';
import { OBJECT_TOOLS } from './object-tools';
import { REPLY_TOOLS } from './reply-tools';
import { REVIEW_TOOLS } from './review-tools';

/** All tools. The whole list is at most twelve, because each takes room in the attention of a model. */
export const TOOLS: readonly Tool[] = [...REVIEW_TOOLS, ...OBJECT_TOOLS, ...ANALYTICS_TOOLS, ...REPLY_TOOLS];

/** Wake-up: a reply is due. */
export const REPLIES_DUE = 'replies-due';

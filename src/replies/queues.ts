/** Wake-up: a reply waits for a worker. */
export const REPLIES_DUE = 'replies-due';

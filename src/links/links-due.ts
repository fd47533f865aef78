/** Wake-up: links are due for collection (`link_collection.next_run_at`). */
export const LINKS_DUE = 'links-due';

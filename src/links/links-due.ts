/** The wake-up that tells workers that links became due; what is due stands in `link_collection`. */
export const LINKS_DUE = 'links-due';

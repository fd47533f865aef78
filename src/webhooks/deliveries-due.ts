/** Wake-up: deliveries are due. */
export const DELIVERIES_DUE = 'deliveries-due';

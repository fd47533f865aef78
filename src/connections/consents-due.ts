/** Wake-up: a flow has cards to read or pairs to test. */
export const CONSENTS_DUE = 'consents-due';

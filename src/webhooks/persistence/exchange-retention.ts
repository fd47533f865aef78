/** How long the headers and responses of attempts are kept, as SQL. Older ones are not shown, even before they are removed. */
export const EXCHANGE_RETENTION = `interval '7 days'`;

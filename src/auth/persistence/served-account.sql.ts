/**
 * SQL: the account `alias` is neither suspended nor closed, and its trial is not over. For any other account nothing is collected, no
 * reply is sent and no webhook gets a delivery; what waits continues when the account is resumed.
 */
export const isServed = (alias: string): string =>
  `(${alias}.status = 'active' and (${alias}.trial_ends_at is null or ${alias}.trial_ends_at > clock_timestamp()))`;

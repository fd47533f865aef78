/** The configuration: environment variables, read once and validated. */
export * from './config';
export { CONFIG, DATABASE_ADDRESS } from './config-token';
export { VARIABLES } from './variables';
export { EncryptionKey } from './encryption-key';

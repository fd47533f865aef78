/** The environment, read once, validated, frozen. */
export * from './config';
export { VARIABLES } from './variables';

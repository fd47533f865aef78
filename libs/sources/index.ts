/**
 * The platform kit and the platforms. Outsiders see the contract, the errors and the registry; how one platform is read
 * is nobody's business but its folder's. Adding a platform: CONTRIBUTING.md.
 */
export * from './source';
export * from './source-http';
export * from './source-browser';
export * from './source-errors';
export * from './registry';

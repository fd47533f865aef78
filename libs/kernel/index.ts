/** Types and pure functions that several contexts share. It has no dependencies. */
export * from './actor';
export * from './selection';
export * from './app-error';
export * from './clean-text';
export * from './duration';
export * from './fold-identity';
export * from './in-time';
export * from './json-list';
export * from './looks-random';
export * from './mail-address';
export * from './nearest-word';
export * from './page';
export * from './parsed-url';
export * from './rating';
export * from './same-reply';
export * from './terminal-text';
export * from './wire-time';

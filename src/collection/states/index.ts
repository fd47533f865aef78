/**
 * What clients see of the collection of links: their state, how far a running collection is, and the objects filtered by it. Contract §2.1,
 * §2.2, §4.6.
 */
export { LINK_STATE } from './persistence/link-state.sql';
export { LinkStatesModule } from './states.module';

/**
 * What the operator has switched off for all accounts: replies, webhooks and collection, of every source or of one (contract §4.17; ADR
 * 35). The contexts above have the conditions of `switched-on.sql.ts` in the statements that begin work.
 */
export { SWITCHES, type SwitchedOff, type SwitchName } from './domain/switches';
export { SWITCHES_ENTITIES } from './persistence/entities';
export { EVERY_SOURCE, isOnFor, isOnForAll, offSince, sourcesOff } from './persistence/switched-on.sql';
export { SwitchStore } from './persistence/switch.store';
export { SwitchesModule } from './switches.module';
export { SwitchesService, type Switch } from './switches.service';

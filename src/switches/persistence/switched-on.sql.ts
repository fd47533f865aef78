import type { SwitchName } from '../domain/switches';

/** `source_id` of what is off for every source. */
export const EVERY_SOURCE = 0;

/*
 * Statements that begin work have these conditions, so a committed switch holds for every statement that begins later, in every process,
 * and no process keeps a copy of it: where the switches cannot be read, no work begins. Without a switch that is off, each condition costs
 * one look-up per statement.
 */

/** SQL: the sources for which it is off, as an array of integers; `EVERY_SOURCE` is one of them if it is off for all. */
export const sourcesOff = (name: SwitchName): string =>
  `array(select source_id from switch_off_view where switch = '${name}')`;

/** SQL: it is not off for every source. PostgreSQL checks this once and reads no row if it is off. */
export const isOnForAll = (name: SwitchName): string =>
  `(select true from switch_off_view where switch = '${name}' and source_id = ${EVERY_SOURCE}) is null`;

/**
 * SQL: it is on for a source, given as a parameter or as a column with the alias of its table. PostgreSQL estimates that nearly all rows
 * fulfill `not … @>`; with `<> all` it would estimate a few, and choose another index.
 */
export const isOnFor = (name: SwitchName, source: string): string =>
  `(${isOnForAll(name)} and not (${sourcesOff(name)} @> array[${source}]))`;

/** SQL: since when it is off for a source; null while it is on. */
export const offSince = (name: SwitchName, source: string): string =>
  `(select min(since) from switch_off_view where switch = '${name}' and source_id in (${EVERY_SOURCE}, ${source}))`;

import { numberOf, oneOf, textOf, type Search } from '../../lib/url-state';

export const PERIODS = ['all', '1d', '7d', '30d', '90d'] as const;
export type AuditPeriod = (typeof PERIODS)[number];

export interface AuditSearch {
  /** `person:3`, `key:12` or a kind. */
  readonly actor?: string;
  readonly action?: string;
  readonly since?: AuditPeriod;
  readonly offset?: number;
}

const ACTOR = /^((person|key)(:[1-9]\d{0,14})?|cli|service|operator)$/;
const ACTION = /^[a-z_]+\.[a-z_]+$/;

export function auditSearch(search: Search): AuditSearch {
  const [actor, action] = [textOf(search['actor']), textOf(search['action'])];
  return {
    actor: actor !== undefined && ACTOR.test(actor) ? actor : undefined,
    action: action !== undefined && ACTION.test(action) ? action : undefined,
    since: oneOf(search['since'], PERIODS),
    offset: numberOf(search['offset'], 1),
  };
}

const HOUR_MS = 3_600_000;

/** The beginning of a period as UTC text, to the hour, so that a page that is read again has the same address. */
export function sinceOf(period: AuditPeriod | undefined, now = Date.now()): string | undefined {
  if (period === undefined || period === 'all') return undefined;
  const start = now - Number.parseInt(period, 10) * 24 * HOUR_MS;
  return new Date(Math.floor(start / HOUR_MS) * HOUR_MS).toISOString().slice(0, 19);
}

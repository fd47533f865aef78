import { daysBefore, daysOf, periodName, scopeIds, type DayRange, type Scope } from '../../lib/periods';
import { overviewWords } from '../../words/en/overview';
import type { OverviewSearch } from './search';

/** What the cards of the screen show. */
export interface OverviewView {
  readonly accountId: number;
  readonly scope: string | undefined;
  readonly ids: Scope;
  readonly range: DayRange | null;
  /** Null if nothing is compared. */
  readonly before: DayRange | null;
  /** "30 days before"; null if nothing is compared. */
  readonly beforeName: string | null;
}

export function viewOf(accountId: number, search: OverviewSearch): OverviewView {
  const range = daysOf(search);
  const before = range === null || search.compare === 'none' ? null : daysBefore(range);
  const name = overviewWords.before[periodName(search) ?? ''] ?? overviewWords.beforeTitle;
  return {
    accountId,
    scope: search.scope,
    ids: scopeIds(search.scope),
    range,
    before,
    beforeName: before === null ? null : name,
  };
}

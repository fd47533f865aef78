import { oneOf, type Search } from '../../lib/url-state';
import { periodSearch, scopeSearch, type PeriodSearch } from '../../lib/periods';

export interface OverviewSearch extends PeriodSearch {
  readonly scope?: string;
  readonly compare?: 'none';
}

export function overviewSearch(search: Search): OverviewSearch {
  return {
    ...periodSearch(search),
    scope: scopeSearch(search['scope']),
    compare: oneOf(search['compare'], ['none']),
  };
}

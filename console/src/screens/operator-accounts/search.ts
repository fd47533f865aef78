import { flagOf, numberOf, oneOf, textOf, type Search } from '../../lib/url-state';

export const PLANS = ['trial', 'basic', 'full'] as const;
export const STANDINGS = ['active', 'suspended'] as const;

export interface OperatorAccountsSearch {
  readonly search?: string;
  readonly plan?: (typeof PLANS)[number];
  readonly status?: (typeof STANDINGS)[number];
  readonly offset?: number;
  /** The dialog that creates an account is open. */
  readonly create?: boolean;
}

export function operatorAccountsSearch(search: Search): OperatorAccountsSearch {
  return {
    search: textOf(search['search']),
    plan: oneOf(search['plan'], PLANS),
    status: oneOf(search['status'], STANDINGS),
    offset: numberOf(search['offset']),
    create: flagOf(search['create']) === true ? true : undefined,
  };
}

import { flagOf, numberOf, type Search } from '../../lib/url-state';

export interface OperatorMessagesSearch {
  readonly done?: boolean;
  readonly offset?: number;
}

export function operatorMessagesSearch(search: Search): OperatorMessagesSearch {
  return { done: flagOf(search['done']) === true ? true : undefined, offset: numberOf(search['offset']) };
}

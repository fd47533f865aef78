import { hostOf } from '../lib/address';
import { webhooksWords } from '../words/en/webhooks';

interface NamedWebhook {
  readonly id: number;
  readonly target: string | null;
}

/** What a webhook is called in sentences: the host of its target, or the number of a listener, which has none. */
export const nameOf = ({ id, target }: NamedWebhook): string =>
  target === null ? webhooksWords.listenerOf(id) : hostOf(target);

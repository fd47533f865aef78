import { factsOf, factsOfChange } from './audited-webhook';
import type { SubscriptionSettings } from '../../domain/subscription';

const TARGET = 'https://hooks.example.com/T024/CANARY?token=CANARY';
const webhook = (target = TARGET): SubscriptionSettings => ({
  target,
  objectIds: [7],
  eventTypes: ['reviews.new'],
  batchWindow: 'immediate',
  filters: { allowed_ratings: [1] },
  isActive: true,
});

describe('a webhook in the audit trail ("before and after without secrets", contract §12.5)', () => {
  it('is recorded with its settings, without the path and the query of its target', () => {
    expect(factsOf(webhook())).toEqual({
      target: 'https://hooks.example.com/…',
      object_ids: [7],
      event_types: ['reviews.new'],
      bucket_window: 'immediate',
      filters: { allowed_ratings: [1] },
      is_active: true,
    });
  });

  it.each([
    ['unchanged', TARGET, 'https://hooks.example.com/…'],
    ['a URL with another path', 'https://hooks.example.com/CANARY2', 'https://hooks.example.com/… (another path)'],
    ['a URL with another host', 'https://other.example.com/CANARY', 'https://other.example.com/…'],
  ])('is recorded without the path if the new target is %s', (_, target, recorded) => {
    const { before, after } = factsOfChange(webhook(), webhook(target));
    expect([before['target'], after['target']]).toEqual(['https://hooks.example.com/…', recorded]);
    expect(JSON.stringify([before, after])).not.toContain('CANARY');
  });

  it('is recorded even if the stored target is not a URL, so that its owner can replace it', () => {
    const { before, after } = factsOfChange(webhook('nowhere CANARY'), webhook());
    expect([before['target'], after['target']]).toEqual(['(not an address)', 'https://hooks.example.com/…']);
  });
});

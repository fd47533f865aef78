import { factsOf, factsOfChange } from './audited-webhook';
import type { SchemaVersion } from '../../domain/subscription';

const TARGET = 'https://hooks.example.com/T024/CANARY?token=CANARY';
const webhook = (target = TARGET, headerNames: readonly string[] = [], schemaVersion: SchemaVersion = 3) => ({
  target,
  schemaVersion,
  headerNames,
  format: 'hrev' as const,
  objectIds: [7],
  eventTypes: ['reviews.new'] as const,
  batchWindow: 'immediate' as const,
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
      header_names: [],
      format: 'hrev',
    });
    expect(Object.keys(factsOf(webhook(TARGET, [], 2)))).not.toContain('format');
  });

  it.each([
    ['other names', ['X-A'], ['X-B', 'X-A'], true, ['X-B', 'X-A']],
    ['none', ['X-A'], [], true, []],
    ['the same names, set anew', ['X-A'], ['X-A'], true, ['X-A', '(other values)']],
    ['none, as before', [], [], true, []],
    ['the headers as they were', ['X-A'], ['X-A'], false, ['X-A']],
  ])('is recorded with the names of its headers: after a change to %s', (_, names, newNames, wereSet, recorded) => {
    const { before, after } = factsOfChange(webhook(TARGET, names), webhook(TARGET, newNames), wereSet);
    expect([before['header_names'], after['header_names']]).toEqual([names, recorded]);
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

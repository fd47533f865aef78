import { rowsIn } from '@test/support/contract-text';
import {
  assertEventTypesOf,
  assertMayCreate,
  applyChange,
  EVENT_TYPES,
  V2_EVENT_TYPES,
  type SubscriptionSettings,
} from './subscription';

const SETTINGS: SubscriptionSettings = {
  target: 'https://example.com/a',
  objectIds: [1],
  eventTypes: ['reviews.new'],
  bucketWindow: 'immediate',
  filters: { has_text: true },
  isActive: true,
};

describe('webhooks (contract §2.7, §4.11)', () => {
  it('v2 has three event types, and v3 has those of the contract (§6.1)', () => {
    const types = [...rowsIn('6.1')].filter(([type]) => type.includes('.'));
    expect(V2_EVENT_TYPES).toEqual(['reviews.new', 'replies.new', 'scrape.run.finished']);
    expect(types.filter(([, meaning]) => !meaning.includes('of v3 only')).map(([type]) => type)).toEqual(
      V2_EVENT_TYPES,
    );
    expect(EVENT_TYPES).toEqual(types.map(([type]) => type));
  });

  it.each(EVENT_TYPES.map((type) => [type, V2_EVENT_TYPES.some((known) => known === type)] as const))(
    'a webhook of v3 may subscribe to %s; a webhook of v2 may: %s',
    (type, known) => {
      expect(() => assertEventTypesOf(3, [type])).not.toThrow();
      const refusal = expect.objectContaining({
        code: 'validation_error',
        detail: expect.stringContaining(type) as string,
      });
      if (known) expect(() => assertEventTypesOf(2, ['reviews.new', type])).not.toThrow();
      else expect(() => assertEventTypesOf(2, ['reviews.new', type])).toThrow(refusal);
    },
  );

  it('an account may have 50 webhooks ("at most 50 webhooks per account")', () => {
    expect(() => assertMayCreate(49)).not.toThrow();
    expect(() => assertMayCreate(50)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('a change sets only its fields: null is a value, undefined is not', () => {
    expect(applyChange(SETTINGS, {})).toEqual(SETTINGS);
    expect(applyChange(SETTINGS, { target: undefined, isActive: undefined })).toEqual(SETTINGS);
    expect(applyChange(SETTINGS, { objectIds: null, isActive: false })).toEqual({
      ...SETTINGS,
      objectIds: null,
      isActive: false,
    });
    expect(applyChange(SETTINGS, { filters: {} })).toEqual({ ...SETTINGS, filters: {} });
  });
});

import { BEFORE_ALL, SERVING_MS, WebhookLease, type LeaseGrant, type LeaseState } from './webhook-lease';

const grant = (slots: number, fields: Partial<LeaseGrant> = {}): LeaseGrant => ({
  accountId: 1,
  webhookId: 2,
  token: 'token',
  slots,
  isSlow: false,
  isFailing: false,
  ...fields,
});
const dueDeliveries = (...ids: readonly number[]): { at: string; id: number }[] =>
  ids.map((id) => ({ at: `2026-01-0${id}`, id }));

const RESPONDED = { timedOut: false };
const TIMED_OUT = { timedOut: true };
const stateOf = (lease: WebhookLease, results = 0): LeaseState => lease.stateAfter(results) as LeaseState;

/** A lease with only these deliveries in flight, and as many slots. */
function sending(...ids: readonly number[]): WebhookLease {
  const lease = new WebhookLease(grant(ids.length), 0);
  lease.begin(ids.length, dueDeliveries(...ids));
  return lease;
}

describe('a lease on a webhook', () => {
  it('starts with all its slots vacant, and reads from the first delivery', () => {
    const lease = new WebhookLease(grant(4), 0);
    expect([lease.vacantSlots, lease.slots, lease.after]).toEqual([4, 4, BEFORE_ALL]);
  });

  it('begins an attempt in each slot, in the order in which deliveries were read, and continues after the last one', () => {
    const lease = new WebhookLease(grant(2), 0);
    expect(lease.begin(2, dueDeliveries(1, 2)).map(({ id }) => id)).toEqual([1, 2]);
    expect([lease.vacantSlots, lease.slots, lease.after]).toEqual([0, 2, { at: '2026-01-02', id: 2 }]);
    lease.attemptEnded(RESPONDED);
    expect(lease.begin(1, dueDeliveries(3)).map(({ id }) => id)).toEqual([3]);
    expect([lease.vacantSlots, lease.slots]).toEqual([0, 2]);
  });

  it('gives up slots without a delivery, and then does not grow', () => {
    const lease = new WebhookLease(grant(4), 0);
    expect(lease.canGrow(0)).toBe(true);
    lease.begin(4, dueDeliveries(1));
    expect([lease.slots, lease.canGrow(0), lease.isFinished]).toEqual([1, false, false]);
  });

  it.each([
    ['keeps the slot of an attempt that got a response', RESPONDED, 1],
    ['gives up the slot of an attempt that timed out', TIMED_OUT, 0],
  ])('%s', (_, end, slots) => {
    const lease = sending(1);
    lease.attemptEnded(end);
    expect([lease.vacantSlots, lease.slots]).toEqual([slots, slots]);
  });

  it('keeps a slot that became vacant while deliveries were read for the others', () => {
    const lease = sending(1, 2);
    lease.attemptEnded(RESPONDED);
    lease.attemptEnded(RESPONDED);
    lease.begin(1, []);
    expect([lease.slots, lease.vacantSlots]).toEqual([1, 1]);
  });

  it('serves, and grows, until its serving time ends', () => {
    const lease = new WebhookLease(grant(1), 0);
    expect([lease.isServing(SERVING_MS - 1), lease.isServing(SERVING_MS), lease.canGrow(SERVING_MS)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('gives up every slot without an attempt, and keeps those with one', () => {
    const lease = new WebhookLease(grant(3), 0);
    lease.begin(1, dueDeliveries(1));
    lease.giveUpVacantSlots();
    expect([lease.slots, lease.vacantSlots]).toEqual([1, 0]);
    lease.attemptEnded(RESPONDED);
    lease.giveUpVacantSlots();
    lease.settled(1, 'success', true);
    expect(lease.isFinished).toBe(true);
  });

  it('is finished when it has no slots and every result is stored', () => {
    const lease = sending(1, 2);
    lease.attemptEnded(RESPONDED);
    lease.attemptEnded(RESPONDED);
    lease.giveUpVacantSlots();
    expect([lease.isFinished, stateOf(lease, 1).isReleased, stateOf(lease, 2).isReleased]).toEqual([
      false,
      false,
      true,
    ]);
    lease.settled(1, 'success', true);
    expect([lease.isFinished, stateOf(lease, 1).isReleased]).toEqual([false, true]);
    lease.settled(2, 'success', true);
    expect([lease.isFinished, stateOf(lease).isReleased]).toEqual([true, true]);
    lease.stateStored(stateOf(lease));
    expect(lease.stateAfter(0)).toBeNull();
  });

  it('continues with slots that were added after its last one was given up', () => {
    const lease = new WebhookLease(grant(1), 0);
    lease.begin(1, []);
    expect([lease.slots, lease.isFinished]).toEqual([0, true]);
    lease.addSlots(2);
    expect([lease.vacantSlots, lease.isFinished]).toEqual([2, false]);
    lease.begin(2, []);
    expect(lease.isFinished).toBe(true);
  });

  it('skips a due delivery whose result is not stored yet, and keeps the slot vacant', () => {
    const lease = sending(1);
    lease.attemptEnded(RESPONDED);
    expect(lease.begin(1, [{ at: '2026-01-02', id: 1 }])).toEqual([]);
    expect([lease.vacantSlots, lease.after]).toEqual([1, { at: '2026-01-02', id: 1 }]);
    lease.begin(1, []);
    lease.settled(1, 'success', true);
    expect(lease.isFinished).toBe(true);
  });

  it('is not released if a result could not be stored', () => {
    const lease = sending(1);
    lease.attemptEnded(RESPONDED);
    lease.giveUpVacantSlots();
    lease.settled(1, 'success', false);
    expect([lease.isFinished, stateOf(lease).isReleased]).toEqual([true, false]);
  });

  it('reports whether an attempt has failed since the last success', () => {
    const lease = new WebhookLease(grant(1, { isFailing: true }), 0);
    expect(lease.isFailing).toBe(true);
    lease.settled(1, 'success', true);
    expect(lease.isFailing).toBe(false);
    lease.settled(2, 'retry', true);
    expect(lease.isFailing).toBe(true);
  });

  describe('the state to store', () => {
    it('is null if neither the slots nor the timeout differ from the stored state', () => {
      const lease = sending(1);
      lease.attemptEnded(RESPONDED);
      expect(lease.stateAfter(1)).toBeNull();
    });

    it('is null again after it was stored', () => {
      const lease = new WebhookLease(grant(2), 0);
      lease.begin(2, dueDeliveries(1));
      const withOneSlot = stateOf(lease);
      expect(withOneSlot).toMatchObject({ webhookId: 2, token: 'token', slots: 1, timedOut: false, isReleased: false });
      lease.stateStored(withOneSlot);
      expect(lease.stateAfter(0)).toBeNull();
    });

    it.each([
      [false, true],
      [true, false],
    ])('contains whether the last attempt timed out: %s at the grant, %s after the attempt', (before, now) => {
      const lease = new WebhookLease(grant(2, { isSlow: before }), 0);
      lease.begin(2, dueDeliveries(1, 2));
      lease.attemptEnded({ timedOut: now });
      expect(stateOf(lease, 1).timedOut).toBe(now);
    });

    it('is not null after slots were added, because either write may be the last', () => {
      const lease = sending(1);
      lease.addSlots(2);
      expect(stateOf(lease).slots).toBe(3);
      lease.stateStored({ webhookId: 2, token: 'token', slots: 1, timedOut: false, isReleased: false });
      expect(stateOf(lease).slots).toBe(3);
      lease.stateStored(stateOf(lease));
      expect(lease.stateAfter(0)).toBeNull();
    });
  });
});

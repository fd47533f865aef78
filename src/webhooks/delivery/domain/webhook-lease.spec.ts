import { BEFORE_ALL, WebhookLease, SERVING_MS, type LeaseGrant, type LeaseState } from './webhook-lease';

const grant = (slots: number, more: Partial<LeaseGrant> = {}): LeaseGrant => ({
  accountId: 1,
  webhookId: 2,
  token: 'token',
  slots,
  isSlow: false,
  isFailing: false,
  ...more,
});
const due = (...ids: readonly number[]): { at: string; id: number }[] =>
  ids.map((id) => ({ at: `2026-01-0${id}`, id }));

const ANSWERED = { timedOut: false, goesOn: true };
const LAST = { timedOut: false, goesOn: false };
const stateOf = (lease: WebhookLease, results = 0): LeaseState => lease.stateAfter(results) as LeaseState;

describe('a lease on a webhook', () => {
  it('starts with all its slots vacant, before the first delivery', () => {
    const lease = new WebhookLease(grant(4), 0);
    expect([lease.vacantSlots, lease.slots, lease.after]).toEqual([4, 4, BEFORE_ALL]);
  });

  it('continues after the delivery that was read last', () => {
    const lease = new WebhookLease(grant(2), 0);
    expect(lease.assign(2, due(1, 2))).toEqual(due(1, 2));
    expect([lease.vacantSlots, lease.slots, lease.after]).toEqual([0, 2, { at: '2026-01-02', id: 2 }]);
  });

  it('gives up slots without a delivery, and does not grow then', () => {
    const lease = new WebhookLease(grant(4), 0);
    expect(lease.canGrow(0)).toBe(true);
    lease.assign(4, due(1));
    expect([lease.slots, lease.canGrow(0), lease.isFinished]).toEqual([1, false, false]);
  });

  it.each([
    ['waits for the next delivery', 10, ANSWERED, 1],
    ['is given up where the webhook did not answer in time', 10, { timedOut: true, goesOn: true }, 0],
    ['is given up where no attempt may begin', 10, LAST, 0],
    ['is given up once the webhook has been served long enough', SERVING_MS, ANSWERED, 0],
  ])('a slot whose attempt ended %s', (_, now, how, slots) => {
    const lease = new WebhookLease(grant(1), 0);
    lease.assign(1, due(1));
    lease.attemptEnded(now, how);
    expect([lease.vacantSlots, lease.slots]).toEqual([slots, slots]);
  });

  it('is finished when nothing is in flight and every result is stored', () => {
    const lease = new WebhookLease(grant(2), 0);
    lease.assign(2, due(1, 2));
    lease.attemptEnded(10, LAST);
    lease.attemptEnded(10, LAST);
    expect([lease.isFinished, lease.finishesWith(1), lease.finishesWith(2)]).toEqual([false, false, true]);
    lease.settled(1, 'success', true);
    expect([lease.isFinished, lease.finishesWith(1)]).toEqual([false, true]);
    lease.settled(2, 'success', true);
    expect([lease.isFinished, lease.needsRelease]).toEqual([true, true]);
    lease.stateStored(stateOf(lease));
    expect(lease.needsRelease).toBe(false);
  });

  it('is not finished while more slots are requested', () => {
    const lease = new WebhookLease(grant(1), 0);
    lease.requestSlots();
    lease.assign(1, []);
    expect([lease.slots, lease.isFinished]).toEqual([0, false]);
    lease.addSlots(2);
    expect([lease.vacantSlots, lease.isFinished]).toEqual([2, false]);
    lease.assign(2, []);
    expect(lease.isFinished).toBe(true);
  });

  it('leaves out a delivery whose result is not stored yet, though it is due again; its slot stays vacant', () => {
    const lease = new WebhookLease(grant(1), 0);
    lease.assign(1, due(1));
    lease.attemptEnded(10, ANSWERED);
    expect(lease.assign(1, [{ at: '2026-01-02', id: 1 }])).toEqual([]);
    expect([lease.vacantSlots, lease.after]).toEqual([1, { at: '2026-01-02', id: 1 }]);
    lease.assign(1, []);
    lease.settled(1, 'success', true);
    expect(lease.isFinished).toBe(true);
  });

  it('is not released where a result could not be stored', () => {
    const lease = new WebhookLease(grant(1), 0);
    lease.assign(1, due(1));
    lease.attemptEnded(10, LAST);
    lease.settled(1, 'success', false);
    expect([lease.isFinished, lease.needsRelease, lease.finishesWith(0)]).toEqual([true, false, false]);
  });

  it('knows whether something has failed since the last success', () => {
    const lease = new WebhookLease(grant(1, { isFailing: true }), 0);
    expect(lease.isFailing).toBe(true);
    lease.settled(1, 'success', true);
    expect(lease.isFailing).toBe(false);
    lease.settled(2, 'retry', true);
    expect(lease.isFailing).toBe(true);
  });

  describe('what PostgreSQL is told of it', () => {
    it('is null while slots and time-out are as stored', () => {
      const lease = new WebhookLease(grant(1), 0);
      lease.assign(1, due(1));
      lease.attemptEnded(10, ANSWERED);
      expect(lease.stateAfter(1)).toBeNull();
    });

    it('changes are stored once', () => {
      const lease = new WebhookLease(grant(2), 0);
      lease.assign(2, due(1));
      const fewer = stateOf(lease);
      expect(fewer).toMatchObject({ webhookId: 2, token: 'token', slots: 1, timedOut: false, isReleased: false });
      lease.stateStored(fewer);
      expect(lease.stateAfter(0)).toBeNull();
    });

    it.each([
      [false, true],
      [true, false],
    ])('is that the last attempt ran into the time limit, %s before and %s now', (before, now) => {
      const lease = new WebhookLease(grant(2, { isSlow: before }), 0);
      lease.assign(2, due(1, 2));
      lease.attemptEnded(10, { timedOut: now, goesOn: true });
      expect(stateOf(lease, 1).timedOut).toBe(now);
    });

    it('is stored again after slots were added, since either write may be the last', () => {
      const lease = new WebhookLease(grant(1), 0);
      lease.assign(1, due(1));
      lease.requestSlots();
      lease.stateStored({ webhookId: 2, token: 'token', slots: 1, timedOut: false, isReleased: false });
      lease.addSlots(2);
      expect(stateOf(lease).slots).toBe(3);
      lease.stateStored(stateOf(lease));
      expect(lease.stateAfter(0)).toBeNull();
    });
  });
});

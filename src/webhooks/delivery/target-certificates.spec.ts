import { Logger } from '@nestjs/common';
import { ownMetrics } from '@libs/metrics';
import { valueIn } from '@test/support/metric-values';
import { TargetCertificates } from './target-certificates';

const DAY_MS = 24 * 3_600_000;
const START = Date.parse('2026-11-29T12:00:00Z');

describe('certificates of the targets of webhooks', () => {
  let certificates: TargetCertificates;
  let warnings: Record<string, unknown>[];
  beforeEach(() => {
    certificates = new TargetCertificates();
    warnings = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((entry) => void warnings.push(entry));
    jest.spyOn(Date, 'now').mockReturnValue(START);
  });
  afterEach(() => jest.restoreAllMocks());

  const note = (webhookId: number, days: number | null): void =>
    certificates.note({ accountId: 1, webhookId }, days === null ? null : new Date(Date.now() + days * DAY_MS));
  const pass = (days: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + days * DAY_MS);

  // The first test: instances of other tests would be counted too.
  it('are a metric whose series are always there', async () => {
    note(1, 3);
    const text = await ownMetrics();
    const valueOf = (label: string) => valueIn(text, `hrev_webhook_target_certificates{days_left="${label}"}`);
    expect(['expired', '7', '30', 'more'].map(valueOf)).toEqual([0, 1, 0, 0]);
  });

  it.each([
    [-0.1, 'expired'],
    [0, '7'],
    [6.9, '7'],
    [7, '30'],
    [29.9, '30'],
    [30, 'more'],
    [400, 'more'],
  ])('that end in %p days are counted as %s', (days, label) => {
    note(1, days);
    expect([...certificates.counts()]).toEqual([[label, 1]]);
  });

  it('are counted once for each webhook, by the last attempt with a certificate', () => {
    note(1, 5);
    note(2, 50);
    note(3, null);
    note(1, 90);
    note(2, null);
    expect([...certificates.counts()]).toEqual([['more', 2]]);
  });

  it('come nearer to their end without an attempt, and are forgotten two days after the last one', () => {
    note(1, 8);
    pass(1.5);
    expect([...certificates.counts()]).toEqual([['7', 1]]);
    pass(0.6);
    expect([...certificates.counts()]).toEqual([]);
  });

  it('of at most 10,000 webhooks are kept', () => {
    for (let webhookId = 0; webhookId <= 10_000; webhookId += 1) note(webhookId, 90);
    expect([...certificates.counts()]).toEqual([['more', 10_000]]);
  });

  it('that end within 14 days are named in the log once a day, without their target', () => {
    note(7, 15);
    note(8, 13);
    note(8, 13);
    expect(warnings).toEqual([
      {
        msg: "the certificate of a webhook's target ends soon",
        account_id: 1,
        webhook_id: 8,
        ends_at: '2026-12-12T12:00:00.000Z',
      },
    ]);
    pass(1);
    note(8, 12);
    expect(warnings).toHaveLength(2);
  });
});

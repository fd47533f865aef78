/// <reference types="node" />
import { createHmac } from 'node:crypto';
import { checkDelivery } from './check-delivery';

const SECRET = `whsec_${'aB3-_'.repeat(8)}xyw`;
const BODY = '{"event": "reviews.new", "text": "فندق"}';
const TIME = '1795500000';
const NOW = 1_795_500_010_000;
const KEY = Buffer.from(SECRET.slice(6), 'base64url');

const plain = (body = BODY, secret = SECRET): string =>
  createHmac('sha256', secret).update(`${TIME}.${body}`).digest('hex');
const standard = (body = BODY): string => createHmac('sha256', KEY).update(`48217.${TIME}.${body}`).digest('base64');
const headers = (changes: Readonly<Record<string, string | null>> = {}): string =>
  Object.entries({
    'X-Hrev-Timestamp': TIME,
    'X-Hrev-Signature': `sha256=${plain()}`,
    'webhook-id': '48217',
    'webhook-timestamp': TIME,
    'webhook-signature': `v1,${standard()}`,
    ...changes,
  })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
const check = (pasted: { readonly headers?: string; readonly body?: string; readonly secret?: string }) =>
  checkDelivery({ headers: headers(), body: BODY, secret: SECRET, ...pasted }, NOW);

describe('checkDelivery', () => {
  it('finds no difference in what was sent, with either form of the secret, and one of two signatures', async () => {
    const valid = { isValid: true, findings: [], ageS: 10 };
    expect(await check({})).toEqual(valid);
    expect(await check({ secret: `whsec_${KEY.toString('base64')}` })).toEqual(valid);
    const both = headers({ 'X-Hrev-Signature': `sha256=${'0'.repeat(64)},sha256=${plain()}` });
    expect(await check({ headers: both })).toEqual(valid);
    const one = headers({ 'webhook-signature': null, 'webhook-timestamp': null, 'webhook-id': null });
    expect(await check({ headers: one })).toEqual(valid);
    expect(await check({ headers: headers().replaceAll(': ', '": "') })).toEqual(valid);
  });

  it.each([
    ['noHeaders', { headers: 'Content-Type: application/json' }],
    ['badTimestamp', { headers: headers({ 'X-Hrev-Timestamp': null, 'webhook-timestamp': null }) }],
    ['badTimestamp', { headers: headers({ 'X-Hrev-Timestamp': 'yesterday' }) }],
    ['signatureForm', { headers: headers({ 'X-Hrev-Signature': 'sha256=short' }) }],
    ['bodyLineEnd', { body: `${BODY}\n` }],
    ['bodyReformatted', { body: JSON.stringify(JSON.parse(BODY), null, 2), headers: compactHeaders() }],
    [
      'timestampDiffers',
      { headers: headers({ 'X-Hrev-Timestamp': '1795500001', 'X-Hrev-Signature': `sha256=${'1'.repeat(64)}` }) },
    ],
    ['timestampsDiffer', { headers: headers({ 'X-Hrev-Timestamp': '1795500001' }) }],
    ['plainSignatureDiffers', { headers: headers({ 'X-Hrev-Signature': `sha256=${'0'.repeat(64)}` }) }],
    ['standardSignatureDiffers', { headers: headers({ 'webhook-id': '48218' }) }],
    ['idDiffers', { headers: headers({ 'webhook-id': null }) }],
    ['secretOrBody', { secret: `whsec_${'x'.repeat(43)}` }],
    ['secretOrBody', { body: '{}' }],
  ] as const)('names what differs: %s', async (finding, pasted) =>
    expect((await check(pasted)).findings).toEqual([finding]),
  );
});

function compactHeaders(): string {
  const body = JSON.stringify(JSON.parse(BODY));
  return headers({ 'X-Hrev-Signature': `sha256=${plain(body)}`, 'webhook-signature': `v1,${standard(body)}` });
}

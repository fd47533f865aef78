// Receives hrev's webhooks. Needs Node 20 or newer and nothing else:
//
//   HREV_SIGNING_SECRET=whsec_… PORT=8080 node receive-webhook.mjs
//
// The secret is in the response of GET /v3/webhooks/secret, in two forms: either can be used. Replace it within 24 hours after a
// rotation; until then every delivery is signed with both secrets. Several secrets are separated by commas.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** In the form of `secret`: `standard_secret` has the same bytes in base64 instead of base64url. */
const secrets = (process.env.HREV_SIGNING_SECRET ?? '')
  .split(',')
  .map((secret) => secret.trim().replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
const port = Number(process.env.PORT ?? 8080);
if (!secrets.every((secret) => secret.startsWith('whsec_'))) throw new Error('HREV_SIGNING_SECRET is not set');

/** Ids of processed deliveries. A real receiver stores them in a table with a unique column. */
const processed = new Set();

/**
 * Returns whether one of the signatures matches the raw bytes, and the timestamp differs by at most five minutes. Deliveries have the
 * signature in two forms. One is enough: X-Hrev-Signature, or webhook-signature of Standard Webhooks.
 */
function isGenuine(headers, body) {
  const isStandard = headers['x-hrev-signature'] === undefined;
  const [id, timestamp = ''] = [headers['webhook-id'], headers[isStandard ? 'webhook-timestamp' : 'x-hrev-timestamp']];
  if (!/^\d+$/.test(timestamp) || Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp)) > 300) return false;
  const expected = secrets.map((secret) => {
    const hmac = createHmac('sha256', isStandard ? Buffer.from(secret.slice(6), 'base64url') : secret);
    hmac.update(isStandard ? `${id}.${timestamp}.` : `${timestamp}.`).update(body);
    return Buffer.from(isStandard ? `v1,${hmac.digest('base64')}` : `sha256=${hmac.digest('hex')}`);
  });
  const received = headers[isStandard ? 'webhook-signature' : 'x-hrev-signature'] ?? '';
  return received
    .split(isStandard ? ' ' : ',')
    .map((signature) => Buffer.from(signature.trim()))
    .some((one) => expected.some((other) => one.length === other.length && timingSafeEqual(one, other)));
}

/** Replace this function. It must be fast, or queue the event: hrev waits 15 seconds for the response. */
function handle(event) {
  const reviews = (event.objects ?? []).flatMap((object) => object.reviews ?? []);
  console.log(`${event.event}, delivery ${event.delivery_id}: ${event.summary?.review_count ?? 0} reviews`);
  for (const review of reviews) console.log(`  ${review.rating ?? '-'} ${review.source_slug}: ${review.text ?? ''}`);
  if (event.truncated) console.log('  too many to be sent: read them from GET /v3/reviews');
}

/** Null for a body that is no event: hrev sends none. */
function eventOf(body) {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

async function receive(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const event = eventOf(body);
  if (event === null) return response.writeHead(400).end();
  // Deliveries may repeat: hrev retries a delivery without a response in time.
  if (!processed.has(event.delivery_id)) {
    handle(event);
    processed.add(event.delivery_id);
  }
  return response.writeHead(204).end();
}

const server = createServer((request, response) => {
  // After a 500, hrev retries the delivery.
  receive(request, response).catch(() => response.writeHead(500).end());
});
server.listen(port, () => console.log(`listening on ${server.address().port}`));

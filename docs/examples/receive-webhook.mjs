// Receives hrev's webhooks. Needs Node 20 or newer and nothing else:
//
//   HREV_SIGNING_SECRET=whsec_… PORT=8080 node receive-webhook.mjs
//
// The secret is in the response of GET /v3/webhooks/secret. Replace it within 24 hours after a rotation; until then every
// delivery is signed with both secrets.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.HREV_SIGNING_SECRET ?? '';
const port = Number(process.env.PORT ?? 8080);
if (!secret.startsWith('whsec_')) throw new Error('HREV_SIGNING_SECRET is not set');

/** Ids of processed deliveries. A real receiver stores them in a table with a unique column. */
const processed = new Set();

/** Returns whether one of the signatures matches the raw bytes, and the timestamp differs by at most five minutes. */
function isGenuine(headers, body) {
  const timestamp = headers['x-hrev-timestamp'] ?? '';
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`sha256=${digest}`);
  return String(headers['x-hrev-signature'])
    .split(',')
    .map((signature) => Buffer.from(signature.trim()))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

/** Replace this function. It must be fast, or queue the event: hrev waits 15 seconds for the response. */
function handle(event) {
  const reviews = (event.objects ?? []).flatMap((object) => object.reviews ?? []);
  console.log(`${event.event}, delivery ${event.delivery_id}: ${event.summary?.review_count ?? 0} reviews`);
  for (const review of reviews) console.log(`  ${review.rating ?? '-'} ${review.source_slug}: ${review.text ?? ''}`);
  if (event.truncated) console.log('  too many to be sent: read them from GET /v3/reviews');
}

async function receive(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['x-hrev-delivery-id'];
  // Deliveries may repeat: hrev retries a delivery without a response in time.
  if (!processed.has(id)) {
    handle(JSON.parse(body.toString('utf8')));
    processed.add(id);
  }
  return response.writeHead(204).end();
}

const server = createServer((request, response) => {
  // After a 500, hrev retries the delivery.
  receive(request, response).catch(() => response.writeHead(500).end());
});
server.listen(port, () => console.log(`listening on ${server.address().port}`));

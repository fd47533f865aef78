// Prints the newest reviews of the account of a key. Needs Node 20.19 or newer, and `npm install @hrev/sdk`:
//
//   HREV_URL=http://localhost:4738 HREV_KEY=hrev_… node print-reviews.mjs
import { Hrev } from '@hrev/sdk';

const hrev = new Hrev({
  baseUrl: process.env.HREV_URL ?? 'http://localhost:4738',
  apiKey: process.env.HREV_KEY ?? '',
});

const { data, total } = await hrev.reviews.list({ sort_by: 'date', limit: 3 });
console.log(`${total} reviews; the newest:`);
for (const { rating, source_slug: platform, author, text } of data)
  console.log(`${rating ?? '-'} of 5, ${platform}, ${author ?? 'without a name'}: ${text ?? '(no text)'}`);

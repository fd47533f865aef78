/**
 * A page that a script renders: the document is empty, and its script fetches the reviews and shows them with schema.org markup. It
 * has no images, fonts or videos, which the product does not load.
 */
export const READY = '#ready';

export const SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reviews</title>
<link rel="stylesheet" href="/style.css"></head><body><main id="list"></main><script src="/render.js"></script></body></html>`;

export const STYLE = `body{font:16px/1.5 sans-serif;margin:2rem auto;max-width:60rem}
article{display:grid;grid-template-columns:1fr 4fr;gap:1rem;border-bottom:1px solid #ccc;padding:1rem}
article header{font-weight:bold}article p{white-space:pre-wrap}`;

/** Runs in the page. */
export const RENDERING_SCRIPT = `(async () => {
  const address = location.pathname.replace('/rendered/', '/data/') + location.search;
  const page = await (await fetch(address)).json();
  const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  const product = element('section', { itemscope: '', itemtype: 'https://schema.org/Product' },
    element('h1', { itemprop: 'name' }, 'Product ' + location.pathname.split('/')[2]));
  product.append(element('div', { itemprop: 'aggregateRating', itemscope: '', itemtype: 'https://schema.org/AggregateRating' },
    element('b', { itemprop: 'ratingValue' }, '4.5'),
    element('i', { itemprop: 'reviewCount' }, String(page.query_summary.total_reviews))));
  for (const review of page.reviews) {
    const date = new Date(review.timestamp_created * 1000).toISOString();
    product.append(element('article', { itemprop: 'review', itemscope: '', itemtype: 'https://schema.org/Review' },
      element('header', { itemprop: 'author' }, review.author_name),
      element('time', { itemprop: 'datePublished', datetime: date }, date.slice(0, 10)),
      element('span', { itemprop: 'reviewRating', itemscope: '', itemtype: 'https://schema.org/Rating' },
        element('b', { itemprop: 'ratingValue' }, review.voted_up ? '5' : '2')),
      element('p', { itemprop: 'reviewBody' }, (review.review ?? '') + ' ' + review.recommendationid)));
  }
  document.getElementById('list').append(product, element('footer', { id: 'ready' }));
})();`;

import { recordKind, reread, type Reread } from '../../reread';
import { page } from './parsers';

/**
 * Stored nodes of reviews, as reviews of an object with the name of the page. Escapes and the charset of the page were decoded before the
 * node was stored. Dates may depend on other parts of the page.
 */
export function schemaOrgReread(ratingScale: number): Reread {
  return reread(
    [
      recordKind({
        isOfKind: () => true,
        parser: page,
        documentOf: (review, { name }) => ({ '@context': 'https://schema.org', '@type': 'Thing', name, review }),
        textOf: (document) =>
          `<script type="application/ld+json">${JSON.stringify(document).replaceAll('<', '\\u003c')}</script>`,
        factsOf: (url, now) => ({
          ...{ pageUrl: url.href, ratingScale, now, status: 200 },
          marks: { cloudflare: false, waf: false },
        }),
      }),
    ],
    ['date'],
  );
}

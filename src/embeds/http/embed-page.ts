import { createHash } from 'node:crypto';
import type { EmbedAnswer, EmbedReview } from '../domain/answer';
import { directionOf, EMBED_LANGUAGES, EMBED_WORDS, filled, noticeOf, type EmbedLanguage } from '../domain/words';
import { EMBED_STYLE } from './embed-style';

const styleHash = createHash('sha256').update(EMBED_STYLE).digest('base64');

/** The policy of the page: no script, its own style, and any page may frame it. */
export const EMBED_PAGE_POLICY = `default-src 'none';style-src 'sha256-${styleHash}';base-uri 'none';form-action 'none';frame-ancestors *`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** The page of an embed for an `iframe`: without a script, and with every text escaped. `pageLanguage`: where the embed has none. */
export function embedPage(answer: EmbedAnswer, pageLanguage: EmbedLanguage): string {
  const language = EMBED_LANGUAGES.find((known) => known === answer.language) ?? pageLanguage;
  const words = EMBED_WORDS[language];
  const { title, shown, total, sources, min_rating: minRating, average_rating: average } = answer;
  const number = new Intl.NumberFormat(language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const notice = total === 0 ? words.empty : noticeOf({ shown, total, minRating, sources }, language);
  const averageText = average === null ? '' : filled(words.average, { r: number.format(average) });
  const parts = [
    title === null ? '' : `<h1 dir="auto">${escaped(title)}</h1>`,
    average === null
      ? ''
      : `<p>${stars(average, averageText)} <span aria-hidden="true">${escaped(averageText)}</span></p>`,
    `<p class="m">${escaped(notice)}</p>`,
    answer.reviews.length === 0
      ? ''
      : `<ul role="list">${answer.reviews.map((review) => item(review, words, number, day)).join('')}</ul>`,
  ];
  const theme = answer.theme === 'auto' ? '' : ` data-theme="${escaped(answer.theme)}"`;
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"${theme}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${escaped(title ?? notice)}</title><style>${EMBED_STYLE}</style></head>` +
    `<body><main><section>${parts.join('')}</section></main></body></html>`
  );
}

function item(
  { author, rating, date, text, source, url }: EmbedReview,
  words: (typeof EMBED_WORDS)[EmbedLanguage],
  number: Intl.NumberFormat,
  day: Intl.DateTimeFormat,
): string {
  const head = [
    rating === null ? '' : stars(rating, filled(words.rating, { r: number.format(rating) })),
    `<strong dir="auto">${escaped(author ?? words.anonymous)}</strong>`,
    date === null ? '' : `<time class="m" datetime="${escaped(date)}">${escaped(day.format(new Date(date)))}</time>`,
  ];
  const link =
    url === null
      ? escaped(source)
      : `<a href="${escaped(url)}" target="_blank" rel="noopener noreferrer nofollow ugc">${escaped(filled(words.source, { s: source }))}</a>`;
  const body = text === null ? '' : `<p class="t" dir="auto">${escaped(text)}</p>`;
  return `<li><p>${head.filter((part) => part !== '').join(' ')}</p>${body}<p class="m">${link}</p></li>`;
}

function stars(rating: number, label: string): string {
  const full = Math.round(rating);
  const text = '★'.repeat(full) + '☆'.repeat(5 - full);
  return `<span class="s" role="img" dir="ltr" aria-label="${escaped(label)}">${text}</span>`;
}

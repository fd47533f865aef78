/**
 * WordPress.org's sandbox: the list of reviews in the support forum, the pages of topics, and the API with data about plugins and
 * themes. Keys are `plugin/{slug}` and `theme/{slug}`. The markup is that of the forum's published source; no page was recorded.
 *
 * The forum shows 30 topics per page. The sandbox shows 4, because a visit requests the page of every topic.
 */
import {
  behaviourAt,
  FORBIDDEN,
  htmlResponse,
  jsonResponse,
  newestFirst,
  pageOf,
  respondTo,
  THROTTLED,
} from './sandbox-behaviour';
import { averageOf, escapeHtml } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const LIST_PATH = /^\/support\/(plugin|theme)\/([a-z0-9_-]+)\/reviews\/(?:page\/(\d+)\/)?$/;
const TOPIC_PATH = /^\/support\/topic\/review-(\d+)\/$/;
const DETAILS_PATH = /^\/(plugin|theme)s\/info\/1\.2\/$/;
const PAGE_SIZE = 4;

export const wordpressOrgSandbox: SandboxPlatform = {
  slug: 'wordpress-org',
  hosts: ['wordpress.org'],
  demo: {
    key: 'plugin/lantern-forms',
    name: 'Lantern Forms',
    reviews: 60,
    ratings: [1, 2, 3, 4, 5],
    titles: true,
    replies: true,
  },
  pageUrl: (key) => `https://wordpress.org/${key.replace('/', 's/')}/`,

  respond({ url }, findListing, { listings }) {
    if (url.hostname === 'api.wordpress.org') {
      const kind = DETAILS_PATH.exec(url.pathname)?.[1];
      return respondWithDetails(findListing(`${kind}/${url.searchParams.get('request[slug]')}`));
    }
    const list = LIST_PATH.exec(url.pathname);
    if (list !== null) return respondWithList(findListing(`${list[1]}/${list[2]}`), Number(list[3] ?? '1'));
    const topicId = TOPIC_PATH.exec(url.pathname)?.[1];
    const review = listings()
      .flatMap(({ reviews }) => reviews)
      .find(({ id }) => id === topicId);
    return review === undefined ? notFound() : htmlResponse(topicPage(review));
  },
};

function respondWithDetails(found: SandboxListing | undefined): SandboxResponse {
  if (found === undefined) return jsonResponse({ error: 'Plugin not found.' }, 404);
  if (behaviourAt(found, 1) === 'side_throttled') return THROTTLED;
  const { reviews, name, key } = found;
  return jsonResponse({
    name: escaped(name),
    slug: key.split('/')[1],
    version: '2.4.1',
    author_profile: 'https://profiles.wordpress.org/lantern/',
    rating: Math.round((averageOf(reviews) ?? 0) * 20),
    ratings: Object.fromEntries(
      [5, 4, 3, 2, 1].map((stars) => [stars, reviews.filter((r) => r.rating === stars).length]),
    ),
    num_ratings: reviews.length,
  });
}

function respondWithList(found: SandboxListing | undefined, page: number): SandboxResponse {
  return respondTo(found, page, {
    blocked: FORBIDDEN,
    gone: notFound(),
    changed: htmlResponse(document('Reviews', '<main id="reviews-app"><article>A review</article></main>')),
    normal: (project) => htmlResponse(listPage(project, page)),
  });
}

function listPage(found: SandboxListing, page: number): string {
  const { reviews, hasNext } = pageOf(found, newestFirst(found), page, PAGE_SIZE);
  const next = `https://wordpress.org/support/${found.key}/reviews/page/${page + 1}/`;
  const pagination = `<div class="bbp-pagination"><div class="bbp-pagination-links">${
    hasNext ? `<a class="next page-numbers" href="${next}">→</a>` : ''
  }</div></div>`;
  const table =
    `${pagination}<ul id="bbp-forum-21272" class="bbp-topics"><li class="bbp-header"><ul class="forum-titles">` +
    `<li class="bbp-topic-title">Topic</li></ul></li><li class="bbp-body">${reviews.map(topicRow).join('\n')}</li></ul>${pagination}`;
  const notice = '<div class="bbp-template-notice"><p>No topics found.</p></div>';
  return document('Reviews', `<div id="bbpress-forums"><h1>Reviews</h1>${reviews.length === 0 ? notice : table}</div>`);
}

function topicRow(review: SandboxReview): string {
  const link = `https://wordpress.org/support/topic/review-${review.id}/`;
  return (
    `<ul id="bbp-topic-${review.id}" class="loop-item-0 odd post-${review.id} topic type-topic status-publish">` +
    `<li class="bbp-topic-title"><a class="bbp-topic-permalink" href="${link}">${escaped(review.title ?? '')} ${stars(review)}</a>` +
    `<p class="bbp-topic-meta"><span class="bbp-topic-started-by">Started by: ${authorLink(review)}</span></p></li>` +
    `<li class="bbp-topic-voice-count">1</li><li class="bbp-topic-reply-count">${review.reply === null ? 0 : 1}</li>` +
    `<li class="bbp-topic-freshness"><a href="${link}" title="${forumDate(review.updatedAt)}">2 days ago</a></li></ul>`
  );
}

function topicPage(review: SandboxReview): string {
  const link = `https://wordpress.org/support/topic/review-${review.id}/`;
  const lead =
    `${stars(review)}<ul id="bbp-topic-${review.id}-lead" class="bbp-lead-topic"><li class="bbp-body">` +
    `<div id="post-${review.id}" class="post-${review.id} topic type-topic status-publish">` +
    `<div class="bbp-topic-author">${authorLink(review)}<p class="bbp-topic-post-date"><a href="${link}" ` +
    `title="${forumDate(review.publishedAt)}" class="bbp-topic-permalink">2 days ago</a></p></div>` +
    `<div class="bbp-topic-content">${paragraphs(review.text ?? '')}${revisionLog(review)}</div></div></li></ul>`;
  const replies =
    review.reply === null
      ? ''
      : `<ul id="topic-${review.id}-replies" class="forums bbp-replies"><li class="bbp-body">${replyPost(review.reply)}</li></ul>`;
  return document(escaped(review.title ?? ''), `<div id="bbpress-forums">${lead}${replies}</div>`);
}

function replyPost({ text, at }: { readonly text: string; readonly at: Date }): string {
  return (
    '<div id="post-900001" class="loop-item-0 post-900001 reply type-reply status-publish by-plugin-author author-has-badge">' +
    '<div class="bbp-reply-author"><span class="author-badge author-badge-plugin" title="This person is the author of this ' +
    'plugin">Plugin Author</span><div class="bbp-reply-meta"><p class="bbp-reply-post-date"><a href="#post-900001" ' +
    `title="${forumDate(at)}" class="bbp-reply-permalink">1 day ago</a></p></div></div>` +
    `<div class="bbp-reply-content">${paragraphs(text)}</div></div>`
  );
}

/** The forum appends a log of changes to an edited post. */
function revisionLog({ publishedAt, updatedAt }: SandboxReview): string {
  if (updatedAt <= publishedAt) return '';
  return '<ul class="bbp-topic-revision-log"><li class="bbp-topic-revision-log-item">This topic was modified.</li></ul>';
}

function authorLink({ author }: SandboxReview): string {
  return (
    '<a href="https://wordpress.org/support/users/sandbox/" class="bbp-author-link">' +
    `<span class="bbp-author-name">${escaped(author)}</span></a>`
  );
}

function stars({ rating }: SandboxReview): string {
  if (rating === null) return '';
  const icons = [1, 2, 3, 4, 5].map(
    (star) => `<span class="dashicons dashicons-star-${star <= rating ? 'filled' : 'empty'}"></span>`,
  );
  return `<div class='wporg-ratings' title='${rating} out of 5 stars' style='color:#ffb900;'>${icons.join('')}</div>`;
}

/** Blank lines separate paragraphs, and other line ends are breaks, as WordPress formats a post. */
function paragraphs(text: string): string {
  return escaped(text)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />\n')}</p>`)
    .join('\n');
}

/** A date such as "June 15, 2026 at 12:00 pm". */
function forumDate(at: Date): string {
  const date = at.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
  const hour = at.getUTCHours();
  const minute = String(at.getUTCMinutes()).padStart(2, '0');
  return `${date} at ${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`;
}

const document = (title: string, body: string): string =>
  `<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8" /><title>${title} | WordPress.org</title></head>` +
  `<body class="bbpress">${body}</body></html>`;

const notFound = (): SandboxResponse => htmlResponse(document('Page not found', '<h1>Oops!</h1>'), 404);

const escaped = (text: string): string => escapeHtml(text).replaceAll('"', '&quot;');

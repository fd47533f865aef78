/**
 * Messages for incoming webhooks of Slack (https://docs.slack.dev/reference/block-kit): at most 50 blocks, 3,000 characters in a section.
 * The characters of all blocks together have a limit too, which Slack does not document: messages of more than 11,000 were refused.
 *
 * Foreign texts are in `plain_text`, which has no markup. They are escaped as well, so that no part of Slack reads `<!channel>` in them.
 */
import { fitted, shownOf, type MessageItem, type ReviewsMessage } from './message';

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

interface Markup {
  readonly type: 'mrkdwn';
  readonly text: string;
}

export type SlackBlock =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'section'; readonly text: PlainText }
  | { readonly type: 'context'; readonly block_id?: string; readonly elements: (PlainText | Markup)[] };

/** The body of a request to an incoming webhook. */
export interface SlackMessage {
  /** Shown in notifications. */
  readonly text: string;
  readonly mrkdwn: false;
  readonly unfurl_links: false;
  readonly unfurl_media: false;
  readonly blocks: SlackBlock[];
}

/** Of 50 blocks, the title, the last line and three for each item. */
const MAX_ITEMS = 16;
const MAX_TEXT = 2_900;
const MAX_CHARACTERS = 8_000;

export function slackReviews({ title, items, total, consoleUrl }: ReviewsMessage): SlackMessage {
  const shown = fitted(items, {
    maxItems: MAX_ITEMS,
    budget: MAX_CHARACTERS,
    maxText: MAX_TEXT,
    costOfItem: (item) => blocksOf({ ...item, text: '' }).reduce((sum, block) => sum + JSON.stringify(block).length, 0),
    costOfText: (text) => escaped(text).length,
  });
  const rest = shownOf(shown.length, total);
  const last: readonly SlackBlock[] =
    rest === null ? [] : [{ type: 'context', elements: [plainText(rest), ...link(consoleUrl, 'All reviews')] }];
  return message(title, [...shown.flatMap(blocksOf), ...last]);
}

export function slackRun(title: string, consoleUrl: string | null): SlackMessage {
  return message(title, consoleUrl === null ? [] : [{ type: 'context', elements: link(consoleUrl, 'All reviews') }]);
}

function message(title: string, blocks: readonly SlackBlock[]): SlackMessage {
  return {
    text: title,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [{ type: 'header', text: plainText(title) }, ...blocks],
  };
}

/** The id of the block with the author of a review, by which the author is replaced. */
export const authorBlockId = (reviewId: number): string => `author-${reviewId}`;

function blocksOf({ id, rating, object, platform, text, author, url, consoleUrl }: MessageItem): SlackBlock[] {
  return [
    { type: 'section', text: plainText(`${rating} · ${object} · ${platform}`) },
    ...(text === '' ? [] : [{ type: 'section', text: plainText(text) } as const]),
    {
      type: 'context',
      block_id: authorBlockId(id),
      elements: [plainText(author), ...link(url, 'On the platform'), ...link(consoleUrl, 'In the console')],
    },
  ];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text without markup. */
export const plainText = (text: string): PlainText => ({ type: 'plain_text', text: escaped(text), emoji: false });

/** None for an address that is longer than a text may be. */
function link(url: string | null, label: string): Markup[] {
  const text = url === null ? '' : `<${escaped(url)}|${label}>`;
  return text === '' || text.length > MAX_TEXT ? [] : [{ type: 'mrkdwn', text }];
}

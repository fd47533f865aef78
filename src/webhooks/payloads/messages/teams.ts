/**
 * Messages for incoming webhooks of Microsoft Teams, which are workflows: an Adaptive Card (https://adaptivecards.io/explorer) in the envelope of
 * a message, at most 28 KB.
 *
 * Foreign texts are in `TextRun`, which has no markup apart from `{{DATE(…)}}`. A mention needs an entry in `msteams.entities`, which a card does not have.
 */
import { fitted, shownOf, type MessageItem, type ReviewsMessage } from './message';

interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly isSubtle?: true;
}

interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly id?: string;
  readonly inlines: TextRun[];
}

interface ActionSet {
  readonly type: 'ActionSet';
  readonly actions: { readonly type: 'Action.OpenUrl'; readonly title: string; readonly url: string }[];
}

interface Container {
  readonly type: 'Container';
  readonly separator: true;
  readonly items: (RichTextBlock | ActionSet)[];
}

export interface TeamsCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  readonly version: '1.4';
  readonly body: (RichTextBlock | ActionSet | Container)[];
}

/** The body of a request to an incoming webhook. */
export interface TeamsMessage {
  readonly type: 'message';
  readonly attachments: {
    readonly contentType: 'application/vnd.microsoft.card.adaptive';
    readonly contentUrl: null;
    readonly content: TeamsCard;
  }[];
}

const MAX_ITEMS = 20;
/** The bytes of the items. The rest of the message needs less than the 4 KB that remain of 28 KB. */
const MAX_BYTES = 24_000;
const MAX_TEXT = 12_000;

export function teamsReviews({ title, items, total, consoleUrl }: ReviewsMessage): TeamsMessage {
  const shown = fitted(items, {
    maxItems: MAX_ITEMS,
    budget: MAX_BYTES,
    maxText: MAX_TEXT,
    // With the comma after it.
    costOfItem: (item) => Buffer.byteLength(JSON.stringify(containerOf({ ...item, text: ' ' }))) + 1,
    costOfText: (text) => Buffer.byteLength(JSON.stringify(text)) - 2 + APART_BYTES * (text.split('{').length - 1),
  });
  const rest = shownOf(shown.length, total);
  return message([
    heading(title),
    ...shown.map(containerOf),
    ...(rest === null
      ? []
      : [richText({ type: 'TextRun', text: rest, isSubtle: true }), ...links([consoleUrl, 'All reviews'])]),
  ]);
}

export function teamsRun(title: string, consoleUrl: string | null): TeamsMessage {
  return message([heading(title), ...links([consoleUrl, 'All reviews'])]);
}

function message(body: TeamsCard['body']): TeamsMessage {
  const schema = 'http://adaptivecards.io/schemas/adaptive-card.json';
  const content: TeamsCard = { $schema: schema, type: 'AdaptiveCard', version: '1.4', body };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** The id of the element with the author of a review, by which the author is replaced. */
export const authorElementId = (reviewId: number): string => `author-${reviewId}`;

function containerOf({ id, rating, object, platform, text, author, url, consoleUrl }: MessageItem): Container {
  return {
    type: 'Container',
    separator: true,
    items: [
      richText({ type: 'TextRun', text: `${rating} · ${object} · ${platform}`, weight: 'Bolder' }),
      ...(text === '' ? [] : [richText({ type: 'TextRun', text })]),
      { ...richText({ type: 'TextRun', text: author, isSubtle: true }), id: authorElementId(id) },
      ...links([url, 'On the platform'], [consoleUrl, 'In the console']),
    ],
  };
}

/** Between two braces, so that they do not begin a function such as `{{DATE(…)}}`. */
const APART = '\u200b';
const APART_BYTES = Buffer.byteLength(APART);

const heading = (text: string): RichTextBlock => richText({ type: 'TextRun', text, weight: 'Bolder' });

const richText = (run: TextRun): RichTextBlock => ({
  type: 'RichTextBlock',
  inlines: [{ ...run, text: withoutFunctions(run.text) }],
});

/** A text in which no function begins. */
export const withoutFunctions = (text: string): string => text.replace(/\{(?=\{)/g, `{${APART}`);

/** A row of links; none without an address. */
function links(...found: readonly (readonly [url: string | null, title: string])[]): ActionSet[] {
  const actions = found.flatMap(([url, title]) =>
    url === null ? [] : [{ type: 'Action.OpenUrl' as const, title, url }],
  );
  return actions.length === 0 ? [] : [{ type: 'ActionSet', actions }];
}

/**
 * Messages for webhooks of Discord (https://docs.discord.com/developers/resources/webhook#execute-webhook): at most 10 embeds, whose texts have
 * at most 6,000 characters together; 256 in a title, 4,096 in a description.
 *
 * In titles and descriptions every punctuation mark of a foreign text is escaped, so that it is neither format, link nor mention. Names
 * of authors and footers have no markup. `allowed_mentions` is empty: the message notifies no person, whatever is in it.
 */
import { fitted, shownOf, type MessageItem, type ReviewsMessage } from './message';

export interface DiscordEmbed {
  readonly title: string;
  readonly url?: string;
  readonly description?: string;
  readonly author: { readonly name: string };
  readonly footer: { readonly text: string };
}

/** The body of a request to a webhook. */
export interface DiscordMessage {
  readonly content: string;
  readonly embeds: DiscordEmbed[];
  readonly allowed_mentions: { readonly parse: never[] };
}

const MAX_EMBEDS = 10;
const MAX_CHARACTERS = 6_000;
/** A description has at most 4,096 characters, of which a link needs half. */
const MAX_TEXT = 2_000;

export function discordReviews({ title, items, total, consoleUrl }: ReviewsMessage): DiscordMessage {
  const shown = fitted(items, {
    maxItems: MAX_EMBEDS,
    budget: MAX_CHARACTERS,
    maxText: MAX_TEXT,
    // With the empty line between the text and the link.
    costOfItem: (item) => charactersOf(embedOf({ ...item, text: '' })) + SEPARATOR.length,
    costOfText: (text) => escaped(text).length,
  });
  const rest = shownOf(shown.length, total);
  return message([title, ...(rest === null ? [] : [rest, lineOf(consoleUrl)])], shown.map(embedOf));
}

export function discordRun(title: string, consoleUrl: string | null): DiscordMessage {
  return message([title, lineOf(consoleUrl)], []);
}

/** In angle brackets Discord adds no preview of the page. */
const lineOf = (url: string | null): string => (url === null ? '' : `<${url}>`);

function message(lines: readonly string[], embeds: DiscordEmbed[]): DiscordMessage {
  const content = lines.filter((line) => line !== '').join('\n');
  return { content, embeds, allowed_mentions: { parse: [] } };
}

const SEPARATOR = '\n\n';

/** The last part of a footer, by which the author of a review is found and replaced. */
export const footerIdOf = (text: string): number => Number(/ #(\d+)$/.exec(text)?.[1] ?? Number.NaN);

function embedOf({ id, rating, object, platform, text, author, url, consoleUrl }: MessageItem): DiscordEmbed {
  const address = consoleUrl ?? url;
  // The title leads to one page; the other one is a line of the description.
  const links = consoleUrl !== null && url !== null ? `[On the platform](<${url}>)` : '';
  const description = [escaped(text), links].filter((part) => part !== '').join(SEPARATOR);
  return {
    title: escaped(`${rating} · ${object}`),
    ...(address === null ? {} : { url: address }),
    ...(description === '' ? {} : { description }),
    author: { name: author },
    footer: { text: `${platform} #${id}` },
  };
}

function charactersOf({ title, description = '', author, footer }: DiscordEmbed): number {
  return title.length + description.length + author.name.length + footer.text.length;
}

/** Discord removes a backslash before any punctuation mark. */
const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

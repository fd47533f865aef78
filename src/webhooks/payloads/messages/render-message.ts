/** The bytes of a delivery as the message of a chat service (contract §6.6), and the replacement of authors in them. */
import type { Format, ReviewEventType } from '../../domain/subscription';
import type { ObjectReviews } from '../body';
import { discordReviews, discordRun, footerIdOf, type DiscordMessage } from './discord';
import { authorText, consoleUrlOf, reviewsMessage, runTitle, type ConsolePlace } from './message';
import { authorBlockId, plainText, slackReviews, slackRun, type SlackMessage } from './slack';
import { authorElementId, teamsReviews, teamsRun, withoutFunctions, type TeamsMessage } from './teams';

export type MessageFormat = Exclude<Format, 'hrev'>;

const SERVICES = {
  slack: { reviews: slackReviews, run: slackRun },
  teams: { reviews: teamsReviews, run: teamsRun },
  discord: { reviews: discordReviews, run: discordRun },
} as const;

export interface MessageOptions {
  readonly format: MessageFormat;
  readonly place: ConsolePlace;
  /** Marks a test event. */
  readonly test?: boolean;
}

/** The message about these reviews, within the limits of the service. It says how many reviews it does not show. */
export function renderReviewsMessage(
  content: { readonly event: ReviewEventType; readonly objects: readonly ObjectReviews[] },
  { format, place, test = false }: MessageOptions,
): Buffer {
  return Buffer.from(JSON.stringify(SERVICES[format].reviews(reviewsMessage(content, place, test))));
}

/** The message that a run has finished. */
export function renderRunMessage(finishedAt: Date, { format, place, test = false }: MessageOptions): Buffer {
  const url = consoleUrlOf(place, 'reviews');
  return Buffer.from(JSON.stringify(SERVICES[format].run(runTitle(finishedAt, test), url)));
}

type Authors = ReadonlyMap<number, string | null>;

/**
 * A message with these authors of reviews, by id; null if it has the same authors, or none of these reviews. `message`: a parsed body;
 * undefined if it is no message of a service.
 */
export function messageWithAuthors(message: object, authors: Authors): string | null | undefined {
  const replace = replacementOf(message);
  if (replace === null) return undefined;
  const before = JSON.stringify(message);
  for (const [id, author] of authors) replace(id, authorText(author));
  const after = JSON.stringify(message);
  return before === after ? null : after;
}

type Changeable<T> = { -readonly [Name in keyof T]: Changeable<T[Name]> };

/** Replaces the author of a review in the parsed message. */
function replacementOf(message: object): ((id: number, author: string) => void) | null {
  if ('blocks' in message) {
    const { blocks } = message as Changeable<SlackMessage>;
    return (id, author) => {
      for (const block of blocks)
        if (block.type === 'context' && block.block_id === authorBlockId(id)) block.elements[0] = plainText(author);
    };
  }
  if ('embeds' in message) {
    const { embeds } = message as Changeable<DiscordMessage>;
    return (id, author) => {
      for (const embed of embeds) if (footerIdOf(embed.footer.text) === id) embed.author.name = author;
    };
  }
  if (!('attachments' in message)) return null;
  const { attachments } = message as Changeable<TeamsMessage>;
  return (id, author) => {
    for (const element of attachments.flatMap(({ content }) => content.body)) {
      if (element.type !== 'Container') continue;
      for (const item of element.items)
        if (item.type === 'RichTextBlock' && item.id === authorElementId(id))
          for (const run of item.inlines) run.text = withoutFunctions(author);
    }
  };
}

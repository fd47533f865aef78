/**
 * What Slack, Microsoft Teams and Discord accept as the body of an incoming webhook. The compiler compares the messages with the types
 * that the services publish (`@slack/types`, `discord-api-types`), `adaptivecards` parses and validates cards, and `problemsOf` checks the
 * documented limits, which no type has.
 */
import { createRequire } from 'node:module';
import type { ContextBlock, HeaderBlock, KnownBlock, SectionBlock } from '@slack/types';
import type * as AdaptiveCards from 'adaptivecards';
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import type { MessageFormat } from '@src/webhooks/payloads/messages/render-message';
import type { DiscordMessage } from '@src/webhooks/payloads/messages/discord';
import type { SlackMessage } from '@src/webhooks/payloads/messages/slack';
import type { TeamsMessage } from '@src/webhooks/payloads/messages/teams';

// The main file of the package is a module that only bundlers read.
const { AdaptiveCard, SerializationContext, Versions } = createRequire(__filename)(
  'adaptivecards/dist/adaptivecards.js',
) as typeof AdaptiveCards;

/** The problems of a message; none for one that the service accepts. */
export function problemsOf(format: MessageFormat, message: object): readonly string[] {
  if (format === 'slack') return problemsOfSlack(message as SlackMessage);
  return format === 'discord' ? problemsOfDiscord(message as DiscordMessage) : problemsOfTeams(message as TeamsMessage);
}

class Problems {
  readonly found: string[] = [];

  /** The text must have `least` to `most` characters. */
  text(name: string, text: unknown, most: number, least = 1): void {
    if (typeof text !== 'string') this.found.push(`${name} is no text`);
    else if (text.length < least || text.length > most) this.found.push(`${name} has ${text.length} characters`);
  }

  names(name: string, value: object, known: readonly string[]): void {
    for (const other of Object.keys(value)) if (!known.includes(other)) this.found.push(`${name} has ${other}`);
  }

  check(isRight: boolean, problem: string): void {
    if (!isRight) this.found.push(problem);
  }
}

/** https://docs.slack.dev/reference/block-kit/blocks; the limit of all blocks together is not documented, and was found at 11,000 and more. */
function problemsOfSlack(message: SlackMessage): readonly string[] {
  const problems = new Problems();
  const blocks: readonly KnownBlock[] = message.blocks;
  problems.names('message', message, ['text', 'mrkdwn', 'unfurl_links', 'unfurl_media', 'blocks']);
  problems.text('text', message.text, 4_000);
  problems.check(blocks.length <= 50, `${blocks.length} blocks`);
  problems.check(JSON.stringify(blocks).length <= 20_000, 'too many characters in all blocks');
  const ids = blocks.flatMap(({ block_id: id }) => id ?? []);
  problems.check(new Set(ids).size === ids.length, 'a block_id occurs twice');
  for (const id of ids) problems.text('block_id', id, 255);
  let characters = 0;
  for (const block of blocks) {
    const texts = textsOfSlack(block as HeaderBlock | SectionBlock | ContextBlock);
    problems.check(block.type !== 'context' || (texts.length >= 1 && texts.length <= 10), 'elements of a context');
    for (const { type, text, ...rest } of texts) {
      problems.check(type === 'plain_text' || type === 'mrkdwn', `text of type ${String(type)}`);
      problems.names(type, rest, type === 'plain_text' ? ['emoji'] : []);
      problems.text(block.type, text, block.type === 'header' ? 150 : 3_000);
      characters += text.length;
    }
  }
  problems.check(characters <= 11_000, `${characters} characters in all blocks`);
  return problems.found;
}

interface SlackText {
  readonly type: string;
  readonly text: string;
}

function textsOfSlack(block: HeaderBlock | SectionBlock | ContextBlock): readonly SlackText[] {
  if (block.type === 'context') return block.elements as unknown as readonly SlackText[];
  return [block.text as SlackText];
}

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
function problemsOfDiscord(message: DiscordMessage): readonly string[] {
  const problems = new Problems();
  const typed: RESTPostAPIWebhookWithTokenJSONBody = message;
  problems.names('message', message, ['content', 'embeds', 'allowed_mentions']);
  problems.text('content', typed.content, 2_000);
  const embeds = typed.embeds ?? [];
  problems.check(embeds.length <= 10, `${embeds.length} embeds`);
  let characters = 0;
  for (const embed of embeds) {
    problems.names('embed', embed, ['title', 'url', 'description', 'author', 'footer']);
    problems.text('title', embed.title, 256);
    problems.text('description', embed.description ?? '', 4_096, 0);
    problems.text('author', embed.author?.name, 256);
    problems.text('footer', embed.footer?.text, 2_048);
    problems.text('url', embed.url ?? '', 2_048, 0);
    problems.check(embed.url === undefined || /^https?:\/\//.test(embed.url), `url ${embed.url}`);
    for (const text of [embed.title, embed.description, embed.author?.name, embed.footer?.text])
      characters += text?.length ?? 0;
  }
  problems.check(characters <= 6_000, `${characters} characters in all embeds`);
  problems.check(JSON.stringify(typed.allowed_mentions) === '{"parse":[]}', 'mentions are allowed');
  return problems.found;
}

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors: at most 28 KB. */
function problemsOfTeams(message: TeamsMessage): readonly string[] {
  const problems = new Problems();
  const bytes = Buffer.byteLength(JSON.stringify(message));
  problems.check(bytes <= 28 * 1_024, `${bytes} bytes`);
  problems.names('message', message, ['type', 'attachments']);
  problems.check(message.type === 'message' && message.attachments.length === 1, 'no message with one attachment');
  for (const { contentType, content } of message.attachments) {
    problems.check(contentType === 'application/vnd.microsoft.card.adaptive', `content of type ${contentType}`);
    // Workflows of Teams support version 1.5 and earlier ones.
    const context = new SerializationContext(Versions.v1_5);
    const card = new AdaptiveCard();
    card.parse(content, context);
    for (let index = 0; index < context.eventCount; index += 1) problems.found.push(context.getEventAt(index).message);
    for (const event of card.validateProperties().validationEvents) problems.found.push(event.message);
    problems.check(JSON.stringify(card.toJSON()).length > 2, 'the card has no content');
    const kept = JSON.stringify(card.toJSON());
    for (const text of textsOfCard(content))
      problems.check(kept.includes(JSON.stringify(text)), `the card loses ${text.slice(0, 40)}`);
  }
  return problems.found;
}

/** The texts of all elements of a card. */
function textsOfCard(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'text' && typeof inner === 'string' ? [inner] : textsOfCard(inner),
  );
}

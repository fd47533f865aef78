/** The wire form of embeds (contract §4.23). */
import { ApiSchema } from '@nestjs/swagger';
import { BodyEnum, BodyIds, BodyInteger, BodyName, BodyObject, Input, refuseEmpty, Shape } from '@libs/http';
import { AppError, wireTime } from '@libs/kernel';
import {
  EMBED_SORTS,
  EMBED_THEMES,
  LONGEST_TEXT,
  REVIEWS_AT_MOST,
  type Embed as StoredEmbed,
  type EmbedOptions as StoredOptions,
  type EmbedScope,
} from '../../domain/embed';
import { EMBED_LANGUAGES } from '../../domain/words';

const TEXTS = {
  title: 'Above the reviews; null: the name of the object, and nothing for a folder.',
  min_rating:
    'Only reviews with this rating or a higher one; the page says so. Null: all, also those without a rating.',
  source_ids: 'Only these platforms; the page says so. Empty: all.',
  language: 'Language of the words around the reviews; null: that of the page.',
  limit: 'How many reviews are shown.',
  sort: 'Order; pinned reviews of an object come first.',
  theme: '`auto` follows the setting of the reader.',
  text_length: 'Characters of a text; longer ones end with `…`. 0: no texts.',
} as const;

@ApiSchema({
  description: 'Which reviews are shown, and how. Absent fields have their defaults, or stay as they are in a change.',
})
export class EmbedOptionsBody extends Input({
  title: BodyName({ description: TEXTS.title, min: 1, max: 200, optional: true, nullable: true }),
  min_rating: BodyInteger({
    description: TEXTS.min_rating,
    min: 1,
    max: 5,
    optional: true,
    nullable: true,
    example: 4,
  }),
  source_ids: BodyIds({ description: TEXTS.source_ids, max: 100, distinct: true, optional: true, example: [] }),
  language: BodyEnum({ description: TEXTS.language, values: EMBED_LANGUAGES, optional: true, nullable: true }),
  limit: BodyInteger({ description: TEXTS.limit, min: 1, max: REVIEWS_AT_MOST, optional: true, example: 10 }),
  sort: BodyEnum({ description: TEXTS.sort, values: EMBED_SORTS, optional: true }),
  theme: BodyEnum({ description: TEXTS.theme, values: EMBED_THEMES, optional: true }),
  text_length: BodyInteger({ description: TEXTS.text_length, min: 0, max: LONGEST_TEXT, optional: true, example: 500 }),
}) {}

@ApiSchema({ description: 'What a web page shows: the reviews of one object, or of one folder with its subfolders.' })
export class CreateEmbedBody extends Input({
  object_id: BodyInteger({ description: 'The object.', optional: true, example: 1 }),
  folder_id: BodyInteger({ description: 'The folder, instead of an object.', optional: true, insteadOf: 'object_id' }),
  options: BodyObject(() => EmbedOptionsBody, { description: 'Which reviews, and how.', optional: true }),
}) {}

@ApiSchema({ description: 'The options to change.' })
export class ChangeEmbedBody extends Input({
  options: BodyObject(() => EmbedOptionsBody, { description: 'The options to change; the others stay.' }),
}) {}

@ApiSchema({ description: 'Which reviews are shown, and how.' })
export class EmbedOptions extends Shape({
  title: { type: 'string', nullable: true, description: TEXTS.title },
  min_rating: { type: 'integer', nullable: true, description: TEXTS.min_rating, example: 4 },
  source_ids: { type: 'integer', list: true, description: TEXTS.source_ids },
  language: { type: 'string', nullable: true, values: EMBED_LANGUAGES, description: TEXTS.language },
  limit: { type: 'integer', description: TEXTS.limit },
  sort: { type: 'string', values: EMBED_SORTS, description: TEXTS.sort },
  theme: { type: 'string', values: EMBED_THEMES, description: TEXTS.theme },
  text_length: { type: 'integer', description: TEXTS.text_length },
}) {}

@ApiSchema({ description: 'A public token with which web pages show reviews.' })
export class Embed extends Shape({
  id: { type: 'integer', description: 'Id of the embed.' },
  object_id: { type: 'integer', nullable: true, description: 'The object; null for a folder.' },
  folder_id: { type: 'integer', nullable: true, description: 'The folder; null for an object.' },
  token: { type: 'string', description: 'In the address `/v3/embed/{token}.json`. It is public.' },
  options: { type: () => EmbedOptions, description: 'Which reviews are shown, and how.' },
  created_at: { type: 'date-time', description: 'When it was created.' },
  updated_at: { type: 'date-time', description: 'When it was last changed.' },
}) {}

@ApiSchema({ description: 'A review in a web page.' })
export class EmbeddedReview extends Shape({
  author: { type: 'string', nullable: true, description: 'As in the feed; surnames are masked.' },
  rating: { type: 'number', nullable: true, description: 'The rating on the scale 1-5.' },
  date: { type: 'date', nullable: true, description: 'Day of the review, in the local time of the platform.' },
  text: { type: 'string', nullable: true, description: 'The text, cut after `text_length` characters.' },
  source: { type: 'string', description: 'Name of the platform.' },
  url: { type: 'string', nullable: true, description: 'The review on its platform.' },
}) {}

@ApiSchema({ description: 'The reviews of an embed, and of how many they are a part.' })
export class EmbeddedReviews extends Shape({
  title: { type: 'string', nullable: true, description: TEXTS.title },
  language: { type: 'string', nullable: true, description: TEXTS.language },
  theme: { type: 'string', description: TEXTS.theme },
  notice: {
    type: 'string',
    description: 'What is shown of how many, in English.',
    example: '12 of 48 reviews shown, rated 4 and higher',
  },
  shown: { type: 'integer', description: 'Reviews in `reviews`.' },
  total: {
    type: 'integer',
    description: 'All reviews of the object or folder that their platforms still have, hidden ones too.',
  },
  min_rating: { type: 'integer', nullable: true, description: TEXTS.min_rating },
  sources: { type: 'string', list: true, description: 'Names of the platforms, if only some are shown.' },
  average_rating: { type: 'number', nullable: true, description: 'Of all rated reviews, whatever is shown.' },
  rated: { type: 'integer', description: 'Reviews with a rating, of which this is the average.' },
  reviews: { type: () => EmbeddedReview, list: true, description: 'Pinned ones first.' },
}) {}

/** Throws 400 unless exactly one of object and folder is given. */
export function scopeOf({ object_id: objectId, folder_id: folderId }: CreateEmbedBody): EmbedScope {
  if (objectId !== undefined && folderId !== undefined)
    throw new AppError('object_and_folder_conflict', 'Give either object_id or folder_id, not both');
  if (objectId !== undefined) return { kind: 'object', objectId };
  if (folderId !== undefined) return { kind: 'folder', folderId };
  throw new AppError('object_or_folder_required', 'Give object_id or folder_id');
}

/** The given options. */
export function optionsOf(body: EmbedOptionsBody = {} as EmbedOptionsBody): Partial<StoredOptions> {
  const options = {
    title: body.title,
    minRating: body.min_rating,
    sourceIds: body.source_ids,
    language: body.language,
    limit: body.limit,
    sort: body.sort,
    theme: body.theme,
    textLength: body.text_length,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<StoredOptions>;
}

/** Throws 422 without any option. */
export function changeOf({ options }: ChangeEmbedBody): Partial<StoredOptions> {
  const change = optionsOf(options);
  refuseEmpty(change, 'the options');
  return change;
}

export function presentEmbed({ id, scope, token, options, createdAt, updatedAt }: StoredEmbed): Embed {
  return {
    id,
    object_id: scope.kind === 'object' ? scope.objectId : null,
    folder_id: scope.kind === 'folder' ? scope.folderId : null,
    token,
    options: {
      title: options.title,
      min_rating: options.minRating,
      source_ids: [...options.sourceIds],
      language: options.language,
      limit: options.limit,
      sort: options.sort,
      theme: options.theme,
      text_length: options.textLength,
    },
    created_at: wireTime(createdAt),
    updated_at: wireTime(updatedAt),
  };
}

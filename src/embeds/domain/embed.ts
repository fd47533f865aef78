/** Embeds: public tokens with which a web page shows reviews of an object or a folder (contract §4.23). */
import type { Selection } from '@libs/kernel';
import type { EmbedLanguage } from './words';

export const EMBED_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type EmbedSort = (typeof EMBED_SORTS)[number];

export const EMBED_THEMES = ['auto', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

export const EMBEDS_AT_MOST = 100;
export const REVIEWS_AT_MOST = 50;
export const LONGEST_TEXT = 2_000;

/** Which reviews are shown, and how. */
export interface EmbedOptions {
  /** Above the reviews; null: the name of the object, and nothing for a folder. */
  readonly title: string | null;
  /** Stars, 1 to 5; null: no bound, so reviews without a rating are shown too. */
  readonly minRating: number | null;
  /** Empty: all platforms. */
  readonly sourceIds: readonly number[];
  /** Language of the words around the reviews; null: that of the page. */
  readonly language: EmbedLanguage | null;
  readonly limit: number;
  readonly sort: EmbedSort;
  readonly theme: EmbedTheme;
  /** Characters of a text; longer ones are cut. */
  readonly textLength: number;
}

export const DEFAULT_OPTIONS: EmbedOptions = {
  title: null,
  minRating: null,
  sourceIds: [],
  language: null,
  limit: 10,
  sort: 'newest',
  theme: 'auto',
  textLength: 500,
};

export type EmbedScope = Exclude<Selection, { readonly kind: 'account' }>;

export interface Embed {
  readonly id: number;
  readonly scope: EmbedScope;
  readonly token: string;
  readonly options: EmbedOptions;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

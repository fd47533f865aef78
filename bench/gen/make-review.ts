/**
 * One generated review of a link, as an adapter returns it. The same seed and position always give the same review, so that a
 * link can be collected again without stored state.
 */
import { collectedReview, type CollectedReview } from '@libs/sources/collected-review';
import { MARKERS, Vocabulary, type Script } from './vocabulary';
import { mulberry32, seedOf } from './random';

const DAY_MS = 86_400_000;
const NEWEST = Date.UTC(2026, 5, 30, 12);
const YEARS = 8;
const NON_LATIN = 0.3;
const OTHER_SCRIPTS: readonly Script[] = ['cyrillic', 'greek', 'kana'];
const STARS = [5, 5, 5, 5, 5, 4, 4, 4, 3, 2, 1, 1];

export class ReviewMaker {
  private readonly vocabularies: Readonly<Record<Script, Vocabulary>> = {
    latin: new Vocabulary('latin'),
    cyrillic: new Vocabulary('cyrillic'),
    greek: new Vocabulary('greek'),
    kana: new Vocabulary('kana'),
  };

  constructor(private readonly seed: number) {}

  /** The reviews of positions `from` to `from + count` of a link, newest first as platforms list them. */
  page(linkIndex: number, from: number, count: number): CollectedReview[] {
    return Array.from({ length: count }, (_, i) => this.review(linkIndex, from + i));
  }

  private review(linkIndex: number, place: number): CollectedReview {
    const random = mulberry32(seedOf(this.seed, linkIndex * 1_048_583 + place));
    const chance = (share: number): boolean => random() < share;
    const vocabulary =
      this.vocabularies[chance(NON_LATIN) ? (OTHER_SCRIPTS[Math.floor(random() * 3)] as Script) : 'latin'];
    const rating = chance(0.04)
      ? null
      : (STARS[Math.floor(random() * STARS.length)] as number) - (chance(0.08) ? 0.5 : 0);
    const shown = rating === null ? null : Math.max(1, rating);
    const written = NEWEST - Math.floor(place * 0.002 * DAY_MS + random() ** 1.4 * YEARS * 365 * DAY_MS);
    const replied = chance(0.4);
    const externalId = `r${linkIndex.toString(36)}-${place.toString(36)}`;
    const hasImages = chance(0.12);
    return collectedReview({
      externalId,
      author: `${vocabulary.word(random)} ${vocabulary.word(random)}`,
      text: chance(0.05) ? null : this.text(vocabulary, random),
      reviewDate: localTime(written),
      ratingOriginal: shown === null ? null : String(shown),
      rating: shown,
      reviewUrl: `https://reviews.example/${externalId}`,
      replyText: replied ? vocabulary.text(80 + random() * 120, random) : null,
      replyDate: replied ? localTime(written + random() * 20 * DAY_MS) : null,
      images: hasImages ? [imageOf(externalId)] : [],
      raw: {
        id: externalId,
        stars: shown,
        lang: vocabulary === this.vocabularies.latin ? 'en' : 'xx',
        helpful: Math.floor(random() * 9),
        verified: chance(0.6),
      },
    });
  }

  private text(vocabulary: Vocabulary, random: () => number): string {
    const text = vocabulary.text(50 + 550 * random() ** 2, random);
    const marks = MARKERS.filter((marker) => random() < marker.share).map((marker) => ` ${marker.word}`);
    return `${text}${marks.join('')}`.slice(0, 600);
  }
}

function imageOf(id: string): CollectedReview['images'][number] {
  const base = `https://images.example/${id}`;
  return { templateUrl: `${base}/{size}.jpg`, preview: `${base}/small.jpg`, image: `${base}/full.jpg` };
}

const localTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

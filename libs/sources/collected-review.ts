/** A review as adapters give it (contract §2.3). */
import type { LocalDateTime } from '@libs/kernel';

export interface CollectedImage {
  /** Address with a `{size}` placeholder, or the plain address where the platform has one size. */
  readonly templateUrl: string;
  readonly preview: string | null;
  readonly image: string | null;
}

export interface CollectedVideo {
  readonly kind: 'embed' | 'file' | 'hls';
  readonly videoUrl: string | null;
  readonly thumbnail: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}

/** One review as the platform shows it. Names are whole here and masked before anything is stored. */
export interface CollectedReview {
  /** The platform's own id; null only where `idStability` is `weak`. */
  readonly externalId: string | null;
  readonly author: string | null;
  /** The merged form: title, then positive, then negative, joined by blank lines. */
  readonly text: string | null;
  /** Only where the platform has two fields; never parsed out of the merged text. */
  readonly positive: string | null;
  readonly negative: string | null;
  readonly reviewDate: LocalDateTime | null;
  /**
   * The time by which the platform orders its list, where that is not `reviewDate` (the last change of the review): in a
   * list that is `newest_first` it falls from review to review, and callers check that before they stop early. Either all
   * reviews of a source carry it or none; null where the platform does not give it for this one.
   */
  readonly listedAt?: LocalDateTime | null;
  /** `relative` dates ("3 weeks ago") never overwrite a better one already stored. */
  readonly datePrecision: 'exact' | 'day' | 'relative';
  /** As the platform writes it ("7.0", "recommended"). */
  readonly ratingOriginal: string | null;
  /** 1-5, see kernel `normalizeRating`; null without a numeric rating. */
  readonly rating: number | null;
  readonly reviewUrl: string | null;
  readonly replyText: string | null;
  /** In UTC, unlike `reviewDate`; as the platform prints it where it names neither a zone nor an instant. */
  readonly replyDate: LocalDateTime | null;
  /** False where this visit could not see replies at all: a stored one then stays. */
  readonly replyKnown?: boolean;
  readonly images: readonly CollectedImage[];
  readonly videos: readonly CollectedVideo[];
  /** False for a review that this platform shows but another provider collected: it cannot be answered here. */
  readonly isNative: boolean;
  /** The platform's own record, JSON as it came. */
  readonly raw: Readonly<Record<string, unknown>>;
}

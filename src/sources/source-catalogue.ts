/**
 * All sources with their ids, for every context: the platforms this process can read, and those it once could and whose
 * links are still there. Built once at start and kept in memory; nothing of it changes while the process lives.
 *
 * A source that left the product or the operator's file keeps its row and its id for ever. It is shown, as not active,
 * while links of it exist, since their reviews still name its id; what it was is not stored, so only its slug is left
 * to tell. Without links it is not shown at all. Contract §2.4, §4.13, §12.2.
 */
import { SourceRegistry, type PlatformSource } from '@libs/sources';
import type { SourceStore, StoredSource } from './persistence/source.store';

/** A source as everybody but its adapter sees it. */
export interface CatalogueSource {
  readonly id: number;
  readonly slug: string;
  readonly displayName: string;
  readonly baseUrl: string;
  readonly ratingScale: number;
  readonly hasReply: boolean;
  readonly hasImages: boolean;
  readonly canPublishReply: boolean;
  readonly replyMaxLength: number | null;
  readonly replyLengthUnit: 'characters' | 'bytes' | null;
  readonly isActive: boolean;
  readonly createdAt: Date;
}

/** What an address turned out to be; the codes are those of contract §7.2. */
export type DetectedPage =
  | { readonly source: CatalogueSource; readonly canonicalUrl: string }
  | { readonly error: 'source_not_detected' | 'source_url_invalid'; readonly reason: string };

const DEFAULT_SCALE = 5;
const MAX_URL_LENGTH = 2048;

export class SourceCatalogue {
  private readonly sources: readonly CatalogueSource[];
  private readonly sourcesById: ReadonlyMap<number, CatalogueSource>;
  private readonly sourcesBySlug: ReadonlyMap<string, CatalogueSource>;

  private constructor(
    private readonly registry: SourceRegistry,
    stored: readonly StoredSource[],
  ) {
    this.sources = stored.flatMap((row) => {
      const platform = registry.bySlug(row.slug);
      if (platform) return [describe(row, platform)];
      return row.hasLinks ? [describeRetired(row)] : [];
    });
    this.sourcesById = new Map(this.sources.map((source) => [source.id, source]));
    this.sourcesBySlug = new Map(this.sources.map((source) => [source.slug, source]));
  }

  /** Registers the platforms, gives each its id in the database and returns the catalogue. Throws where two platforms collide. */
  static async load(store: SourceStore, platforms: readonly PlatformSource[]): Promise<SourceCatalogue> {
    const registry = new SourceRegistry(platforms);
    const stored = await store.sync(platforms.map(({ facts }) => ({ id: facts.id, slug: facts.slug })));
    return new SourceCatalogue(registry, stored);
  }

  /** Every source that is shown, by id. */
  all(): readonly CatalogueSource[] {
    return this.sources;
  }

  byId(id: number): CatalogueSource | undefined {
    return this.sourcesById.get(id);
  }

  bySlug(slug: string): CatalogueSource | undefined {
    return this.sourcesBySlug.get(slug);
  }

  /** The adapter that reads a source; undefined for one that this process does not know any more. */
  platform(id: number): PlatformSource | undefined {
    const source = this.sourcesById.get(id);
    return source && this.registry.bySlug(source.slug);
  }

  /** Recognizes the source of an address by the address alone. */
  detect(address: string): DetectedPage {
    const detection = this.registry.detect(address);
    if ('error' in detection) return detection;
    const source = this.sourcesBySlug.get(detection.source.facts.slug);
    if (!source) throw new Error(`the source ${detection.source.facts.slug} has no row`);
    const { canonicalUrl } = detection.match;
    // The canonical spelling is percent-encoded and may be longer than what was sent.
    if (canonicalUrl.length > MAX_URL_LENGTH) {
      return { error: 'source_url_invalid', reason: `The address is longer than ${MAX_URL_LENGTH} characters` };
    }
    return { source, canonicalUrl };
  }
}

function describe(row: StoredSource, { facts }: PlatformSource): CatalogueSource {
  return {
    id: row.id,
    slug: row.slug,
    displayName: facts.displayName,
    baseUrl: facts.baseUrl,
    ratingScale: facts.ratingScale,
    hasReply: facts.hasReply,
    hasImages: facts.hasImages,
    canPublishReply: facts.canPublishReply,
    replyMaxLength: facts.replyMaxLength,
    replyLengthUnit: facts.replyLengthUnit,
    isActive: true,
    createdAt: row.createdAt,
  };
}

function describeRetired(row: StoredSource): CatalogueSource {
  return {
    id: row.id,
    slug: row.slug,
    displayName: row.slug,
    baseUrl: '',
    ratingScale: DEFAULT_SCALE,
    hasReply: false,
    hasImages: false,
    canPublishReply: false,
    replyMaxLength: null,
    replyLengthUnit: null,
    isActive: false,
    createdAt: row.createdAt,
  };
}

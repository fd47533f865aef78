/**
 * All sources with their ids, for every context: the platforms that this process can read, and removed ones that still have
 * links. Built once at start and immutable.
 * A source that is removed from the product or the operator's file keeps its row and its id. It is listed as not active while it
 * has links, because their reviews contain its id. Its facts are not stored, so only the slug is available. Without links it is not
 * listed. Contract §2.4, §4.13, §12.2.
 */
import {
  readByOf,
  roadsOf,
  SourceRegistry,
  type CredentialField,
  type CredentialSet,
  type PlatformSource,
  type ReadBy,
  type RoadFacts,
  type SourceFacts,
} from '@libs/sources';
import type { LinkedSources } from './linked-sources.port';
import type { SourceStore, StoredSource } from './persistence/source.store';

/** The facts of a source that other contexts use. */
type SharedFacts = Omit<SourceFacts, 'id' | 'hosts' | 'requestHosts' | 'idStability' | 'politeness' | 'rawPrivacy'>;

/** A source as other contexts see it. */
export interface CatalogueSource extends SharedFacts {
  readonly id: number;
  /** How an object is connected to the platform; null if it is not. */
  readonly connecting: Connecting | null;
  /** The ways to read the reviews of an object; empty for a removed source. */
  readonly roads: readonly SourceRoad[];
  readonly isActive: boolean;
  readonly createdAt: Date;
}

/** A way to read the reviews of an object. */
export interface SourceRoad extends RoadFacts {
  readonly readBy: ReadBy;
}

/** How an object is connected, and what the connection allows. */
export interface Connecting {
  /** Whether a person connects with the sign-in of the platform. */
  readonly hasConsent: boolean;
  readonly fields: readonly CredentialField[];
  /** Sets of fields of which one must be filled; empty: the required fields suffice. */
  readonly alternatives: readonly CredentialSet[];
  readonly canReplace: boolean;
  readonly canDelete: boolean;
  readonly moderated: boolean;
}

/** The result of detecting the source of an address; the codes are those of contract §7.2. */
export type DetectedPage =
  | {
      readonly source: CatalogueSource;
      readonly canonicalUrl: string;
      /** A short address: the first collection finds its page. */
      readonly isShort: boolean;
    }
  | {
      readonly error: 'source_not_detected' | 'source_url_invalid';
      readonly reason: string;
      /** The platform of a known host. */
      readonly slug?: string;
    };

const DEFAULT_SCALE = 5;
const MAX_URL_LENGTH = 2048;

export class SourceCatalogue {
  private readonly sources: readonly CatalogueSource[];
  private readonly sourcesById: ReadonlyMap<number, CatalogueSource>;
  private readonly sourcesBySlug: ReadonlyMap<string, CatalogueSource>;

  private constructor(
    private readonly registry: SourceRegistry,
    stored: readonly StoredSource[],
    linkedIds: ReadonlySet<number>,
  ) {
    this.sources = stored.flatMap((row) => {
      const platform = registry.bySlug(row.slug);
      if (platform) return [describe(row, platform)];
      return linkedIds.has(row.id) ? [describeRetired(row)] : [];
    });
    this.sourcesById = new Map(this.sources.map((source) => [source.id, source]));
    this.sourcesBySlug = new Map(this.sources.map((source) => [source.slug, source]));
  }

  /**
   * Registers the platforms, gives each its id in the database and returns the catalogue. Throws if two platforms have the same
   * slug, id or host.
   */
  static async load(
    store: SourceStore,
    platforms: readonly PlatformSource[],
    links: LinkedSources,
  ): Promise<SourceCatalogue> {
    const registry = new SourceRegistry(platforms);
    const stored = await store.sync(platforms.map(({ facts }) => ({ id: facts.id, slug: facts.slug })));
    const removed = stored.filter(({ slug }) => registry.bySlug(slug) === undefined);
    const linkedIds = await links.among(removed.map(({ id }) => id));
    return new SourceCatalogue(registry, stored, new Set(linkedIds));
  }

  /** Every listed source, in the order of the ids. */
  all(): readonly CatalogueSource[] {
    return this.sources;
  }

  byId(id: number): CatalogueSource | undefined {
    return this.sourcesById.get(id);
  }

  bySlug(slug: string): CatalogueSource | undefined {
    return this.sourcesBySlug.get(slug);
  }

  /** The slug of a source. A newer version that runs at the same time may have added the source: then its id as a text. */
  slugOf(id: number): string {
    return this.sourcesById.get(id)?.slug ?? String(id);
  }

  /** The label `source` of metrics: the slug; `unknown` for null, and for a source that a newer version has added. */
  labelOf(id: number | null): string {
    return (id === null ? undefined : this.sourcesById.get(id)?.slug) ?? 'unknown';
  }

  /** The adapters of this process. */
  platforms(): readonly PlatformSource[] {
    return this.registry.sources;
  }

  /** The adapter that reads a source; undefined for one that this process does not support. */
  platform(id: number): PlatformSource | undefined {
    const source = this.sourcesById.get(id);
    return source && this.registry.bySlug(source.slug);
  }

  /** Detects the source and the page of an address, without a request to the platform. */
  detect(address: string): DetectedPage {
    const detection = this.registry.detect(address);
    if ('error' in detection) return detection;
    const source = this.sourcesBySlug.get(detection.source.facts.slug);
    if (!source) throw new Error(`the source ${detection.source.facts.slug} has no row`);
    const { canonicalUrl } = detection.match;
    // The canonical form is percent-encoded and may be longer than the given address.
    if (canonicalUrl.length > MAX_URL_LENGTH) {
      return { error: 'source_url_invalid', reason: `The address is longer than ${MAX_URL_LENGTH} characters` };
    }
    return { source, canonicalUrl, isShort: detection.match.kind === 'short' };
  }
}

function describe(row: StoredSource, source: PlatformSource): CatalogueSource {
  const { facts, connecting, publisher } = source;
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
    contentLimit: facts.contentLimit,
    connecting: connecting
      ? {
          hasConsent: connecting.consent !== undefined,
          fields: connecting.credentialFields,
          alternatives: connecting.alternatives ?? [],
          canReplace: publisher?.canReplace ?? false,
          canDelete: publisher?.canDelete ?? false,
          moderated: publisher?.moderated ?? false,
        }
      : null,
    roads: roadsOf(source).map((road) => ({ ...road, readBy: readByOf(road) })),
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
    contentLimit: null,
    connecting: null,
    roads: [],
    isActive: false,
    createdAt: row.createdAt,
  };
}

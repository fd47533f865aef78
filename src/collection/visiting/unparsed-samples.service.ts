import { Injectable, Logger } from '@nestjs/common';
import { ParsingPool, type PlatformSource } from '@libs/sources';
import {
  addressWithoutValues,
  shapeSample,
  type UnparsedDocument,
  type UnparsedDocumentMemory,
} from '@libs/sources/samples';
import { SourceSamples } from '@src/sources';
import { scrapeErrorText } from '../domain/failure';
import type { ClaimedLink } from '../persistence/run-lease.store';
import type { ObjectRoad } from './object-roads.service';

const MAX_BYTES = 64 * 1024;
/** Includes the wait for a free parsing thread. */
const MASKING_LIMIT_MS = 30_000;

/** The visit whose document was not parsed. */
export interface SampledVisit {
  readonly claim: Pick<ClaimedLink, 'sourceId'>;
  readonly source: PlatformSource;
  readonly road: ObjectRoad;
}

/** Keeps a masked sample of a document that ended a visit, or of which a part was not read, for the operator. */
@Injectable()
export class UnparsedSamplesService {
  private readonly logger = new Logger(UnparsedSamplesService.name);

  constructor(
    private readonly samples: SourceSamples,
    private readonly parsing: ParsingPool,
  ) {}

  /**
   * Stores a sample if the visit ended with `error` because a document could not be parsed. Call it after the outcome of the visit is
   * written. Never throws: a failure is logged.
   */
  async keep(visit: SampledVisit, memory: UnparsedDocumentMemory, error: unknown): Promise<void> {
    const unparsed = memory.endedBy(error);
    if (unparsed !== null) await this.keepDue(visit, unparsed, scrapeErrorText(error));
  }

  /** Stores a sample of the first document of a visit of which a part was not read, as `keep` does. */
  async keepFaulty(visit: SampledVisit, { faulty }: UnparsedDocumentMemory): Promise<void> {
    if (faulty !== null) await this.keepDue(visit, faulty.unparsed, `unread: ${faulty.fault}`);
  }

  private async keepDue(visit: SampledVisit, unparsed: UnparsedDocument, message: string): Promise<void> {
    try {
      if (await this.samples.isDue(visit.claim.sourceId, unparsed.parser)) await this.store(visit, unparsed, message);
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      this.logger.warn({ msg: 'no sample of a page was stored', source: visit.source.facts.slug, reason });
    }
  }

  private async store(
    { claim: { sourceId }, road }: SampledVisit,
    unparsed: UnparsedDocument,
    message: string,
  ): Promise<void> {
    const { parser, response, document, size } = unparsed;
    const { masked } = await this.parsing.parse(
      shapeSample,
      document,
      { maxBytes: MAX_BYTES },
      AbortSignal.timeout(MASKING_LIMIT_MS),
    );
    await this.samples.save({
      ...{ sourceId, parser, document: masked, bytes: size, road: road.road.name, message },
      address: response === null ? null : addressWithoutValues(response.url, { isPrivate: !road.isPublic }),
      status: response?.status ?? null,
    });
  }
}

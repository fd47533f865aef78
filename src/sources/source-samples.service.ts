import { Injectable } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import {
  SourceSampleStore,
  type NewSample,
  type SampleHead,
  type StoredSample,
} from './persistence/source-sample.store';

/**
 * Samples of documents that could not be parsed, for the operator: at most one per parser and hour, and the latest five of each parser.
 */
@Injectable()
export class SourceSamples {
  constructor(private readonly store: SourceSampleStore) {}

  /** Whether a sample of the parser would be stored now. */
  isDue(sourceId: number, parser: string): Promise<boolean> {
    return this.store.isDue(sourceId, parser);
  }

  /** Stores a masked document; does nothing if one of its parser was stored in the last hour. */
  async save(sample: NewSample): Promise<void> {
    await this.store.save(sample);
  }

  /** The latest samples, of one source or of all, newest first. */
  list(sourceId: number | null = null): Promise<readonly SampleHead[]> {
    return this.store.list(sourceId);
  }

  /** Throws `not_found`. */
  async show(id: number): Promise<StoredSample> {
    const sample = await this.store.find(id);
    if (sample === null) throw unknownSample(id);
    return sample;
  }

  /** Throws `not_found`. */
  async remove(id: number): Promise<void> {
    if (!(await this.store.remove(id))) throw unknownSample(id);
  }
}

const unknownSample = (id: number): AppError => new AppError('not_found', `There is no sample ${id}`);

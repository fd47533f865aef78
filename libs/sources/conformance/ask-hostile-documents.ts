/**
 * Answers made to hold whoever reads them (`hostile-documents.ts`), made of the platform's own: each is read or refused, within a
 * fraction of the time after which a parsing thread would be ended.
 */
import { textOf } from '../parsing/serve-parsers';
import type { AnyParser } from '../parsing/serve-parsers';
import type { Parse } from '../parsing/parser';
import { SourceError } from '../source-errors';
import type { ConformanceBench } from './conformance-bench';
import { hostileDocumentsOf, type HostileDocument } from './hostile-documents';
import { observeVisit } from './observed-visit';
import { parseInPlace } from './parse-in-place';

/** CPU time, so that a busy machine does not matter. Linear work takes some milliseconds, quadratic work many seconds. */
const MOST_CPU_MS = 1_000;

interface Answer {
  readonly parser: AnyParser;
  readonly text: string;
  readonly facts: unknown;
}

export function describeHostileDocuments(bench: ConformanceBench): void {
  describe('answers that are hard to read (no page holds who reads it)', () => {
    it('each is read or refused, and soon', async () => {
      bench.fill(6);
      const answers = await answersOf(bench);
      expect(answers.length).toBeGreaterThan(0);
      for (const answer of answers) {
        for (const document of hostileDocumentsOf(answer.text)) await expectSoon(answer, document);
      }
    }, 180_000);
  });
}

/** What the platform answers to one visit: the first document of each of its parsers. */
async function answersOf(bench: ConformanceBench): Promise<readonly Answer[]> {
  const answers = new Map<string, Answer>();
  const parse: Parse = (parser, document, facts) => {
    if (!answers.has(parser.name))
      answers.set(parser.name, { parser: parser as unknown as AnyParser, text: textOf(document), facts });
    return parseInPlace(parser, document, facts);
  };
  const visit = await observeVisit(bench.source, bench.options.canonicalUrl, { ...bench.ways(), parse });
  expect(visit.error).toBeNull();
  return [...answers.values()];
}

async function expectSoon({ parser, facts }: Answer, { what, text }: HostileDocument): Promise<void> {
  const began = process.cpuUsage();
  const error: unknown = await parseInPlace(parser, text, facts as never).then(
    () => null,
    (failure: unknown) => failure,
  );
  const { user, system } = process.cpuUsage(began);
  const outcome = error === null || error instanceof SourceError ? 'read or refused' : error;
  expect({ parser: parser.name, what, outcome }).toEqual({ parser: parser.name, what, outcome: 'read or refused' });
  const cpuMs = (user + system) / 1_000;
  expect({ parser: parser.name, what, isSoon: cpuMs < MOST_CPU_MS || cpuMs }).toMatchObject({ isSoon: true });
}

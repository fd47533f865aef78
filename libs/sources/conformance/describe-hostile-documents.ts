/**
 * Responses that are expensive to parse (`hostile-documents.ts`), derived from a real response. Each must be parsed or refused in
 * a fraction of a parsing thread's deadline.
 */
import { textOf } from '../parsing/serve-parsers';
import type { AnyParser } from '../parsing/serve-parsers';
import type { Parse } from '../parsing/parser';
import { SourceError } from '../source-errors';
import type { ConformanceFixture } from './conformance-fixture';
import { hostileDocumentsOf, type HostileDocument } from './hostile-documents';
import { observeVisit } from './observed-visit';
import { parseInPlace } from './parse-in-place';

/** CPU time, which a busy machine does not affect. Linear work takes a few milliseconds, quadratic work many seconds. */
const MAX_CPU_MS = 1_000;

interface ParserInput {
  readonly parser: AnyParser;
  readonly text: string;
  readonly facts: unknown;
}

export function describeHostileDocuments(fixture: ConformanceFixture): void {
  describe('responses that are expensive to parse', () => {
    it('parses or refuses each response within the CPU limit', async () => {
      fixture.addReviews(fixture.shown(6));
      const inputs = await inputsOf(fixture);
      expect(inputs.length).toBeGreaterThan(0);
      for (const input of inputs) {
        for (const document of hostileDocumentsOf(input.text)) await expectWithinLimit(input, document);
      }
    });
  });
}

/** The responses of one visit: the first document of each parser. */
async function inputsOf(fixture: ConformanceFixture): Promise<readonly ParserInput[]> {
  const inputs = new Map<string, ParserInput>();
  const parse: Parse = (parser, document, facts) => {
    if (!inputs.has(parser.name))
      inputs.set(parser.name, { parser: parser as unknown as AnyParser, text: textOf(document), facts });
    return parseInPlace(parser, document, facts);
  };
  const visit = await observeVisit(() => fixture.begin(undefined, { parse }));
  expect(visit.error).toBeNull();
  return [...inputs.values()];
}

async function expectWithinLimit(
  { parser, facts }: ParserInput,
  { description, text }: HostileDocument,
): Promise<void> {
  const began = process.cpuUsage();
  const error: unknown = await parseInPlace(parser, text, facts as never).then(
    () => null,
    (failure: unknown) => failure,
  );
  const { user, system } = process.cpuUsage(began);
  const outcome = error === null || error instanceof SourceError ? 'parsed or refused' : error;
  expect({ parser: parser.name, description, outcome }).toEqual({
    parser: parser.name,
    description,
    outcome: 'parsed or refused',
  });
  const cpuMs = (user + system) / 1_000;
  expect({ parser: parser.name, description, withinLimit: cpuMs < MAX_CPU_MS || cpuMs }).toMatchObject({
    withinLimit: true,
  });
}

import { FAILURE_CLASSES } from '../../domain/outcome';
import { judged, REPORTED_FAILURES, reportProblem, type ReportFields } from './claim';

const SCHEDULE = { waitsMs: [30_000, 60_000], attempts: 3 };
const result = (statusCode: number | null) => ({ statusCode, error: null, durationMs: 1 });

describe('results of claims (contract §4.11)', () => {
  it.each<[ReportFields, string | null]>([
    [{ status: 204 }, null],
    [{ error: 'refused' }, null],
    [{ released: true }, null],
    [{}, 'exactly one of status, error and released is required'],
    [{ status: 204, error: 'refused' }, 'exactly one of status, error and released is required'],
    [{ status: 204, released: true }, 'exactly one of status, error and released is required'],
    [{ released: false }, 'released: must be true'],
  ])('%j is refused: %p ("status | error | released")', (fields, problem) => {
    expect(reportProblem(fields)).toBe(problem);
  });

  it('a client reports every class of failure but those that only the service knows', () => {
    const own = FAILURE_CLASSES.filter((name) => !(REPORTED_FAILURES as readonly string[]).includes(name));
    expect(own).toEqual(['blocked_address', 'no_secret']);
  });

  it.each<[number | null, number, string, number | null]>([
    [204, 0, 'success', null],
    [410, 0, 'permanent', null],
    [500, 0, 'retry', 30_000],
    [500, 1, 'retry', 60_000],
    [null, 1, 'retry', 60_000],
    [500, 2, 'retry', null],
  ])('status %p after %i tries is %s, and waits %p ms (contract §6.5)', (statusCode, tries, outcome, waitMs) => {
    expect(judged(result(statusCode), tries, SCHEDULE, {}, 0)).toEqual({ outcome, waitMs, retryAfterS: null });
  });
});

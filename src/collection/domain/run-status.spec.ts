import { runStatus, type RunOutcomes, type RunStatus } from './run-status';

describe('the status of a run (contract §2.1: "success = all platforms collected, partial = some, failed = none")', () => {
  const none: RunOutcomes = { links: 3, open: 0, untouched: 0, succeeded: 0, failed: 0 };
  it.each<[string, Partial<RunOutcomes>, RunStatus]>([
    ['nothing has begun', { open: 3, untouched: 3 }, 'pending'],
    ['one of them is read', { open: 3, untouched: 2 }, 'in_progress'],
    ['one has ended, the others wait', { open: 2, untouched: 2, succeeded: 1 }, 'in_progress'],
    ['all were collected', { succeeded: 3 }, 'success'],
    ['some were', { succeeded: 1, failed: 2 }, 'partial'],
    ['none was', { failed: 3 }, 'failed'],
    ['those that were dropped are not counted', { succeeded: 2 }, 'success'],
    ['all were dropped', {}, 'dropped'],
  ])('%s', (_, outcomes, status) => expect(runStatus({ ...none, ...outcomes })).toBe(status));
});

import { runStatus, type RunOutcomes, type RunStatus } from './run-status';

describe('the status of a run (contract §2.1: "success = all platforms collected, partial = some, failed = none")', () => {
  const none: RunOutcomes = { links: 3, open: 0, notStarted: 0, succeeded: 0, failed: 0 };
  it.each<[string, Partial<RunOutcomes>, RunStatus]>([
    ['no link has started', { open: 3, notStarted: 3 }, 'pending'],
    ['one link has started', { open: 3, notStarted: 2 }, 'in_progress'],
    ['one link has ended, the others have not started', { open: 2, notStarted: 2, succeeded: 1 }, 'in_progress'],
    ['all links were collected', { succeeded: 3 }, 'success'],
    ['some links were collected, the others failed', { succeeded: 1, failed: 2 }, 'partial'],
    ['all links failed', { failed: 3 }, 'failed'],
    ['the remaining links were collected, one was dropped', { succeeded: 2 }, 'success'],
    ['all links were dropped', {}, 'dropped'],
  ])('returns the status if %s', (_, outcomes, status) => expect(runStatus({ ...none, ...outcomes })).toBe(status));
});

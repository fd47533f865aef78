import { runStatus, type RunOutcomes, type RunStatus } from './run-status';

describe('the status of a run (contract §2.1: "success = all platforms collected, partial = some, failed = none")', () => {
  const none: RunOutcomes = { links: 3, open: 0, notStarted: 0, succeeded: 0, failed: 0 };
  it.each<[RunStatus, string, Partial<RunOutcomes>]>([
    ['pending', 'no link has started', { open: 3, notStarted: 3 }],
    ['in_progress', 'one link has started', { open: 3, notStarted: 2 }],
    ['in_progress', 'one link has ended, the others have not started', { open: 2, notStarted: 2, succeeded: 1 }],
    ['success', 'all links were collected', { succeeded: 3 }],
    ['partial', 'some links were collected, the others failed', { succeeded: 1, failed: 2 }],
    ['failed', 'all links failed', { failed: 3 }],
    ['success', 'the remaining links were collected, one was dropped', { succeeded: 2 }],
    ['dropped', 'all links were dropped', {}],
  ])('is %s if %s', (status, _, outcomes) => expect(runStatus({ ...none, ...outcomes })).toBe(status));
});

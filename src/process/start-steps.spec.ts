import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { StartSteps } from './start-steps';

/** README, "Start": a start logs how long its steps took. */
describe('the steps of a start', () => {
  const lines: string[] = [];
  const steps = new StartSteps();
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(Logger.prototype, 'log').mockImplementation((line: unknown) => void lines.push(String(line)));
  });
  afterEach(() => jest.restoreAllMocks());

  it('a step is logged with its duration when the next one begins or the start ends', async () => {
    steps.begin('creating');
    await pause(110);
    expect(lines).toEqual([]);
    steps.begin('starting');
    expect(lines).toEqual([expect.stringMatching(/^creating: 0\.[1-9] s$/)]);
    await pause(110);
    steps.end();
    steps.end();
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^starting: \d+\.\d s$/)]);
  });

  it('a step that takes no time is not logged, and the sum is counted from the start of the process', () => {
    steps.begin('starting');
    steps.ready();
    expect(lines).toEqual([expect.stringMatching(/^started in \d+\.\d s$/)]);
    expect(Number(/[\d.]+/.exec(lines[0] ?? '')?.[0])).toBeCloseTo(performance.now() / 1000, 0);
  });
});

/**
 * The part of Node.js that no test replaces with a fake: callbacks of this kind belong to the work of the process, such as its
 * messages to the test runner. `jest.getTimerCount()` would count them, and they would wait until the test advances its time.
 */
const CALLBACKS = ['nextTick', 'queueMicrotask', 'setImmediate'] as const;

type Replaceable = 'Date' | 'hrtime' | 'performance' | 'setInterval';

/** Replaces the timers and the clock with fakes until `jest.useRealTimers()`. What `real` names is not replaced. */
export const useFakeTimers = (real: readonly Replaceable[] = []): unknown =>
  jest.useFakeTimers({ doNotFake: [...CALLBACKS, ...real] });

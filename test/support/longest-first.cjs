/**
 * Order of the test files of a run: files that start processes or browsers come first, because they take longest and a run
 * must not end with one worker busy. Where Jest has the durations of an earlier run in its cache, they decide alone.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

const LONG =
  /[/\\](?:test[/\\](?:processes|flows|faults)|embedded)[/\\]|conformance|browser|open-page|mutants|patterns/;

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return [...sorted.filter(({ path }) => LONG.test(path)), ...sorted.filter(({ path }) => !LONG.test(path))];
  }
};

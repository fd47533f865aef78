/**
 * Order of the test files of a run: files that start processes or browsers run first, because they take longest; a long file at
 * the end would keep one worker busy while the others are idle. If Jest has the durations of an earlier run in its cache, only
 * they decide.
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

// Jest takes no time limit per project, so each test file sets it. It is a bound for tests that hang, not a measurement: far
// above what the slowest machine needs, and therefore no test has one of its own that is shorter. How quick something is,
// is measured in `npm run bench`; how its cost grows, by test/support/growth.ts.
jest.setTimeout(180_000);

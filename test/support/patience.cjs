// Jest takes no time limit per project, so each test file sets it. A busy machine is no fault of the product; what must be
// quick says so itself.
jest.setTimeout(30_000);

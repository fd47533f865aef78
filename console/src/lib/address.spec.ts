import { withScheme } from './address';

test.each([
  ['www.trustpilot.com/review/harbor.example', 'https://www.trustpilot.com/review/harbor.example'],
  [' trustpilot.com/review/a ', 'https://trustpilot.com/review/a'],
  ['www.example.com:8443/a', 'https://www.example.com:8443/a'],
  ['www.example.com?x=1', 'https://www.example.com?x=1'],
  ['http://www.example.com/a', 'http://www.example.com/a'],
  ['HTTPS://www.example.com/a', 'HTTPS://www.example.com/a'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['a@example.com', 'a@example.com'],
  ['Harbor Hotel', 'Harbor Hotel'],
  ['none', 'none'],
  ['', ''],
])('the address %p is sent as %p', (typed, sent) => expect(withScheme(typed)).toBe(sent));

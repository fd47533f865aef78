import { targetWithoutSecrets } from './shown-target';

/** Viewers see where deliveries go, and nothing that lets them send to the receiver (contract §2.7). */
test.each([
  ['https://hooks.example.com/reviews', 'https://hooks.example.com/reviews'],
  ['https://hooks.example.com:8443/a/b/', 'https://hooks.example.com:8443/a/b/'],
  ['https://hooks.example.com/r?token=s3cret&v=2', 'https://hooks.example.com/r?token=…&v=…'],
  ['https://hooks.example.com/r?s3cretToken', 'https://hooks.example.com/r?…'],
  ['https://hooks.example.com/r?a=b=c&&d', 'https://hooks.example.com/r?a=…&…&…'],
  ['https://hooks.example.com/r?', 'https://hooks.example.com/r'],
  ['https://hooks.example.com/r?9f86d081884c7d659a2feaa0=1', 'https://hooks.example.com/r?…'],
  ['https://user:s3cret@hooks.example.com/r#s3cret', 'https://hooks.example.com/r'],
  [
    'https://hooks.example.com/services/T024BE7LD/B01/9f86d081884c7d659a2f',
    'https://hooks.example.com/services/T024BE7LD/B01/…',
  ],
  ['https://hooks.example.com/reviews-of-all-hotels', 'https://hooks.example.com/reviews-of-all-hotels'],
  ['no address', '…'],
])('%s is shown as %s', (target, shown) => expect(targetWithoutSecrets(target)).toBe(shown));

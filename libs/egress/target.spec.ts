import { ADAPTER_EGRESS, WEBHOOK_EGRESS } from './address-policy';
import { readTarget, targetRefusal } from './target';

describe('webhook targets, checked without network access (contract §8, §11)', () => {
  it.each([
    'https://hooks.example.com/in',
    'https://hooks.example.com:8443/in?x=1#y',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example.com/',
    'https://bücher.example.com/',
    'HTTPS://HOOKS.EXAMPLE.COM./',
  ])('allows %s', (address) => {
    expect(targetRefusal(address, WEBHOOK_EGRESS)).toBeNull();
  });

  it.each([
    // schemes and syntax
    ['http://hooks.example.com/', 'https'],
    ['ftp://hooks.example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['gopher://127.0.0.1/', 'https'],
    ['javascript:alert(1)', 'https'],
    ['//hooks.example.com/', 'not an address'],
    ['hooks.example.com', 'not an address'],
    ['', 'not an address'],
    ['https://', 'not an address'],
    ['https://exa%00mple.com/', 'not an address'],
    [`https://example.com/${'a'.repeat(2_048)}`, 'longer'],
    // changed silently by the URL parser
    ['https://127.0.0.1\\@example.com/', 'backslash'],
    ['https:\\\\example.com', 'backslash'],
    ['https://exam\tple.com/', 'control'],
    ['https://exam\nple.com/', 'control'],
    [' https://example.com/', 'blank'],
    ['https://example.com/\u0000', 'control'],
    ['https://user@example.com/', 'user name'],
    ['https://user:secret@example.com/', 'user name'],
    ['https://example.com@127.0.0.1/', 'user name'],
    // notations of 127.0.0.1
    ['https://127.0.0.1/', 'loopback'],
    ['https://127.0.0.1./', 'loopback'],
    ['https://127.1/', 'loopback'],
    ['https://2130706433/', 'loopback'],
    ['https://0x7f.1/', 'loopback'],
    ['https://0x7f000001/', 'loopback'],
    ['https://0177.0.0.1/', 'loopback'],
    ['https://0177.0000.0000.0001/', 'loopback'],
    ['https://①②⑦.⓪.⓪.①/', 'loopback'],
    ['https://１２７.０.０.１/', 'loopback'],
    ['https://127。0。0。1/', 'loopback'],
    ['https://%31%32%37.0.0.1/', 'loopback'],
    ['https://0/', 'this network'],
    ['https://[::1]/', 'loopback'],
    ['https://[::ffff:127.0.0.1]/', 'loopback'],
    ['https://[::ffff:7f00:1]/', 'loopback'],
    ['https://[::127.0.0.1]/', 'IPv4-compatible'],
    ['https://[64:ff9b::7f00:1]/', 'NAT64'],
    ['https://[2002:7f00:1::]/', '6to4'],
    ['https://[fe80::1]/', 'link-local'],
    ['https://169.254.169.254/latest/meta-data', 'link-local'],
    // names
    ['https://localhost/', 'internal network'],
    ['https://LOCALHOST./', 'internal network'],
    ['https://metadata.google.internal/', 'internal network'],
    ['https://kubernetes.default.svc/', 'internal network'],
    ['https://intranet/', 'internal network'],
    ['https://receiver/', 'without a domain'],
    // ports
    ['https://hooks.example.com:22/', 'Port 22'],
    ['https://hooks.example.com:80/', 'Port 80'],
    ['https://hooks.example.com:0/', 'Port 0'],
  ])('refuses %j with a message about "%s"', (address, reason) => {
    expect(targetRefusal(address, WEBHOOK_EGRESS)).toContain(reason);
  });

  it('allows plain http, loopback and private addresses in development, but not the metadata address (contract §11)', () => {
    const development = { allowPrivate: true };
    for (const address of [
      'http://localhost:4000/',
      'http://127.0.0.1:22/',
      'https://10.0.0.5/',
      'http://receiver:8080/',
    ]) {
      expect(targetRefusal(address, WEBHOOK_EGRESS, development)).toBeNull();
    }
    expect(targetRefusal('http://169.254.169.254/', WEBHOOK_EGRESS, development)).toContain('link-local');
  });

  it('exempts exactly the origin that the operator configured (contract §11)', () => {
    const exemptions = { exemptOrigins: ['http://127.0.0.1:4001'] };
    expect(readTarget('http://127.0.0.1:4001/x', ADAPTER_EGRESS, exemptions).exempt).toBe(true);
    for (const other of [
      'http://127.0.0.1:4002/',
      'https://127.0.0.1:4001/',
      'http://127.0.0.2:4001/',
      'http://localhost:4001/',
    ]) {
      expect(targetRefusal(other, ADAPTER_EGRESS, exemptions)).not.toBeNull();
    }
  });
});

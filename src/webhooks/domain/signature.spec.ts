// cspell:ignore Abend
import { createHash, createHmac } from 'node:crypto';
import { signatureHeader, standardSecret, standardSignatureHeader } from './signature';

/** Computed with openssl. */
const OPENSSL_SIGNATURE = '35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91';
const BODY = Buffer.from('{"event":"reviews.new","text":"Schöner Abend – 10/10 \u{1F44D}"}');

/** HMAC by its definition (RFC 2104), computed only with the hash, so that the test does not repeat the tested function. */
function hmacByDefinition(secret: string, message: Buffer): string {
  const sha = (...parts: readonly Buffer[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const bytes = Buffer.from(secret);
  const key = Buffer.concat([bytes.length > 64 ? sha(bytes) : bytes, Buffer.alloc(64)]).subarray(0, 64);
  const padded = (byte: number): Buffer => Buffer.from(key.map((value) => value ^ byte));
  return sha(padded(0x5c), sha(padded(0x36), message)).toString('hex');
}

describe('signature (contract §6.4)', () => {
  it('signs the timestamp, a dot and the raw body ("signed string = timestamp + . + raw body bytes; HMAC-SHA256, hex, sent as sha256=<hex>")', () => {
    const message = Buffer.concat([Buffer.from('1700000000.'), BODY]);
    expect(signatureHeader(['whsec_one'], 1_700_000_000, BODY)).toBe(
      `sha256=${hmacByDefinition('whsec_one', message)}`,
    );
  });

  it('equals the signature of openssl (printf "1700000000.{}" | openssl dgst -sha256 -hmac whsec_test)', () => {
    expect(signatureHeader(['whsec_test'], 1_700_000_000, Buffer.from('{}'))).toBe(`sha256=${OPENSSL_SIGNATURE}`);
  });

  it('contains one signature for each secret, in their order ("signatures by both the new and the previous secret, comma-separated")', () => {
    const [one, two] = [signatureHeader(['a'], 1, BODY), signatureHeader(['b'], 1, BODY)];
    expect(one).not.toBe(two);
    expect(signatureHeader(['b', 'a'], 1, BODY)).toBe(`${two},${one}`);
  });

  it('signs bytes and not text, also bytes that are not UTF-8', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3]);
    const message = Buffer.concat([Buffer.from('7.'), bytes]);
    expect(signatureHeader(['s'], 7, bytes)).toBe(`sha256=${hmacByDefinition('s', message)}`);
  });
});

describe('signature of Standard Webhooks (contract §6.4)', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
  const secret = `whsec_${bytes.toString('base64url')}`;

  it('uses the same secret, with its bytes in base64', () => {
    expect(secret).toMatch(/[-_]/);
    expect(standardSecret(secret)).toBe(`whsec_${bytes.toString('base64')}`);
  });

  it('signs the id, a dot, the timestamp, a dot and the raw body, keyed with the bytes of the secret, in base64', () => {
    const message = Buffer.concat([Buffer.from('4738.1700000000.'), BODY]);
    const expected = createHmac('sha256', bytes).update(message).digest('base64');
    expect(standardSignatureHeader([secret], '4738', 1_700_000_000, BODY)).toBe(`v1,${expected}`);
  });

  it('contains one signature for each secret, in their order, separated by spaces', () => {
    const other = `whsec_${Buffer.alloc(32).toString('base64url')}`;
    const [one, two] = [secret, other].map((key) => standardSignatureHeader([key], '1', 1, BODY));
    expect(standardSignatureHeader([other, secret], '1', 1, BODY)).toBe(`${two} ${one}`);
  });
});

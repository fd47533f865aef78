// cspell:ignore addext enddate keyout notext startdate
/** Valid and invalid certificates, created by openssl. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export interface Pair {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** An authority (`ca.pem`) that a worker can trust, and certificates issued by it and self-signed, for these addresses or names. */
export function makeCertificates(
  folder: string,
  san = 'IP:127.0.0.1',
): Readonly<Record<'good' | 'selfSigned' | 'expired' | 'wrongName', Pair>> {
  const openssl = (...words: string[]): void => {
    const { status, stderr } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${words.join(' ')}: ${stderr}`);
  };
  const newKey = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Test authority',
    '-days',
    '30',
  );
  writeFileSync(
    path.join(folder, 'ca.cnf'),
    '[ca]\ndefault_ca=x\n[x]\nnew_certs_dir=.\ndatabase=index\nserial=serial\ndefault_md=sha256\npolicy=any\ncopy_extensions=copy\nunique_subject=no\n[any]\ncommonName=supplied\n',
  );
  writeFileSync(path.join(folder, 'index'), '');
  writeFileSync(path.join(folder, 'serial'), '01\n');
  const sign = (name: string, san: string, from: string, until: string): Pair => {
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${san}`];
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, ...subject);
    const dates = ['-startdate', from, '-enddate', until];
    const authority = ['-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key'];
    openssl('ca', '-batch', '-notext', ...authority, ...dates, '-in', `${name}.csr`, '-out', `${name}.pem`);
    return read(name);
  };
  const read = (name: string): Pair => ({
    key: readFileSync(path.join(folder, `${name}.key`)),
    cert: readFileSync(path.join(folder, `${name}.pem`)),
  });
  const self = ['-subj', '/CN=self', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '30'];
  openssl('req', '-x509', ...newKey, '-keyout', 'self.key', '-out', 'self.pem', ...self);
  return {
    good: sign('good', san, '20200101000000Z', '20491231000000Z'),
    expired: sign('expired', san, '20200101000000Z', '20210101000000Z'),
    wrongName: sign('wrong', 'DNS:other.example', '20200101000000Z', '20491231000000Z'),
    selfSigned: read('self'),
  };
}

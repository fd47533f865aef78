/** Addresses on foreign hosts that resemble a source's addresses (contract §4.6: detection is by host). */

/** Returns foreign addresses that an incorrect host comparison would accept. `hostname` is the host of `address`. */
export function lookalikeAddresses(address: string, hostname: string): readonly string[] {
  const { pathname, search } = new URL(address);
  const path = `${pathname}${search}`;
  return [
    `https://${hostname}.evil.com${path}`,
    `https://${hostname}@evil.com${path}`,
    `https://user:${hostname}@evil.com${path}`,
    `https://evil.com/?${hostname}${path}`,
    `https://evil.com/${hostname}${path}`,
    `https://evil.com/#https://${hostname}${path}`,
    `https://evil.com/redirect?to=${encodeURIComponent(address)}`,
    `https://evil-${hostname}${path}`,
    `https://evil${hostname}${path}`,
    `https://${hostname.replace(/\.[^.]+$/, '.evil')}${path}`,
    `https://${hostname.replaceAll('.', '-')}.com${path}`,
    ...cyrillicHosts(hostname).map((host) => `https://${host}${path}`),
    `ftp://${hostname}${path}`,
    `https://evil.com\\@${hostname}${path}`,
  ];
}

/** Hosts in which one letter is replaced by a similar Cyrillic letter, in Unicode and in punycode. */
function cyrillicHosts(hostname: string): readonly string[] {
  const cyrillic: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', s: 'ѕ', i: 'і' };
  const at = hostname.lastIndexOf('.', hostname.lastIndexOf('.') - 1) + 1;
  for (let index = at; index < hostname.length; index += 1) {
    const letter = cyrillic[hostname.charAt(index)];
    if (letter === undefined) continue;
    const host = hostname.slice(0, index) + letter + hostname.slice(index + 1);
    return [host, new URL(`https://${host}/`).hostname];
  }
  return [];
}

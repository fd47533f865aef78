/** Addresses that resemble a source's own but are on foreign hosts (contract §4.6: detection is by host). */

/** Foreign addresses that a wrong host comparison would take for `address`, whose host is `hostname`. */
export function foreignTwins(address: string, hostname: string): readonly string[] {
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
    ...lookAlikes(hostname).map((twin) => `https://${twin}${path}`),
    `ftp://${hostname}${path}`,
    `https://evil.com\\@${hostname}${path}`,
  ];
}

/** Hosts with one letter of another alphabet, in Unicode and in punycode. */
function lookAlikes(hostname: string): readonly string[] {
  const cyrillic: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', s: 'ѕ', i: 'і' };
  const at = hostname.lastIndexOf('.', hostname.lastIndexOf('.') - 1) + 1;
  for (let index = at; index < hostname.length; index += 1) {
    const letter = cyrillic[hostname.charAt(index)];
    if (letter === undefined) continue;
    const twin = hostname.slice(0, index) + letter + hostname.slice(index + 1);
    return [twin, new URL(`https://${twin}/`).hostname];
  }
  return [];
}

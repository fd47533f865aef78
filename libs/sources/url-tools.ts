/** Whether `host` is `owned` or one of its subdomains; both lower-case. */
export function hostBelongsTo(host: string, owned: string): boolean {
  const name = host.replace(/\.$/, '');
  return name === owned || name.endsWith(`.${owned}`);
}

/** Whether `host` is one of `hosts` or a subdomain of one of them. */
export function hostOwnedBy(host: string, hosts: readonly string[]): boolean {
  return hosts.some((owned) => hostBelongsTo(host, owned));
}

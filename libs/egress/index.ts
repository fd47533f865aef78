/**
 * Outgoing requests: every request to an address that comes from outside goes through here (contract §11). The three entry points
 * share the address rules (`address-policy.ts`):
 *
 *   GuardedClient    HTTP of adapters and webhook deliveries
 *   FilteringProxy   all traffic of the browser
 *   targetRefusal    the reason why an address is not allowed as a webhook target, without network access
 *
 * `Exemptions` are set by the operator: exact origins, or private addresses in development.
 */
export {
  ADAPTER_EGRESS,
  WEBHOOK_EGRESS,
  forbiddenAddress,
  forbiddenHostName,
  type EgressPolicy,
} from './address-policy';
export { EgressError, systemCode, type EgressErrorKind } from './egress-error';
export { FilteringProxy, type ProxySession, type ProxyRules, type ProxyTraffic } from './filtering-proxy';
export type { EgressRequest, EgressResponse } from './egress-message';
export { GuardedClient, type GuardedClientOptions } from './guarded-client';
export { DnsResolver, type DnsResolverOptions, type NameResolver } from './resolver';
export { targetRefusal, type Exemptions } from './target';

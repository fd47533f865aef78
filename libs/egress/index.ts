/**
 * The way out: every request of the service to an address that somebody outside chose goes through here (contract §11). Three doors share one rule (`address-policy.ts`) and one way to connect (`dial.ts`):
 *
 *   GuardedClient    HTTP of adapters and webhook deliveries
 *   FilteringProxy   everything that a browser does
 *   targetRefusal    the answer, without a network, to "may this be a webhook target?"
 *
 * What an operator opened on purpose are `Exemptions`: exact origins, or private addresses in development.
 */
export {
  ADAPTER_EGRESS,
  WEBHOOK_EGRESS,
  forbiddenAddress,
  forbiddenHostName,
  type EgressPolicy,
} from './address-policy';
export { EgressError, systemCode, type EgressErrorKind } from './egress-error';
export { FilteringProxy, type ProxyPass, type ProxyRules, type ProxyTraffic } from './filtering-proxy';
export { GuardedClient, type EgressRequest, type EgressResponse, type GuardedClientOptions } from './guarded-client';
export { DnsResolver, type DnsResolverOptions, type NameResolver } from './resolver';
export { targetRefusal, type Exemptions } from './target';

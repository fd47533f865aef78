/**
 * Metrics for Prometheus. The code that knows a value declares its family and counts it here; prom-client is used in this library only.
 *
 *   counter, histogram, gauge, readCounter, readGauge   families of each process
 *   clusterGauge, ClusterMetrics                        families of the installation, reported by one process
 */
export { ClusterMetrics, clusterGauge, type ClusterFamily, type ClusterReader, type Reading } from './cluster-metrics';
export {
  counter,
  declaredFamilies,
  gauge,
  histogram,
  readCounter,
  readGauge,
  type Family,
  type FamilyText,
  type Labels,
  type ProcessCounter,
  type ProcessHistogram,
  type Sample,
} from './families';
export { Instances } from './instances';
export { defaultFamilies, METRICS_TYPE, ownMetrics, startOwnMetrics, type Build } from './own-metrics';

/**
 * The area of the operator of the installation (contract §4.16): how well each source can be read, waiting and failed work,
 * processes, checks, and metrics.
 *
 *   source_hour, field_hour, run_link   →  verdict per source and field  →  source_alarm, mail, log line, metric
 *   unread_hour                         →  what was not read, per source and part
 */
export { DEEP_STATEMENT_MS, deepChecks, type DeepTools } from './checks/deep-checks';
export { examine, type Finding } from './checks/examine';
export { type CheckTools } from './checks/checks';
export { findingsLine } from './checks/findings-line';
export { redisVersion } from './checks/redis-version';
export { warningLine } from './domain/known-faults';
export { listenForMetrics } from './metrics/metrics-server';
export { Metrics } from './metrics/metrics.service';
export { OperationsModule } from './operations.module';
export { OperatorSwitches, type SwitchState } from './operator-switches.service';
export { SwitchControlModule } from './switch-control.module';
export { OPERATIONS_ENTITIES } from './persistence/entities';
export { probeAddress, type ProbeResult } from './probe/probe';
export type { WrittenRecording } from './probe/write-recording';

import { Module } from '@nestjs/common';
import { CollectionModule } from '@src/collection';
import { NoticesModule } from '@src/notices';
import { SourcesModule } from '@src/sources';
import { SwitchesModule } from '@src/switches';
import { DriftReader } from './drift-reader.service';
import { Heartbeat } from './heartbeat.service';
import { ClusterCollector } from './metrics/cluster-collector.service';
import { ContentFigures } from './metrics/content-figures.service';
import { Metrics } from './metrics/metrics.service';
import { SourceFigures } from './metrics/source-figures.service';
import { StorageFigures } from './metrics/storage-figures.service';
import { SwitchFigures } from './metrics/switch-figures.service';
import { WorkFigures } from './metrics/work-figures.service';
import { OperatorMail } from './operator-mail.service';
import { OperatorNotices } from './operator-notices.service';
import { AlarmStore } from './persistence/alarm.store';
import { ProcessStore } from './persistence/process.store';
import { QueuesQuery } from './persistence/queues.query';
import { TableSizesQuery } from './persistence/table-sizes.query';
import { SourcesReport } from './sources-report.service';

const SERVICES = [
  AlarmStore,
  ClusterCollector,
  ContentFigures,
  DriftReader,
  Heartbeat,
  Metrics,
  OperatorMail,
  OperatorNotices,
  ProcessStore,
  QueuesQuery,
  SourceFigures,
  SourcesReport,
  StorageFigures,
  SwitchFigures,
  TableSizesQuery,
  WorkFigures,
];

/** The state of sources, queues and processes, for every process. */
@Module({
  imports: [CollectionModule, NoticesModule, SourcesModule, SwitchesModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class MonitoringModule {}

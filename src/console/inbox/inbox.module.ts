import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { PersonsModule } from '../identity';
import { AttentionService } from './attention.service';
import { AttentionController } from './http/attention.controller';
import { MediaController } from './http/media.controller';
import { NoticesController } from './http/notices.controller';
import { ReviewsExportController } from './http/reviews-export.controller';
import { TemplatesController } from './http/templates.controller';
import { ViewsController } from './http/views.controller';
import { AttentionQuery } from './persistence/attention.query';
import { ObjectNamesQuery } from './persistence/object-names.query';
import { TemplateStore } from './persistence/template.store';
import { ViewStore } from './persistence/view.store';
import { PhotosService } from './photos.service';
import { ReviewsCsvService } from './reviews-csv.service';
import { TemplatesService } from './templates.service';
import { ViewsService } from './views.service';

@Module({
  imports: [AuditModule, NoticesModule, PersonsModule, ReviewsModule, SourcesModule],
  controllers: [
    AttentionController,
    NoticesController,
    MediaController,
    ReviewsExportController,
    TemplatesController,
    ViewsController,
  ],
  providers: [
    AttentionQuery,
    AttentionService,
    ObjectNamesQuery,
    PhotosService,
    ReviewsCsvService,
    TemplateStore,
    TemplatesService,
    ViewStore,
    ViewsService,
  ],
})
export class InboxModule {}

import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { RepliesModule } from '@src/replies';
import { ReviewAnsweringModule, ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { AnsweringController } from './answering/http/answering.controller';
import { WritingStore } from './answering/writing.store';
import { ReviewsExportController } from './export/http/reviews-export.controller';
import { ReviewsExport } from './export/reviews-export.service';
import { LiveModule } from './live/live.module';
import { MediaController } from './media/http/media.controller';
import { PhotosService } from './media/photos.service';
import { PersonsModule } from './persons.module';
import { TemplateStore } from './templates/template.store';
import { TemplatesController } from './templates/http/templates.controller';
import { TemplatesService } from './templates/templates.service';
import { ViewStore } from './views/view.store';
import { ViewsController } from './views/http/views.controller';
import { ViewsService } from './views/views.service';

/** The inbox of the console: saved views, templates of replies, who is writing, the export, and photos. */
@Module({
  imports: [AuditModule, LiveModule, PersonsModule, RepliesModule, ReviewAnsweringModule, ReviewsModule, SourcesModule],
  controllers: [AnsweringController, MediaController, ReviewsExportController, TemplatesController, ViewsController],
  providers: [PhotosService, ReviewsExport, TemplateStore, TemplatesService, ViewStore, ViewsService, WritingStore],
})
export class InboxModule {}

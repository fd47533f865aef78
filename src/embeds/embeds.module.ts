import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { AccessModule } from '@src/auth';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { EmbedAnswers } from './embed-answers.service';
import { EmbedsService } from './embeds.service';
import { EmbedsController } from './http/v3/embeds.controller';
import { PublicEmbedController } from './http/v3/public-embed.controller';
import { EmbedStore } from './persistence/embed.store';

@Module({
  imports: [AccessModule, AuditModule, ReviewsModule, SourcesModule],
  controllers: [EmbedsController, PublicEmbedController],
  providers: [EmbedAnswers, EmbedsService, EmbedStore],
})
export class EmbedsModule {}

import { Module } from '@nestjs/common';
import { ReviewsModule } from '@src/reviews';
import { AttentionService } from './attention.service';
import { AttentionQuery } from './persistence/attention.query';

/** What needs a person's attention, for the console's overview. */
@Module({
  imports: [ReviewsModule],
  providers: [AttentionQuery, AttentionService],
  exports: [AttentionService],
})
export class AttentionModule {}

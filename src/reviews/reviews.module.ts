import { Module } from '@nestjs/common';
import { ReviewCurationModule } from './review-curation.module';
import { ReviewReadingModule } from './review-reading.module';
import { ChangeCounterStore } from './persistence/change-counter.store';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewIntakeService } from './review-intake.service';

@Module({
  imports: [ReviewCurationModule, ReviewReadingModule],
  providers: [ChangeCounterStore, ReviewIntakeService, ReviewIntakeStore],
  exports: [ReviewIntakeService, ReviewReadingModule],
})
export class ReviewsModule {}

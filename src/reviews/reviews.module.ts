import { Module } from '@nestjs/common';
import { ReviewCurationModule } from './review-curation.module';
import { ReviewReadingModule } from './review-reading.module';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewIntakeService } from './review-intake.service';

@Module({
  imports: [ReviewCurationModule, ReviewReadingModule],
  providers: [ReviewIntakeService, ReviewIntakeStore],
  exports: [ReviewIntakeService, ReviewReadingModule],
})
export class ReviewsModule {}

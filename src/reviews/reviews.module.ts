import { Module } from '@nestjs/common';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewIntakeService } from './review-intake.service';

@Module({
  providers: [ReviewIntakeService, ReviewIntakeStore],
  exports: [ReviewIntakeService],
})
export class ReviewsModule {}

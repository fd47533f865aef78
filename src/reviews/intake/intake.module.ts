import { Module } from '@nestjs/common';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { FinishPassService } from './finish-pass.service';
import { ImportReviewsService } from './import-reviews.service';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import { RereadService } from './reread.service';
import { ReviewIntakeService } from './review-intake.service';

/** Stores the reviews that collections read. */
@Module({
  providers: [
    ChangeCounterStore,
    FinishPassService,
    ImportReviewsService,
    RereadService,
    ReviewIntakeService,
    ReviewIntakeStore,
    ReviewRoadStore,
  ],
  exports: [FinishPassService, ImportReviewsService, RereadService, ReviewIntakeService],
})
export class IntakeModule {}

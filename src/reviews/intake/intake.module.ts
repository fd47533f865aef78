import { Module } from '@nestjs/common';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { FinishPassService } from './finish-pass.service';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import { ReviewIntakeService } from './review-intake.service';

/** Stores the reviews that collections read. */
@Module({
  providers: [ChangeCounterStore, FinishPassService, ReviewIntakeService, ReviewIntakeStore, ReviewRoadStore],
  exports: [FinishPassService, ReviewIntakeService],
})
export class IntakeModule {}

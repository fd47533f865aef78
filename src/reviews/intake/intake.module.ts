import { Module } from '@nestjs/common';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { DetectLanguagesService } from './detect-languages.service';
import { FinishPassService } from './finish-pass.service';
import { ImportReviewsService } from './import-reviews.service';
import { LanguageStore } from './persistence/language.store';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import { RereadService } from './reread.service';
import { ReviewIntakeService } from './review-intake.service';

/** Stores the reviews that collections read. */
@Module({
  providers: [
    ChangeCounterStore,
    DetectLanguagesService,
    FinishPassService,
    ImportReviewsService,
    LanguageStore,
    RereadService,
    ReviewIntakeService,
    ReviewIntakeStore,
    ReviewRoadStore,
  ],
  exports: [DetectLanguagesService, FinishPassService, ImportReviewsService, RereadService, ReviewIntakeService],
})
export class IntakeModule {}

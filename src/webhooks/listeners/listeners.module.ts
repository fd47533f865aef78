import { Module } from '@nestjs/common';
import { AccessModule } from '@src/auth';
import { DeliverySettleStore } from '../persistence/delivery-settle.store';
import { SigningModule } from '../signing.module';
import { ClaimWaits } from './claim-waits';
import { ClaimsService } from './claims.service';
import { ClaimsController } from './http/v3/claims.controller';
import { ClaimStore } from './persistence/claim.store';

/** The routes by which clients claim the deliveries of listeners; only API processes load it. */
@Module({
  imports: [AccessModule, SigningModule],
  controllers: [ClaimsController],
  providers: [ClaimsService, ClaimStore, ClaimWaits, DeliverySettleStore],
})
export class ListenersModule {}

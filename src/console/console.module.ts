import { Module } from '@nestjs/common';
import { IdentityModule } from './identity';
import { InboxModule } from './inbox';
import { LiveModule } from './live';
import { RecordsModule } from './records';

/** The API of the console, and the request log. */
@Module({ imports: [IdentityModule, LiveModule, InboxModule, RecordsModule] })
export class ConsoleModule {}

import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { ParsingPool } from '@libs/sources';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { StoredPagesQuery } from './persistence/stored-pages.query';
import { ReparseService } from './reparse.service';

/** Reads stored records again, for the command line. */
@Module({
  imports: [ReviewsModule, SourcesModule],
  providers: [
    ReparseService,
    StoredPagesQuery,
    {
      provide: ParsingPool,
      inject: [CONFIG],
      useFactory: (config: Config) => new ParsingPool({ deadlineMs: config.HREV_PARSE_TIMEOUT }),
    },
  ],
  exports: [ReparseService],
})
export class ReparseModule {}

import { Module } from '@nestjs/common';
import { CounterStore } from './persistence/counter.store';
import { CountersService } from './counters.service';

/** Compares the table counters with the reviews, for the command line. */
@Module({ providers: [CountersService, CounterStore], exports: [CountersService] })
export class CountersModule {}

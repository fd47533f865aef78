/**
 * The peer: a paged list as in the manuals of Nest and TypeORM. An entity, a repository, `getManyAndCount`, and `plainToInstance`
 * into a response class. It has the right index and no key, limit or validation.
 *
 * Arguments: port, database address, pool size.
 */
import 'reflect-metadata';
import { Controller, Get, Inject, Injectable, Module, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { plainToInstance } from 'class-transformer';
import { DataSource } from 'typeorm';
import { ReviewPageDto, ReviewDto } from './review.dto';
import { ReviewEntity } from './review.entity';

interface FeedQuery {
  readonly account_id: string;
  readonly object_id: string;
  readonly limit?: string;
  readonly offset?: string;
}

@Injectable()
class ReviewsService {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async page(query: FeedQuery): Promise<ReviewPageDto> {
    const [limit, offset] = [Number(query.limit ?? 100), Number(query.offset ?? 0)];
    const [rows, total] = await this.dataSource
      .getRepository(ReviewEntity)
      .createQueryBuilder('review')
      .where('review.accountId = :account and review.objectId = :object', {
        account: query.account_id,
        object: query.object_id,
      })
      .andWhere('review.deletedAt is null and review.hiddenAt is null and review.pinPosition is null')
      .orderBy('review.reviewDate', 'DESC', 'NULLS LAST')
      .addOrderBy('review.id', 'DESC')
      .take(limit)
      .skip(offset)
      .getManyAndCount();
    const data = plainToInstance(ReviewDto, rows, { excludeExtraneousValues: true });
    return { data, total, limit, offset, has_next: offset + data.length < total };
  }
}

@Controller()
class ReviewsController {
  constructor(@Inject(ReviewsService) private readonly reviews: ReviewsService) {}

  @Get('health')
  health(): object {
    return {};
  }

  @Get('v3/reviews')
  page(@Query() query: FeedQuery): Promise<ReviewPageDto> {
    return this.reviews.page(query);
  }
}

@Module({})
class IdiomModule {}

async function main([port, url, poolSize]: readonly string[]): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities: [ReviewEntity],
    extra: { max: Number(poolSize) },
  } as const);
  await dataSource.initialize();
  const app = await NestFactory.create(
    {
      module: IdiomModule,
      controllers: [ReviewsController],
      providers: [ReviewsService, { provide: DataSource, useValue: dataSource }],
    },
    { logger: ['error'] },
  );
  await app.listen(Number(port), '127.0.0.1');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`typeorm idiom: ${String(error)}\n`);
  process.exit(1);
});

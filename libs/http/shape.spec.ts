import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiExtraModels, ApiSchema, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Shape } from './shape';
import { Shown } from './shown';

const ROLES = ['viewer', 'owner'] as const;

@ApiSchema({ description: 'A part.' })
class Part extends Shape({ id: { type: 'integer', description: 'Id.' } }) {}

@ApiSchema({ description: 'A thing.' })
class Thing extends Shape({
  id: { type: 'integer', description: 'Id.', example: 7 },
  role: { type: 'string', values: ROLES, description: 'Role.' },
  share: { type: 'number', nullable: true, description: 'Share.' },
  part: { type: () => Part, description: 'Part.' },
  last_part: { type: () => Part, nullable: true, description: 'Last part.' },
  parts: { type: () => Part, list: true, description: 'Parts.' },
  names: { type: 'string', list: true, nullable: true, description: 'Names.' },
  by_name: { type: 'object', mapOf: () => Part, description: 'Parts by name.' },
  note: { type: 'string', optional: true, description: 'Note.' },
}) {}

@ApiSchema({ description: 'A thing with its time.' })
class TimedThing extends Shape({ at: { type: 'date-time', description: 'Time.' } }, Thing) {}

@ApiSchema({ description: 'A part.' })
class WrittenPart {
  @Shown({ type: 'integer', description: 'Id.' })
  readonly id!: number;
}

@ApiSchema({ description: 'A thing.' })
class WrittenThing {
  @Shown({ type: 'integer', description: 'Id.', example: 7 })
  readonly id!: number;

  @Shown({ type: 'string', values: ROLES, description: 'Role.' })
  readonly role!: (typeof ROLES)[number];

  @Shown({ type: 'number', nullable: true, description: 'Share.' })
  readonly share!: number | null;

  @Shown({ type: () => WrittenPart, description: 'Part.' })
  readonly part!: WrittenPart;

  @Shown({ type: () => WrittenPart, nullable: true, description: 'Last part.' })
  readonly last_part!: WrittenPart | null;

  @Shown({ type: () => WrittenPart, list: true, description: 'Parts.' })
  readonly parts!: readonly WrittenPart[];

  @Shown({ type: 'string', list: true, nullable: true, description: 'Names.' })
  readonly names!: readonly string[] | null;

  @Shown({ type: 'object', mapOf: () => WrittenPart, description: 'Parts by name.' })
  readonly by_name!: Readonly<Partial<Record<string, WrittenPart>>>;

  @Shown({ type: 'string', optional: true, description: 'Note.' })
  readonly note?: string;
}

@ApiSchema({ description: 'A thing with its time.' })
class WrittenTimedThing extends WrittenThing {
  @Shown({ type: 'date-time', description: 'Time.' })
  readonly at!: string;
}

@Controller('things')
class ThingsController {
  @Get()
  @ApiExtraModels(TimedThing, WrittenTimedThing)
  read(): null {
    return null;
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

/** The type of a shape and that of the written class, each assigned to the other. */
const typed = (thing: TimedThing): WrittenTimedThing => thing;
const back = (thing: WrittenTimedThing): TimedThing => thing;

describe('a shape', () => {
  it('is documented as a class with the same fields is', async () => {
    const app = await NestFactory.create(ThingsModule, { logger: false });
    const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();
    const shapes = JSON.stringify(components?.schemas);
    const {
      Part: part,
      TimedThing: thing,
      WrittenPart: writtenPart,
      WrittenTimedThing: written,
    } = components?.schemas ?? {};
    expect(part).toEqual(writtenPart);
    expect(JSON.stringify(thing)).toBe(JSON.stringify(written).replaceAll('WrittenPart', 'Part'));
    expect(shapes).toContain('"required":["id","role","share","part","last_part","parts","names","by_name","at"]');
  });

  it('has the types of its fields', () => {
    const part = { id: 1 };
    const thing: TimedThing = {
      id: 7,
      role: 'owner',
      share: null,
      part,
      last_part: null,
      parts: [part],
      names: ['a'],
      by_name: { a: part },
      at: '2026-11-20T08:30:00',
    };
    // @ts-expect-error the role is one of the values
    const stranger: Pick<TimedThing, 'role'> = { role: 'stranger' };
    expect(back(typed(thing))).toBe(thing);
    expect(stranger.role).toBe('stranger');
  });
});

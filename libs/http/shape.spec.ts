import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiExtraModels, ApiSchema, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Shape } from './shape';

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
class TimedThing extends Shape(Thing, { at: { type: 'date-time', description: 'Time.' } }) {}

@Controller('things')
class ThingsController {
  @Get()
  @ApiExtraModels(TimedThing)
  read(): null {
    return null;
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

interface Written {
  readonly id: number;
  readonly role: 'viewer' | 'owner';
  readonly share: number | null;
  readonly part: { readonly id: number };
  readonly last_part: { readonly id: number } | null;
  readonly parts: readonly { readonly id: number }[];
  readonly names: readonly string[] | null;
  readonly by_name: Readonly<Partial<Record<string, Part>>>;
  readonly note?: string;
  readonly at: string;
}

/** The type of a shape and the written one, each assigned to the other. */
const typed = (thing: TimedThing): Written => thing;
const back = (thing: Written): TimedThing => thing;

const part = { $ref: '#/components/schemas/Part' };

describe('a shape', () => {
  it('is documented with its fields, those of its base first', async () => {
    const app = await NestFactory.create(ThingsModule, { logger: false });
    const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();
    const id = { type: 'integer', format: 'int64', description: 'Id.' };
    const properties = {
      id: { ...id, example: 7 },
      role: { type: 'string', enum: ['viewer', 'owner'], description: 'Role.' },
      share: { type: 'number', nullable: true, description: 'Share.' },
      part: { allOf: [part], description: 'Part.' },
      last_part: { allOf: [part], nullable: true, description: 'Last part.' },
      parts: { type: 'array', items: part, description: 'Parts.' },
      names: { type: 'array', items: { type: 'string' }, nullable: true, description: 'Names.' },
      by_name: { type: 'object', additionalProperties: part, description: 'Parts by name.' },
      note: { type: 'string', description: 'Note.' },
      at: {
        type: 'string',
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
        example: '2026-11-20T08:30:00',
        description: 'Time.',
      },
    };
    const { TimedThing: thing } = components?.schemas as Record<string, { properties: object }>;
    expect(components?.schemas).toEqual({
      Part: { type: 'object', description: 'A part.', properties: { id }, required: ['id'] },
      TimedThing: {
        type: 'object',
        description: 'A thing with its time.',
        properties,
        required: ['id', 'role', 'share', 'part', 'last_part', 'parts', 'names', 'by_name', 'at'],
      },
    });
    expect(Object.keys(thing?.properties ?? {})).toEqual(Object.keys(properties));
  });

  it('has the types of its fields', () => {
    const one: Part = { id: 1 };
    const thing: TimedThing = {
      id: 7,
      role: 'owner',
      share: null,
      part: one,
      last_part: null,
      parts: [one],
      names: ['a'],
      by_name: { a: one },
      at: '2026-11-20T08:30:00',
    };
    // @ts-expect-error the role is one of the values
    const stranger: Pick<TimedThing, 'role'> = { role: 'stranger' };
    expect(back(typed(thing))).toBe(thing);
    expect(stranger.role).toBe('stranger');
  });
});

import { Injectable } from '@nestjs/common';
import { AppError, cleanTextOrNull } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import type { SwitchName } from './domain/switches';
import { SwitchStore } from './persistence/switch.store';

/** A switch: of one source, or (null) of all together. */
export interface Switch {
  readonly name: SwitchName;
  readonly source: { readonly id: number; readonly slug: string } | null;
}

/** Sets the switches of the operator, in the caller's transaction. Every change is audited. */
@Injectable()
export class SwitchesService {
  constructor(
    private readonly store: SwitchStore,
    private readonly trail: AuditTrail,
  ) {}

  /** Switches it off. Repeated, it replaces the reason. */
  async turnOff({ name, source }: Switch, reason: string | null): Promise<void> {
    const text = cleanTextOrNull(reason);
    const before = await this.store.turnOff(name, source?.id ?? null, text);
    if (before !== null && before.reason === text) return;
    await this.trail.record({
      action: 'switch.turned_off',
      accountId: null,
      target: targetOf(source),
      ...(before === null ? {} : { before: { reason: before.reason } }),
      after: { switch: name, ...factsOf(source), reason: text },
    });
  }

  /** Switches it on. Throws `conflict` if it is on. */
  async turnOn({ name, source }: Switch, reason: string | null): Promise<void> {
    const since = await this.store.turnOn(name, source?.id ?? null);
    if (since === null)
      throw new AppError('conflict', `The switch \`${name}\` is on for ${source?.slug ?? 'all sources together'}`);
    await this.trail.record({
      action: 'switch.turned_on',
      accountId: null,
      target: targetOf(source),
      after: { switch: name, ...factsOf(source), reason: cleanTextOrNull(reason) },
    });
  }
}

const targetOf = (source: Switch['source']) =>
  source === null ? ({ type: 'installation', id: null } as const) : ({ type: 'source', id: source.id } as const);

const factsOf = (source: Switch['source']): object => (source === null ? {} : { slug: source.slug });

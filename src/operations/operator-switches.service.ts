import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { invalid } from '@libs/http';
import { SourceControlService, SourceControlStore } from '@src/collection';
import { SourceCatalogue } from '@src/sources';
import { SWITCHES, SwitchesService, SwitchStore, type Switch, type SwitchName } from '@src/switches';
import { HeldDeliveriesStore } from '@src/webhooks';

/** A switch as operators see it. */
export interface SwitchState {
  readonly name: SwitchName;
  /** Null: of all sources together. */
  readonly source: { readonly slug: string; readonly displayName: string } | null;
  /** Since when it is off; null while it is on. */
  readonly offSince: Date | null;
  readonly reason: string | null;
}

/**
 * The switches of the operator (contract §4.17). Whatever is off waits and nothing of it is dropped; what it does when it is switched on
 * again is here: it is taken up by the workers as after a time without workers, in its turns and at its pace.
 */
@Injectable()
export class OperatorSwitches {
  constructor(
    private readonly database: Database,
    private readonly catalogue: SourceCatalogue,
    private readonly switches: SwitchesService,
    private readonly store: SwitchStore,
    private readonly sources: SourceControlService,
    private readonly control: SourceControlStore,
    private readonly deliveries: HeldDeliveriesStore,
  ) {}

  /** The switches of all sources together, and those of single sources that are off. */
  async list(): Promise<readonly SwitchState[]> {
    const off = await this.store.list();
    const general = SWITCHES.map((name) => {
      const found = off.find((one) => one.name === name && one.sourceId === null);
      return { name, source: null, offSince: found?.since ?? null, reason: found?.reason ?? null };
    });
    const single = off.flatMap(({ name, sourceId, since, reason }) =>
      sourceId === null ? [] : [{ name, source: this.sourceOf(sourceId), offSince: since, reason }],
    );
    return [...general, ...single];
  }

  /**
   * Switches it off for one source, or (null) for all together. Repeated, it replaces the reason. Throws 422 for an unknown source. For the
   * collection of a source, this is its pause.
   */
  async turnOff(name: SwitchName, slug: string | null, reason: string | null): Promise<void> {
    const which = this.switchOf(name, slug);
    if (name === 'collection' && which.source !== null) return this.sources.pause(which.source.slug, reason);
    await this.database.transaction(async () => {
      await this.switches.turnOff(which, reason);
      if (name === 'collection') await this.control.endTryouts(null);
    });
  }

  /** Switches it on. Throws 422 for an unknown source, and `conflict` if it is on. */
  async turnOn(name: SwitchName, slug: string | null, reason: string | null): Promise<void> {
    const which = this.switchOf(name, slug);
    const { source } = which;
    if (name === 'collection' && source !== null) return this.sources.resume(source.slug, reason);
    await this.database.transaction(async () => {
      await this.switches.turnOn(which, reason);
      if (name === 'collection') await this.control.endTryouts(null);
      if (name === 'webhooks' && source !== null) await this.deliveries.makeDue(source.id);
    });
  }

  private switchOf(name: SwitchName, slug: string | null): Switch {
    if (slug === null) return { name, source: null };
    const source = this.catalogue.bySlug(slug);
    if (source === undefined) throw invalid('source_slug', 'must name a platform of GET /v3/sources');
    return { name, source };
  }

  /** A newer version that runs at the same time may have added the source. */
  private sourceOf(id: number): NonNullable<SwitchState['source']> {
    const { slug = String(id), displayName = slug } = this.catalogue.byId(id) ?? {};
    return { slug, displayName };
  }
}

import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, NameParam, V3 } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import { SourceControlService, SourceControlStore } from '@src/collection';
import { presentRoad } from '@src/sources';
import { SourcesReport } from '../sources-report.service';
import { presentEvent, SourceReasonBody, SourceTrialBody, SourceTrialStarted } from './source-parts.shapes';
import { AdminSourceList, AdminSourceWhole, presentSource, presentTotals } from './source.shapes';

const Slug = (): ParameterDecorator => NameParam('slug', 'Short name of the source.', 'trustpilot');

/** What each platform lets us read, and pauses, for the operator (contract §4.16). */
@ApiTags('Administration')
@Controller({ path: 'admin/sources', version: V3 })
export class AdminSourcesController {
  constructor(
    private readonly report: SourcesReport,
    private readonly control: SourceControlService,
    private readonly store: SourceControlStore,
  ) {}

  @Get()
  @Endpoint({
    summary: 'What each source lets us read',
    description: 'Over all accounts and the last 24 hours. At most five seconds old.',
    response: AdminSourceList,
    access: 'master',
  })
  async list(): Promise<AdminSourceList> {
    const { sources, totals } = await this.report.list();
    return { data: sources.map(presentSource), totals: presentTotals(totals) };
  }

  @Get(':slug')
  @Endpoint({
    name: 'getAdminSource',
    summary: 'One source with its events',
    description: 'As in the list, with its roads, the last 50 events and the last trial of a link.',
    response: AdminSourceWhole,
    access: 'master',
  })
  async get(@Slug() slug: string): Promise<AdminSourceWhole> {
    const report = await this.report.single(slug);
    const tryout = await this.store.tryout(report.source.id);
    return {
      ...presentSource(report),
      roads: report.source.roads.map(presentRoad),
      events: (await this.report.events(report.source.id)).map(presentEvent),
      trial: tryout && {
        link_id: tryout.linkId,
        run_id: tryout.runId,
        state: tryout.state,
        outcome: tryout.outcome,
        scrape_error: tryout.scrapeError,
        pages: tryout.pages,
        read: tryout.read,
        ended_at: wireTimeOrNull(tryout.endedAt),
      },
    };
  }

  @Post(':slug/pause')
  @Endpoint({
    name: 'pauseSource',
    summary: 'Pause a source',
    description:
      'No link of the source is collected for any account, until it is resumed. Links keep their due times. Visits that have begun end before their next request. A repeated pause replaces the reason. It is the switch of its collection.',
    response: AdminSourceWhole,
    access: 'master',
  })
  async pause(@Slug() slug: string, @Body() { reason }: SourceReasonBody): Promise<AdminSourceWhole> {
    await this.control.pause(slug, reason);
    return this.changed(slug);
  }

  @Post(':slug/resume')
  @Endpoint({
    name: 'resumeSource',
    summary: 'Resume a source',
    description: 'Links that were due are spread over the next hour. `conflict` if the source is not paused.',
    response: AdminSourceWhole,
    access: 'master',
    errors: ['conflict'],
  })
  async resume(@Slug() slug: string, @Body() { reason }: SourceReasonBody): Promise<AdminSourceWhole> {
    await this.control.resume(slug, reason);
    return this.changed(slug);
  }

  @Post(':slug/try')
  @Endpoint({
    name: 'trySource',
    summary: 'Visit one link of a source now',
    description:
      'Also while the source is paused or rests. The result is in `trial` of the source. `conflict` if the source has no such link that is on.',
    status: 202,
    response: SourceTrialStarted,
    access: 'master',
    errors: ['conflict'],
  })
  async tryLink(@Slug() slug: string, @Body() { link_id: linkId }: SourceTrialBody): Promise<SourceTrialStarted> {
    const tryout = await this.control.tryLink(slug, linkId);
    this.report.forget();
    return { link_id: tryout.linkId, run_id: tryout.runId };
  }

  private changed(slug: string): Promise<AdminSourceWhole> {
    this.report.forget();
    return this.get(slug);
  }
}

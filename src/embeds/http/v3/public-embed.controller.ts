import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import etag from 'etag';
import type { Response } from 'express';
import fresh from 'fresh';
import { Endpoint, sendJson, StaticBytes, TokenParam, V3, type ApiRequest } from '@libs/http';
import { EmbedLimits } from '@src/auth';
import { EmbedAnswers, KEPT_SECONDS, type PreparedAnswer } from '../../embed-answers.service';
import { ELEMENT_SCRIPT } from '../element-script';
import { EMBED_PAGE_POLICY, embedPage } from '../embed-page';
import { EmbeddedReviews } from './embed.shapes';

const TOKEN = 'The token of an embed, from `POST /v3/embeds`.';
const KEPT = `public, max-age=${KEPT_SECONDS}`;

interface Page {
  readonly bytes: Buffer;
  readonly tag: string;
}

/** What web pages of others load (contract §4.23). No key is read, so the answers are the same for everyone. */
@ApiTags('Web pages')
@Controller({ path: 'embed', version: V3 })
export class PublicEmbedController {
  /** The pages of the answers in memory: to make one takes milliseconds. */
  private readonly pages = new WeakMap<PreparedAnswer, Page>();
  private readonly script = new StaticBytes('text/javascript; charset=utf-8', Buffer.from(ELEMENT_SCRIPT), KEPT);

  constructor(
    private readonly answers: EmbedAnswers,
    private readonly limits: EmbedLimits,
  ) {}

  @Get(':token.json')
  @Endpoint({
    name: 'getEmbeddedReviews',
    summary: 'The reviews of an embed',
    description: 'For every origin, without credentials. An unknown and a revoked token are 404.',
    response: EmbeddedReviews,
    access: 'public',
    errors: ['not_found', 'rate_limited'],
  })
  async json(
    @TokenParam('token', TOKEN) token: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { json, tag } = await this.admitted(token, request, response);
    if (isFresh(request, response, tag)) return;
    sendJson(response, 200, json);
  }

  @Get(':token.js')
  @Endpoint({
    name: 'getEmbedScript',
    summary: 'The element `<hrev-reviews>`',
    description: 'A script without dependencies. It is the same for every token.',
    media: ['text/javascript'],
    access: 'public',
    errors: ['not_found', 'rate_limited'],
  })
  async element(
    @TokenParam('token', TOKEN) token: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.admitted(token, request, response);
    this.script.send(request, response);
  }

  @Get(':token.html')
  @Endpoint({
    name: 'getEmbedPage',
    summary: 'The reviews of an embed as a page',
    description: 'For an `iframe` of any page; without a script.',
    media: ['text/html'],
    access: 'public',
    errors: ['not_found', 'rate_limited'],
  })
  async page(
    @TokenParam('token', TOKEN) token: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { bytes, tag } = this.pageOf(await this.admitted(token, request, response));
    response.setHeader('Content-Security-Policy', EMBED_PAGE_POLICY);
    response.removeHeader('X-Frame-Options');
    if (isFresh(request, response, tag)) return;
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  private pageOf(prepared: PreparedAnswer): Page {
    let page = this.pages.get(prepared);
    if (page === undefined) {
      const bytes = Buffer.from(embedPage(prepared.answer, 'en'));
      page = { bytes, tag: etag(bytes, { weak: true }) };
      this.pages.set(prepared, page);
    }
    return page;
  }

  /** Throws `rate_limited`, and 404 for an unknown token. Refusals can be read by the page too, and are not kept. */
  private async admitted(token: string, request: ApiRequest, response: Response): Promise<PreparedAnswer> {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    this.limits.countAddress(request);
    const prepared = await this.answers.of(token);
    await this.limits.countEmbed(prepared.embedId);
    response.setHeader('Cache-Control', KEPT);
    return prepared;
  }
}

function isFresh(request: ApiRequest, response: Response, tag: string): boolean {
  response.setHeader('ETag', tag);
  if (!fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag: tag })) return false;
  response.vary('Accept-Encoding');
  response.writeHead(304).end();
  return true;
}

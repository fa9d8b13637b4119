import { accepted, created, type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { Ignored } from '../../http/schema.ts';
import type { SiteFactsOf } from '../sites/facts.ts';
import type { HitReports } from './reports.ts';
import {
  BatchAnswer,
  CreateHit,
  CreateHits,
  HitCreated,
  HitList,
  ListHits,
  presentHash,
  presentHit,
} from './schema.ts';
import type { HitWriter, RowResult, WriteResult } from './writer.ts';

const tag = 'Hits';

/** Source: api-v1, Endpoints, Hits. */
export function hitRoutes(deps: {
  readonly writer: HitWriter;
  readonly reports: HitReports;
  readonly factsOf: SiteFactsOf;
}): Endpoint[] {
  const { writer, reports, factsOf } = deps;
  return [
    siteEndpoint(
      {
        method: 'GET',
        path: '/sites/:id/hits',
        tag,
        summary: 'List or group hits',
        operationId: 'listHits',
        query: ListHits,
        answers: { 200: HitList },
      },
      async ({ account, site, query, request }) =>
        ok(await reports.answer({ account, site, query, signal: request.signal })),
    ),
    siteEndpoint(
      {
        method: 'POST',
        path: '/sites/:id/hits',
        tag,
        summary: 'Create a hit',
        operationId: 'createHit',
        body: CreateHit,
        validatesBody: false,
        isIngestion: true,
        answers: { 201: HitCreated, 202: Ignored },
      },
      async ({ site, body }) => presentWrite(await writer.write(factsOf(site), body), site.url),
    ),
    siteEndpoint(
      {
        method: 'POST',
        path: '/sites/:id/hits/batch',
        tag,
        summary: 'Create up to 10,000 hits',
        operationId: 'createHits',
        body: CreateHits,
        validatesBody: false,
        answers: { 200: BatchAnswer },
      },
      async ({ site, body }) => ok(presentBatch(await writer.writeMany(factsOf(site), body))),
    ),
  ];
}

function presentWrite(result: WriteResult, siteUrl: string) {
  if (result.status === 'ignored') return accepted(result);
  const hashes = {
    unique_hash: presentHash(result.uniqueHash),
    visitor_hash: presentHash(result.visitorHash),
  };
  return created({ status: 'created', hit: { ...presentHit(result.hit, siteUrl), ...hashes } });
}

function presentBatch(results: readonly RowResult[]) {
  const count = (status: RowResult['status']) => results.filter(result => result.status === status).length;
  return {
    created_count: count('created'),
    ignored_count: count('ignored'),
    error_count: count('error'),
    results: results.map((result, index) => ({ index, ...result })),
  };
}

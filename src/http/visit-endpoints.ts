/** The endpoints of a kind of visit: its report, writing one, writing many. Source: api-v1, Hits, Events, AI agent visits. */
import type { TObject, TSchema } from '@sinclair/typebox';
import type { StoredHit } from '../core/hit-store.ts';
import type { SiteFactsOf } from '../features/sites/facts.ts';
import type { WriteKind } from '../ingest/accept.ts';
import type { Writer } from '../ingest/writer.ts';
import { accepted, created, type Endpoint, type EndpointFacts, ok, okRaw, siteEndpoint } from './endpoint.ts';
import { answerBatch, BatchAnswer, presentHashes, writeAnswers } from './ingestion.ts';
import type { Reports } from './report.ts';
import { CSV_MEDIA } from './report-csv.ts';
import type { ReportRequest } from './report-question.ts';

/** What these endpoints work with. */
export interface VisitDeps {
  readonly writer: Writer;
  readonly reports: Reports;
  readonly factsOf: SiteFactsOf;
}

type Facts = Pick<EndpointFacts<TObject, TSchema>, 'path' | 'tag' | 'summary' | 'operationId'>;

/** A list, groups or a series of what is stored, as JSON or as a file. */
export const reportEndpoint = (
  { reports }: Pick<VisitDeps, 'reports'>,
  { query, answer, ...facts }: Facts & { readonly query: TObject; readonly answer: TSchema },
): Endpoint =>
  siteEndpoint(
    { ...facts, method: 'GET', query, answers: { 200: answer }, otherMedia: CSV_MEDIA },
    async call => {
      const asked: ReportRequest = call;
      return asked.query.format === 'csv'
        ? okRaw(await reports.answerCsv(asked))
        : ok(await reports.answer(asked));
    },
  );

/** Writes one; the answer holds it under `name`, with its hashes where they are told. */
export const writeEndpoint = (
  { writer, factsOf }: VisitDeps,
  options: Facts & {
    readonly kind: WriteKind;
    readonly body: TSchema;
    readonly name: string;
    readonly made: TSchema;
    readonly present: (row: StoredHit, siteUrl: string) => object;
    readonly tellsHashes: boolean;
  },
): Endpoint => {
  const { kind, name, made, present, tellsHashes, ...facts } = options;
  const answers = writeAnswers(name, made);
  return siteEndpoint(
    { ...facts, method: 'POST', validatesBody: false, isIngestion: true, answers },
    async ({ site, body }) => {
      const result = await writer.write(kind, factsOf(site), body);
      if (result.status === 'ignored') return accepted(result);
      const shown = present(result.row, site.url);
      const whole = tellsHashes ? { ...shown, ...presentHashes(result) } : shown;
      return created({ status: result.status, [name]: whole });
    },
  );
};

/** Writes many at once, with a result for each. */
export const batchEndpoint = (
  { writer, factsOf }: VisitDeps,
  { kind, ...facts }: Facts & { readonly kind: WriteKind; readonly body: TSchema },
): Endpoint =>
  siteEndpoint(
    { ...facts, method: 'POST', bodySize: 'batch', validatesBody: false, answers: { 200: BatchAnswer } },
    async ({ site, body }) => answerBatch(await writer.writeMany(kind, factsOf(site), body)),
  );

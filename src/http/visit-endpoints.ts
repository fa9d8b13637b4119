/** The endpoints of a kind of visit: its report, writing one, writing many. Source: api-v1, Endpoints. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { StoredHit } from '../core/hit-store.ts';
import type { SiteFactsOf } from '../features/sites/facts.ts';
import type { WriteKind } from '../ingest/accept.ts';
import type { Writer } from '../ingest/writer.ts';
import { accepted, created, type Endpoint, type EndpointSpec, ok, okRaw, siteEndpoint } from './endpoint.ts';
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

type Facts = Pick<EndpointSpec<TObject, TSchema>, 'path' | 'tag' | 'summary' | 'operationId'>;

/**
 * A list, groups or a series of what is stored: as JSON, and as a file at the same path with `.csv`, so that a generated
 * client knows what it gets. `format=csv` answers the file at the first path too.
 */
export function reportEndpoints(
  { reports }: Pick<VisitDeps, 'reports'>,
  { query, answer, ...facts }: Facts & { readonly query: TObject; readonly answer: TSchema },
): Endpoint[] {
  const file = `${facts.path}.csv`;
  const answerFile = async (asked: ReportRequest) => okRaw(await reports.answerCsv(asked));
  return [
    siteEndpoint(
      {
        ...facts,
        method: 'GET',
        description: `With \`format=csv\` it answers the file of \`GET ${file}\`.`,
        query,
        undocumentedQuery: ['format'],
        responses: { 200: answer },
      },
      async (asked: ReportRequest) =>
        asked.query.format === 'csv' ? answerFile(asked) : ok(await reports.answer(asked)),
    ),
    siteEndpoint(
      {
        ...facts,
        method: 'GET',
        path: file,
        summary: `${facts.summary}, as a CSV file`,
        operationId: facts.operationId.replace(/^list/, 'download'),
        query: Type.Omit(query, ['format']),
        responses: { 200: null },
        otherMedia: CSV_MEDIA,
      },
      answerFile,
    ),
  ];
}

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
  const responses = writeAnswers(name, made);
  return siteEndpoint(
    { ...facts, method: 'POST', validatesBody: false, isIngestion: true, responses },
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
    { ...facts, method: 'POST', bodySize: 'batch', validatesBody: false, responses: { 200: BatchAnswer } },
    async ({ site, body }) => answerBatch(await writer.writeMany(kind, factsOf(site), body)),
  );

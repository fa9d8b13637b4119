/** The endpoints of a report: as JSON, and as a CSV file. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type Endpoint, type EndpointSpec, ok, okRaw, siteEndpoint } from '../http/endpoint.ts';
import { CSV_MEDIA } from './csv.ts';
import type { ReportRequest } from './query.ts';
import type { Reports } from './report.ts';
import type { Sections } from './sections.ts';

export interface ReportDeps {
  readonly reports: Reports;
}

type ReportSpec = Pick<EndpointSpec<TObject, TSchema>, 'summary' | 'operationId' | 'access'> & {
  readonly path: string;
  readonly query: TObject;
  /** Schema of the JSON answer. */
  readonly answer: TSchema;
  /** The sections that a query is about. Absent: of none. */
  readonly sections?: (query: object) => Sections;
};

/**
 * Creates the endpoints of a list, groups or a series: one for JSON, and one for the file at the same path with `.csv`,
 * so that a generated client has a type for each. `format=csv` answers the file at the first path too.
 */
export function reportEndpoints(
  { reports }: ReportDeps,
  { path, query, answer, sections, ...given }: ReportSpec,
): Endpoint[] {
  const spec = { ...given, ...(sections && { access: { sections } }) };
  const csvPath = `${path}.csv`;
  const answerCsv = async (request: ReportRequest) => okRaw(await reports.answerCsv(request));
  return [
    siteEndpoint('GET', path, {
      ...spec,
      description: `With \`format=csv\` it answers the file of \`GET ${csvPath}\`.`,
      query,
      responses: { 200: answer },
      otherMedia: CSV_MEDIA,
      handle: async (request: ReportRequest) =>
        request.query.format === 'csv' ? answerCsv(request) : ok(await reports.answer(request)),
    }),
    siteEndpoint('GET', csvPath, {
      ...spec,
      summary: `${spec.summary}, as a CSV file`,
      operationId: spec.operationId.replace(/^(list|get)/, 'download'),
      query: Type.Omit(query, ['format']),
      responses: { 200: null },
      otherMedia: CSV_MEDIA,
      handle: answerCsv,
    }),
  ];
}

import type { Endpoint } from '../../http/endpoint.ts';
import { reportEndpoints } from '../../reports/endpoints.ts';
import type { Reports } from '../../reports/report.ts';
import { PathsAnswer, PathsQueryParams } from './schema.ts';

/** Source: decisions, section 10. */
export const pathRoutes = ({ reports }: { readonly reports: Reports }): Endpoint[] =>
  reportEndpoints(
    { reports },
    {
      path: '/sites/:id/paths',
      summary: 'List which pages visits went through, step by step',
      operationId: 'listPaths',
      query: PathsQueryParams,
      answer: PathsAnswer,
    },
  );

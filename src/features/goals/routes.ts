import { notFound } from '../../core/errors.ts';
import {
  created,
  type Endpoint,
  noContent,
  ok,
  type RouteContext,
  siteEndpoint,
} from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { reportEndpoints } from '../../reports/endpoints.ts';
import { presentPeriod } from '../../reports/period.ts';
import type { GoalReports } from './report.ts';
import {
  CreateGoal,
  GoalAnswer,
  GoalList,
  GoalPreview,
  GoalReport,
  GoalReportQuery,
  PreviewQuery,
  parsePreview,
  presentGoal,
  presentPreview,
  UpdateGoal,
} from './schema.ts';
import type { Goal, GoalsService } from './service.ts';

const tag = 'Goals';

interface GoalRouteDeps {
  readonly goals: GoalsService;
  readonly reports: GoalReports;
}

/** Source: decisions, section 10. */
export const goalRoutes = ({ goals, reports }: GoalRouteDeps): Endpoint[] => [
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/goals',
      tag,
      summary: 'List goals',
      operationId: 'listGoals',
      responses: { 200: GoalList },
    },
    ({ site }) => ok({ goals: goals.list(site.id).map(presentGoal) }),
  ),
  siteEndpoint(
    {
      method: 'POST',
      path: '/sites/:id/goals',
      tag,
      summary: 'Add a goal',
      operationId: 'createGoal',
      description:
        'Exactly one of `path`, `event` and `scroll_depth`. A goal is worked out from what is stored: it holds for all of the past.',
      body: CreateGoal,
      responses: { 201: GoalAnswer },
    },
    ({ site, body }) => created({ goal: presentGoal(goals.create(site.id, body)) }),
  ),
  ...reportEndpoints(
    { reports },
    {
      path: '/sites/:id/goals/report',
      tag,
      summary: 'List how often goals were reached',
      operationId: 'listConversions',
      query: GoalReportQuery,
      answer: GoalReport,
    },
  ),
  siteEndpoint(
    {
      method: 'GET',
      path: '/sites/:id/goals/preview',
      tag,
      summary: 'Find how often a condition would have been met',
      operationId: 'previewGoal',
      description: 'For a goal that is not saved yet. Nothing is stored.',
      query: PreviewQuery,
      responses: { 200: GoalPreview },
    },
    async ({ account, site, query, signal }) => {
      const condition = parsePreview(query);
      const { period, counts } = await reports.preview(condition, { account, site, query, signal });
      const preview = condition && counts && presentPreview(condition, counts);
      return ok({ preview, filters: presentPeriod(period) });
    },
  ),
  ...goalItemRoutes(goals),
];

function goalItemRoutes(goals: GoalsService): Endpoint[] {
  const path = '/sites/:id/goals/:goal_id';
  function findGoal({ site, params }: Pick<RouteContext, 'site' | 'params'>): Goal {
    if (!site) throw notFound('goal');
    return goals.get(site.id, parsePathId(params, 'goal_id', 'goal'));
  }
  const access = { check: findGoal } as const;
  return [
    siteEndpoint(
      {
        method: 'GET',
        path,
        tag,
        summary: 'Show a goal',
        operationId: 'getGoal',
        access,
        responses: { 200: GoalAnswer },
      },
      call => ok({ goal: presentGoal(findGoal(call)) }),
    ),
    siteEndpoint(
      {
        method: 'PATCH',
        path,
        tag,
        summary: 'Change a goal',
        operationId: 'patchGoal',
        description: 'Fields of a condition that are sent replace the whole condition.',
        access,
        body: UpdateGoal,
        responses: { 200: GoalAnswer },
      },
      call => ok({ goal: presentGoal(goals.update(findGoal(call), call.body)) }),
    ),
    siteEndpoint(
      {
        method: 'DELETE',
        path,
        tag,
        summary: 'Delete a goal',
        operationId: 'deleteGoal',
        access,
        responses: { 204: null },
      },
      call => {
        goals.remove(findGoal(call));
        return noContent();
      },
    ),
  ];
}

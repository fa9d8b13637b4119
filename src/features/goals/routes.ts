import { type Endpoint, ok, siteEndpoint } from '../../http/endpoint.ts';
import { resource } from '../../http/resource.ts';
import { reportEndpoints } from '../../reports/endpoints.ts';
import { presentPeriod } from '../../reports/period.ts';
import { filterSections } from '../../reports/sections.ts';
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
  presentGoalName,
  presentPreview,
  UpdateGoal,
} from './schema.ts';
import type { GoalsService } from './service.ts';

interface GoalRouteDeps {
  readonly goals: GoalsService;
  readonly reports: GoalReports;
}

/** Source: decisions, section 10. */
export const goalRoutes = ({ goals, reports }: GoalRouteDeps): Endpoint[] => [
  ...resource({
    scope: 'site',
    name: 'goal',
    path: '/sites/:id/goals/:goal_id',
    find: ({ site }, id) => goals.find(site.id, id),
    present: (goal, { view }) => (view ? presentGoalName(goal) : presentGoal(goal)),
    answer: GoalAnswer,
    list: {
      access: { sections: () => ['goals'] },
      answer: GoalList,
      run: ({ site }) => goals.list(site.id),
    },
    create: {
      description:
        'Exactly one of `path`, `event` and `scroll_depth`. A goal is worked out from what is stored: it holds for all of the past.',
      body: CreateGoal,
      run: ({ site, body }) => goals.create(site.id, body),
    },
    change: {
      description: 'Fields of a condition that are sent replace the whole condition.',
      body: UpdateGoal,
      run: (goal, { body }) => goals.update(goal, body),
    },
    remove: { run: goals.remove },
  }).endpoints,
  ...reportEndpoints(
    { reports },
    {
      path: '/sites/:id/goals/report',
      summary: 'List how often goals were reached',
      operationId: 'listConversions',
      sections: query => ['goals', ...filterSections(query)],
      query: GoalReportQuery,
      answer: GoalReport,
    },
  ),
  siteEndpoint('GET', '/sites/:id/goals/preview', {
    summary: 'Find how often a condition would have been met',
    operationId: 'previewGoal',
    description: 'For a goal that is not saved yet. Nothing is stored.',
    query: PreviewQuery,
    responses: { 200: GoalPreview },
    handle: async ({ account, site, query, signal }) => {
      const condition = parsePreview(query);
      const { period, counts } = await reports.preview(condition, { account, site, query, signal });
      const preview = condition && counts && presentPreview(condition, counts);
      return ok({ preview, filters: presentPeriod(period) });
    },
  }),
];

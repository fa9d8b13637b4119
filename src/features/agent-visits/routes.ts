import type { Endpoint } from '../../http/endpoint.ts';
import { type WriteDeps, writeEndpoint } from '../../ingest/endpoints.ts';
import { type ReportDeps, reportEndpoints } from '../../reports/endpoints.ts';
import { reportSections } from '../../reports/sections.ts';
import {
  AgentVisit,
  AgentVisitList,
  CreateAgentVisit,
  ListAgentVisits,
  presentAgentVisit,
} from './schema.ts';

/** Source: api-v1, Endpoints, AI agent visits; decisions, section 4. */
export const agentVisitRoutes = (deps: WriteDeps & ReportDeps): Endpoint[] => [
  ...reportEndpoints(deps, {
    path: '/sites/:id/agent_visits',
    summary: 'List or group visits of AI agents',
    operationId: 'listAgentVisits',
    query: ListAgentVisits,
    answer: AgentVisitList,
    sections: reportSections({
      all: 'agents',
      // Single rows have addresses and countries.
      list: 'journeys',
      series: 'agents',
      defaultGrouping: 'agent_name',
    }),
  }),
  writeEndpoint(deps, {
    path: '/sites/:id/agent_visits',
    summary: 'Record a visit of an AI agent',
    operationId: 'createAgentVisit',
    kind: 'agent_visit',
    body: CreateAgentVisit,
    name: 'agent_visit',
    row: AgentVisit,
    present: presentAgentVisit,
    hasHashes: false,
  }),
];

/** Tool calls of assistants in both versions of the protocol, in turns with the same calls of the API. */

import type { BenchContext } from './context.ts';
import type { Fixture } from './fixture.ts';
import { type LoadRequest, type LoadResult, runLoad, writeMix } from './load.ts';
import { readMemory } from './machine.ts';
import { createHeaders, startServer } from './server.ts';
import { formatNumber, formatSpread, type Row, type Section, summarize } from './table.ts';

const CONNECTIONS = 8;

/** A query, as the API's path and as a tool call. */
interface ReportCase {
  readonly name: string;
  readonly path: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** The cheapest call there is, which shows what the protocol itself costs, and two that query something. */
const listReportCases = (siteId: number): readonly ReportCase[] => [
  { name: 'accounts', path: '/accounts', tool: 'list_accounts', given: {} },
  {
    name: 'hits of a month by path',
    path: `/sites/${siteId}/hits?group_by=path&per_page=10`,
    tool: 'list_hits',
    given: { site_id: siteId, group_by: 'path', per_page: 10 },
  },
  {
    name: 'a summary with what changed',
    path: `/sites/${siteId}/overview?compare=previous_period&include_changes=true`,
    tool: 'get_summary',
    given: { site_id: siteId },
  },
];

const PROTOCOL_VERSIONS = ['2025-11-25', '2026-07-28'] as const;
const META = 'io.modelcontextprotocol/';

export async function measureMcp(bench: BenchContext, fixture: Fixture): Promise<Section> {
  const server = await startServer(bench, { data: fixture.data });
  const before = readMemory(server.pid).nowMiB;
  await runLoad({
    ...createLoad(bench, 'warm', createCall('2026-07-28', fixture, first(fixture))),
    url: server.url,
  });
  const loaded = readMemory(server.pid).nowMiB;
  const rows: Row[] = [];
  for (const question of listReportCases(fixture.siteId)) {
    const api = createLoad(bench, `api ${question.tool}`, {
      method: 'GET',
      path: `/api/v1${question.path}`,
      headers: createHeaders(fixture.key),
    });
    for (const version of PROTOCOL_VERSIONS) {
      bench.log(`${question.name} over MCP, ${version}`);
      const mcp = createLoad(
        bench,
        `mcp ${question.tool} ${version}`,
        createCall(version, fixture, question),
      );
      rows.push(toRow(`${question.name}, ${version}`, await inTurns(bench, server.url, mcp, api)));
    }
  }
  await server.stop();
  return {
    title: `Tool calls over MCP a second, ${CONNECTIONS} connections, over ${formatNumber(bench.hits)} hits`,
    reference: 'the same call of the API',
    rows: [
      ...rows,
      { what: 'memory that the first call adds, MiB', ours: formatNumber(Math.max(0, loaded - before)) },
    ],
  };
}

const first = (fixture: Fixture): ReportCase =>
  listReportCases(fixture.siteId)[0] ?? { name: '', path: '', tool: '', given: {} };

const createLoad = (bench: BenchContext, name: string, request: LoadRequest) => ({
  mix: writeMix(bench, name.replaceAll(' ', '-'), [request]),
  connections: CONNECTIONS,
  seconds: bench.seconds,
});
type Load = ReturnType<typeof createLoad>;

/** A tool call as a client of the version sends it. */
function createCall(
  version: (typeof PROTOCOL_VERSIONS)[number],
  { key }: Fixture,
  { tool, given }: ReportCase,
): LoadRequest {
  const isModern = version === '2026-07-28';
  const meta = {
    [`${META}protocolVersion`]: version,
    [`${META}clientInfo`]: { name: 'bench', version: '1' },
    [`${META}clientCapabilities`]: {},
  };
  const params = { name: tool, arguments: given, ...(isModern ? { _meta: meta } : {}) };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      ...createHeaders(key),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': tool } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

interface Rounds {
  readonly mcp: LoadResult[];
  readonly api: LoadResult[];
}

async function inTurns(bench: BenchContext, url: string, mcp: Load, api: Load): Promise<Rounds> {
  const rounds: Rounds = { mcp: [], api: [] };
  for (let round = 0; round < bench.rounds; round++) {
    rounds.mcp.push(await runLoad({ ...mcp, url }));
    rounds.api.push(await runLoad({ ...api, url }));
  }
  const failures = [...rounds.mcp, ...rounds.api].reduce((sum, each) => sum + each.failures, 0);
  if (failures > 0) throw new Error(`${failures} calls failed: the figures would mean nothing`);
  return rounds;
}

function toRow(what: string, { mcp, api }: Rounds): Row {
  const perSecond = (each: LoadResult): number => each.perSecond;
  const ratios = mcp.map((each, index) => each.perSecond / (api[index]?.perSecond ?? Number.NaN));
  return {
    what,
    ours: formatSpread(summarize(mcp.map(perSecond))),
    reference: formatSpread(summarize(api.map(perSecond))),
    ratio: formatSpread(summarize(ratios)),
  };
}

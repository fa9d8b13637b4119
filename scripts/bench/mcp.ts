/** Tool calls of assistants in both generations of the protocol, in turns with the same calls of the API. */
import { type LoadRequest, type LoadResult, runLoad, writeMix } from './load.ts';
import { memoryOf } from './machine.ts';
import { headersOf, startServer } from './server.ts';
import { figure, type Row, type Section, spreadOf, spreadText } from './table.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

const CONNECTIONS = 8;

/** What is asked, by the API's path and by the tool. */
interface Question {
  readonly name: string;
  readonly path: string;
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** The cheapest call there is, which shows what the protocol itself costs, and two that ask something. */
const questionsOf = (siteId: number): readonly Question[] => [
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

const GENERATIONS = ['2025-11-25', '2026-07-28'] as const;
const META = 'io.modelcontextprotocol/';

export async function measureMcp(place: Workplace, world: World): Promise<Section> {
  const server = await startServer(place, { data: world.data });
  const before = memoryOf(server.pid).nowMiB;
  await runLoad({ ...loadOf(place, 'warm', callOf('2026-07-28', world, first(world))), url: server.url });
  const loaded = memoryOf(server.pid).nowMiB;
  const rows: Row[] = [];
  for (const question of questionsOf(world.siteId)) {
    const api = loadOf(place, `api ${question.tool}`, {
      method: 'GET',
      path: `/api/v1${question.path}`,
      headers: headersOf(world.key),
    });
    for (const generation of GENERATIONS) {
      place.tell(`${question.name} over MCP, ${generation}`);
      const mcp = loadOf(place, `mcp ${question.tool} ${generation}`, callOf(generation, world, question));
      rows.push(rowOf(`${question.name}, ${generation}`, await inTurns(place, server.url, mcp, api)));
    }
  }
  await server.stop();
  return {
    title: `Tool calls over MCP a second, ${CONNECTIONS} connections, over ${figure(place.hits)} hits`,
    reference: 'the same call of the API',
    rows: [
      ...rows,
      { what: 'memory that the first call adds, MiB', ours: figure(Math.max(0, loaded - before)) },
    ],
  };
}

const first = (world: World): Question =>
  questionsOf(world.siteId)[0] ?? { name: '', path: '', tool: '', given: {} };

const loadOf = (place: Workplace, name: string, request: LoadRequest) => ({
  mix: writeMix(place, name.replaceAll(' ', '-'), [request]),
  connections: CONNECTIONS,
  seconds: place.seconds,
});
type Load = ReturnType<typeof loadOf>;

/** A tool call as a client of the generation sends it. */
function callOf(
  generation: (typeof GENERATIONS)[number],
  { key }: World,
  { tool, given }: Question,
): LoadRequest {
  const isModern = generation === '2026-07-28';
  const meta = {
    [`${META}protocolVersion`]: generation,
    [`${META}clientInfo`]: { name: 'bench', version: '1' },
    [`${META}clientCapabilities`]: {},
  };
  const params = { name: tool, arguments: given, ...(isModern ? { _meta: meta } : {}) };
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      ...headersOf(key),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': generation,
      ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': tool } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

interface Rounds {
  readonly mcp: LoadResult[];
  readonly api: LoadResult[];
}

async function inTurns(place: Workplace, url: string, mcp: Load, api: Load): Promise<Rounds> {
  const rounds: Rounds = { mcp: [], api: [] };
  for (let round = 0; round < place.rounds; round++) {
    rounds.mcp.push(await runLoad({ ...mcp, url }));
    rounds.api.push(await runLoad({ ...api, url }));
  }
  const failures = [...rounds.mcp, ...rounds.api].reduce((sum, each) => sum + each.failures, 0);
  if (failures > 0) throw new Error(`${failures} calls failed: the figures would mean nothing`);
  return rounds;
}

function rowOf(what: string, { mcp, api }: Rounds): Row {
  const perSecond = (each: LoadResult): number => each.perSecond;
  const ratios = mcp.map((each, index) => each.perSecond / (api[index]?.perSecond ?? Number.NaN));
  return {
    what,
    ours: spreadText(spreadOf(mcp.map(perSecond))),
    reference: spreadText(spreadOf(api.map(perSecond))),
    ratio: spreadText(spreadOf(ratios)),
  };
}

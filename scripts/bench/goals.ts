/** Groups with a goal beside the same without, funnels, and the report of a hundred goals: milliseconds of the processor over HTTP. */

import type { BenchContext } from './context.ts';
import { copyFixture, type Fixture } from './fixture.ts';
import { readCpuMs } from './machine.ts';
import { listRanges } from './report-queries.ts';
import { callApi, type Server, startServer } from './server.ts';
import { type Cost, formatCosts, formatNumber, type Row, type Section, summarizeCosts } from './table.ts';
import { hitBody } from './visits.ts';

const MOST_TIMES = 1.5;
const FUNNEL_MS = 300;

/** Goals by how many visits reach them. */
const GOALS = [
  { name: 'few visits', path: '/shop/a-page-about-subject-2998' },
  { name: 'a quarter', path: '/' },
  { name: 'all', path: '/**' },
] as const;

const PANELS = [
  'path',
  'entry_page',
  'exit_page',
  'referrer_host',
  'source',
  'channel',
  'country',
  'browser_name',
  'device',
  'language',
] as const;

const FOLDERS = ['blog', 'docs', 'shop', 'guides'] as const;
const toPath = (page: number): string =>
  page === 1 ? '/' : `/${FOLDERS[page % 4] ?? ''}/a-page-about-subject-${page}`;

const STEPS = {
  pages: [1, 2, 3, 4, 5].map(toPath),
  wildcards: ['/', '/blog/**', '/docs/*', '/shop/a-page-*', '/guides/**'],
};
const RULES = {
  loose: {},
  'within an hour': { within_minutes: 60 },
  strict: { order: 'strict' },
  'strict, within an hour': { order: 'strict', within_minutes: 60 },
};

interface GoalBench {
  readonly bench: BenchContext;
  readonly fixture: Fixture;
  readonly server: Server;
  /** Range of every request, as its parameters. */
  readonly days: string;
}

const create = async (
  { fixture: { key, siteId }, server }: GoalBench,
  kind: 'goal' | 'funnel',
  body: object,
): Promise<number> => {
  const { text } = await callApi(server, key, { path: `/sites/${siteId}/${kind}s`, body });
  return (JSON.parse(text) as Partial<Record<string, { readonly id: number }>>)[kind]?.id ?? 0;
};

/** Sends a request of a site some times, each after a hit. Returns the milliseconds of the clock and of the processor of each. */
const take = async ({ bench, fixture: { key, siteId }, server }: GoalBench, path: string) => {
  const costs: Cost[] = [];
  for (let round = 0; round < bench.requests; round++) {
    await callApi(server, key, { path: `/sites/${siteId}/hits`, body: hitBody(round) });
    costs.push(await callApi(server, key, { path: `/sites/${siteId}/${path}` }));
  }
  const sum = costs.reduce((all, { cpuMs }) => all + cpuMs, 0);
  return { ms: summarizeCosts(costs).ms, cpuMs: sum / costs.length };
};

/** Asks the panels of a page one after another, as the dashboard does. */
const askPage = async (
  { fixture: { key, siteId }, server, days }: GoalBench,
  goal: string,
): Promise<void> => {
  for (const panel of PANELS)
    await callApi(server, key, {
      path: `/sites/${siteId}/hits?${days}&group_by=${panel}&attribution=visit&include_visitors=true&per_page=10${goal}`,
    });
};

/** The panels of a page after one hit, with each goal in turns: what else the machine does is shared by all of them. */
const takePages = async (goals: GoalBench, params: readonly string[]): Promise<number[]> => {
  const { bench, fixture, server } = goals;
  const sums = params.map(() => 0);
  for (let round = 0; round < bench.requests; round++)
    for (const [index, goal] of params.entries()) {
      await callApi(server, fixture.key, { path: `/sites/${fixture.siteId}/hits`, body: hitBody(round) });
      const before = readCpuMs(server.pid);
      await askPage(goals, goal);
      sums[index] = (sums[index] ?? 0) + readCpuMs(server.pid) - before;
    }
  return sums.map(sum => sum / bench.requests);
};

const toRow = (what: string, cpuMs: number, without: number): Row => ({
  what,
  ours: formatNumber(cpuMs),
  reference: formatNumber(without),
  ratio: formatNumber(cpuMs / without),
  aim: `at most ${MOST_TIMES} times`,
  isMet: cpuMs / without <= MOST_TIMES,
});

const measurePanels = async (goals: GoalBench): Promise<Row[]> => {
  const rows: Row[] = [];
  const ids = new Map<string, number>();
  for (const { name, path } of GOALS) ids.set(name, await create(goals, 'goal', { name, path }));
  for (const [name, id] of ids) {
    goals.bench.log(`timing the first page with a goal of ${name}`);
    const before = readCpuMs(goals.server.pid);
    await askPage(goals, `&goal=${id}`);
    const cpuMs = readCpuMs(goals.server.pid) - before;
    rows.push({
      what: `${PANELS.length} panels for the first time, goal of ${name}`,
      ours: formatNumber(cpuMs),
    });
  }
  for (const panel of PANELS) {
    goals.bench.log(`timing ${panel} with goals`);
    const query = `hits?${goals.days}&group_by=${panel}&attribution=visit&include_visitors=true&per_page=10`;
    const without = (await take(goals, query)).cpuMs;
    for (const [name, id] of ids)
      rows.push(
        toRow(`by ${panel}, goal of ${name}`, (await take(goals, `${query}&goal=${id}`)).cpuMs, without),
      );
  }
  const [without = 0, ...pages] = await takePages(goals, ['', ...[...ids.values()].map(id => `&goal=${id}`)]);
  for (const [index, name] of [...ids.keys()].entries())
    rows.push(toRow(`${PANELS.length} panels after one hit, goal of ${name}`, pages[index] ?? 0, without));
  return rows;
};

const measureFunnels = async (goals: GoalBench): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const [kind, paths] of Object.entries(STEPS))
    for (const [rule, fields] of Object.entries(RULES)) {
      const name = `funnel of five ${kind}, ${rule}`;
      goals.bench.log(`timing ${name}`);
      const id = await create(goals, 'funnel', { name, steps: paths.map(path => ({ path })), ...fields });
      const { ms, cpuMs } = await take(goals, `funnels/${id}/report?${goals.days}`);
      rows.push({
        what: `${name}, milliseconds on the clock, [of the processor]`,
        ours: formatCosts(ms, cpuMs),
        aim: `at most ${FUNNEL_MS}`,
        isMet: ms.median <= FUNNEL_MS,
      });
    }
  return rows;
};

/** A third each of pages, patterns and events. */
const measureReport = async (goals: GoalBench): Promise<Row> => {
  for (let goal = GOALS.length; goal < 100; goal++) {
    const name = `goal ${goal}`;
    const condition =
      goal % 3 === 0 ? { event: `event.${goal}` } : { path: `${toPath(goal)}${goal % 3 === 1 ? '' : '*'}` };
    await create(goals, 'goal', { name, ...condition });
  }
  const { ms, cpuMs } = await take(goals, `goals/report?${goals.days}`);
  return {
    what: 'report of 100 goals, milliseconds on the clock, [of the processor]',
    ours: formatCosts(ms, cpuMs),
  };
};

export async function measureGoals(bench: BenchContext, original: Fixture): Promise<Section> {
  const fixture = copyFixture(bench, original);
  const server = await startServer(bench, { data: fixture.data });
  const [{ dates: days }] = listRanges(bench);
  const goals = { bench, fixture, server, days };
  const rows = [
    ...(await measurePanels(goals)),
    ...(await measureFunnels(goals)),
    await measureReport(goals),
  ];
  await server.stop();
  return {
    title: `Goals and funnels over 30 of 180 days with ${formatNumber(bench.hits)} hits of one site, milliseconds of the processor, mean of ${bench.requests} requests`,
    reference: 'without the goal',
    rows,
    notes: ['A hit comes in before every request.'],
  };
}

/** Every report over HTTP, each asking followed by one of the bare SQL of the same meaning. */
import { type Aim, type Asked, askInTurns } from './asking.ts';
import { type Question, questionsOf, rangesOf } from './questions.ts';
import { openReference } from './reference.ts';
import { callApi, type Server, startServer } from './server.ts';
import { figure, type Row, type Section } from './table.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

const AT_MOST: Aim = { ratio: 1.3, moreMs: 3 };
const FASTER: Aim = 'faster';
const WORST_MS = 1000;
const WORST_HITS = 50_000_000;

export async function measureReports(place: Workplace, world: World): Promise<Section> {
  const server = await startServer(place, { data: world.data });
  const engine = await openReference(place, world.referenceFile);
  const asked: Asked[] = [];
  for (const range of rangesOf(new Date())) {
    place.tell(`asking every report, ${range.name}`);
    const first = await summaryOfAll(server, world, questionsOf(range, 2)[0]);
    const deepPage = Math.max(2, Math.floor(first / 2 / 100));
    for (const question of questionsOf(range, deepPage)) {
      const { mustBeFaster, query, statements } = question;
      asked.push(
        await askInTurns(place, {
          name: `${question.name}, ${range.name}`,
          ask: () => callApi(server, world.key, { path: `/sites/${world.siteId}/hits?${query}` }),
          refer: () => engine.ask(statements),
          summaryIn,
          aim: mustBeFaster ? FASTER : AT_MOST,
        }),
      );
    }
  }
  await engine.close();
  await server.stop();
  return {
    title: `Reports over ${place.hits.toLocaleString('en')} hits of one site, milliseconds of ${place.askings} askings`,
    reference: 'bare SQL of the same meaning',
    rows: [...asked.map(({ row }) => row), worstOf(place, asked)],
    notes: [
      'Every answer holds its summary too, and so does the SQL beside it; the first answers of both were compared and say the same.',
    ],
  };
}

async function summaryOfAll(server: Server, world: World, question: Question | undefined): Promise<number> {
  const { text } = await callApi(server, world.key, {
    path: `/sites/${world.siteId}/hits?${question?.query ?? ''}`,
  });
  return (JSON.parse(text) as Summary).summary.total_hits;
}

interface Summary {
  readonly summary: {
    readonly total_hits: number;
    readonly unique_visitors: number;
    readonly distinct_paths: number;
  };
  readonly grouped_hits?: readonly Readonly<Record<string, unknown>>[];
}

/** What both sides must agree on: a quick wrong answer is worth nothing. */
function summaryIn(text: string): number[] {
  const { summary } = JSON.parse(text) as Summary;
  return [summary.total_hits, summary.unique_visitors, summary.distinct_paths];
}

function worstOf(place: Workplace, asked: readonly Asked[]): Row {
  const worst = asked.reduce((worst, each) => (each.medianMs > worst.medianMs ? each : worst));
  const what = `slowest of these: ${worst.row.what}`;
  if (place.hits < WORST_HITS) return { what, ours: figure(worst.medianMs) };
  return { what, ours: figure(worst.medianMs), aim: `under ${WORST_MS}`, isMet: worst.medianMs < WORST_MS };
}

/** Every report over HTTP, each asking followed by one of the bare SQL of the same meaning. */
import { type Question, questionsOf, rangesOf } from './questions.ts';
import { openReference, type ReferenceEngine } from './reference.ts';
import { callApi, type Server, startServer } from './server.ts';
import { figure, type Row, type Section, spreadOf, spreadText } from './table.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

/** An answer's whole time that a report may take on top of the reference's share. */
const ALLOWED_RATIO = 1.3;
const ALLOWED_MORE_MS = 3;
const WORST_MS = 1000;
const WORST_HITS = 50_000_000;

interface Asked {
  readonly row: Row;
  readonly medianMs: number;
}

export async function measureReports(place: Workplace, world: World): Promise<Section> {
  const server = await startServer(place, { data: world.data });
  const engine = await openReference(place, world.referenceFile);
  const asked: Asked[] = [];
  for (const range of rangesOf(new Date())) {
    place.tell(`asking every report, ${range.name}`);
    const first = await summaryOfAll(server, world, questionsOf(range, 2)[0]);
    const deepPage = Math.max(2, Math.floor(first / 2 / 100));
    for (const question of questionsOf(range, deepPage)) {
      asked.push(await askInTurns({ place, world, server, engine, question }));
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

async function askInTurns(options: {
  readonly place: Workplace;
  readonly world: World;
  readonly server: Server;
  readonly engine: ReferenceEngine;
  readonly question: Question;
}): Promise<Asked> {
  const { place, world, server, engine, question } = options;
  const path = `/sites/${world.siteId}/hits?${question.query}`;
  const ask = () => callApi(server, world.key, { path });
  compare(question, (await ask()).text, (await engine.ask(question.statements)).rows[0]);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let turn = 0; turn < place.askings; turn++) {
    ours.push((await ask()).ms);
    reference.push((await engine.ask(question.statements)).ms);
  }
  const [mine, theirs] = [spreadOf(ours), spreadOf(reference)];
  const isMet = question.mustBeFaster
    ? mine.median < theirs.median
    : mine.median <= theirs.median * ALLOWED_RATIO + ALLOWED_MORE_MS;
  const row: Row = {
    what: `${question.name}, ${question.range.name}`,
    ours: spreadText(mine),
    reference: spreadText(theirs),
    ratio: figure(mine.median / theirs.median),
    aim: question.mustBeFaster ? 'faster' : `at most ${ALLOWED_RATIO} × + ${ALLOWED_MORE_MS}`,
    isMet,
  };
  return { row, medianMs: mine.median };
}

/** A quick wrong answer is worth nothing. */
function compare(question: Question, text: string, row: unknown[] | undefined): void {
  const { summary } = JSON.parse(text) as Summary;
  const ours = [summary.total_hits, summary.unique_visitors, summary.distinct_paths];
  const theirs = row?.map(Number) ?? [];
  if (ours.join() !== theirs.join()) {
    throw new Error(`${question.name}, ${question.range.name}: we say ${ours}, the reference says ${theirs}`);
  }
}

function worstOf(place: Workplace, asked: readonly Asked[]): Row {
  const worst = asked.reduce((worst, each) => (each.medianMs > worst.medianMs ? each : worst));
  const what = `slowest of these: ${worst.row.what}`;
  if (place.hits < WORST_HITS) return { what, ours: figure(worst.medianMs) };
  return { what, ours: figure(worst.medianMs), aim: `under ${WORST_MS}`, isMet: worst.medianMs < WORST_MS };
}

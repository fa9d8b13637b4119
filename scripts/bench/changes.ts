/**
 * Changes of the past: hits that are removed by a filter, and pages that become one, each with its preview and its undo. The reference
 * reads and writes a plain table of the history for the same effect.
 */
import { join } from 'node:path';
import type { BenchContext } from './context.ts';
import { copyFixture, type Fixture } from './fixture.ts';
import { openReference, type ReferenceEngine } from './reference.ts';
import { callApi, type Server, startServer } from './server.ts';
import type { Row, Section } from './table.ts';
import { measureWork, toMemoryRow, toTimeRows, type Usage } from './usage.ts';

/** A change, and the plain SQL for the same effect. */
interface Case {
  readonly what: string;
  readonly body: object;
  readonly preview: string;
  readonly apply: string;
}

const IS_BLOG = "path like '/blog/%'";
/** What the rule below makes of a path. */
const TO_PAGE = "regexp_replace(path, '^/docs/a-page-about-subject-[^/]*$', '/docs/:page')";
const RULE = { kind: 'replace', pattern: '/docs/a-page-about-subject-*', with: '/docs/:page' };

const CASES: readonly Case[] = [
  {
    what: 'removal of a quarter of the pages',
    body: { kind: 'remove_hits', filters: ['matches', 'path', ['/blog/**']] },
    preview: `select count(*), count(distinct visitor_hash), count(distinct created_at::date) from hits where ${IS_BLOG}`,
    apply: `create or replace table changed as from hits where not ${IS_BLOG}`,
  },
  {
    what: 'a quarter of the pages made one',
    body: { kind: 'page_rules' },
    preview: `select count(*), count(distinct visitor_hash), count(distinct created_at::date) from hits where path <> ${TO_PAGE}`,
    apply: `create or replace table changed as select * replace (${TO_PAGE} as path) from hits`,
  },
];

interface Measured {
  readonly fixture: Fixture;
  readonly server: Server;
  readonly engine: ReferenceEngine;
}

/** Calls an endpoint of the changes of the site. */
const call = async (
  { fixture: { key, siteId }, server }: Measured,
  path: string,
  more: { readonly body?: object; readonly method?: string } = {},
) => {
  const { text } = await callApi(server, key, { path: `/sites/${siteId}${path}`, ...more });
  return JSON.parse(text) as {
    readonly change: { readonly id: number; readonly status: string; readonly error: string | null };
  };
};

/** Waits until a change has a status. */
const awaitStatus = async (measured: Measured, id: number, status: string): Promise<void> => {
  for (;;) {
    const { change } = await call(measured, `/changes/${id}`);
    if (change.status === status) return;
    if (change.error !== null) throw new Error(`change ${id} failed: ${change.error}`);
    await Bun.sleep(100);
  }
};

/** Previews, applies and undoes a change. */
const measureCase = async (measured: Measured, { what, body, preview, apply }: Case): Promise<Row[]> => {
  const { server, engine } = measured;
  const toRows = async (step: string, ours: Usage, plain?: string): Promise<Row[]> => {
    const reference = plain === undefined ? [] : [await engine.measure(plain)];
    const name = `${what}, ${step}`;
    return [...toTimeRows({ what: name, ours: [ours], reference }), toMemoryRow(name, [ours])];
  };
  const previewed = await measureWork(server, async () => {
    await call(measured, '/changes', { body: { ...body, dry_run: true } });
  });
  let id = 0;
  const done = await measureWork(server, async () => {
    ({ id } = (await call(measured, '/changes', { body })).change);
    await awaitStatus(measured, id, 'done');
  });
  const undone = await measureWork(server, async () => {
    await call(measured, `/changes/${id}`, { method: 'DELETE' });
    await awaitStatus(measured, id, 'undone');
  });
  return [
    ...(await toRows('preview', previewed, preview)),
    ...(await toRows('applied', done, `${apply}; checkpoint`)),
    ...(await toRows('undone', undone)),
  ];
};

export async function measureChanges(bench: BenchContext, original: Fixture): Promise<Section> {
  const fixture = copyFixture(bench, original);
  const server = await startServer(bench, { data: fixture.data });
  const engine = await openReference(bench, join(bench.folder, 'changes.duckdb'));
  await engine.run(`attach '${fixture.referenceFile}' as history (read_only)`);
  await engine.run('create table hits as from history.hits; checkpoint');
  const measured = { fixture, server, engine };
  await call(measured, '/page_rules', { method: 'PUT', body: { rules: [RULE] } });
  const rows: Row[] = [];
  for (const each of CASES) {
    bench.log(`timing ${each.what}`);
    rows.push(...(await measureCase(measured, each)));
  }
  await engine.close();
  await server.stop();
  return {
    title: `Changes of ${bench.hits.toLocaleString('en')} hits of one site`,
    reference: 'DuckDB: a plain table, read or rewritten',
    rows,
    notes: ['A change is done once all sums are those of the rows that are left, and can be undone.'],
  };
}

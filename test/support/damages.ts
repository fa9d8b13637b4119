/** A data folder with rows in every file, and ways in which disks, copies and people damage one. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFolder } from './prepared-folder.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Fills a folder: a site with hits in two snapshots and in the journal. */
async function fill(data: string, end?: (server: TestServer) => Promise<unknown>): Promise<void> {
  await using server = await startTestServer({ data });
  const site = await server.given.site();
  const send = (path: string) => server.post(`/sites/${site.id}/hits`, { path });
  await send('/folded');
  await server.job('hits.rotate');
  await server.services.stores.hits.maintain({ force: true });
  await send('/late');
  await send('/latest');
  await server.given.site({ url: 'https://second.example' });
  await end?.(server);
}

/** Copies the folder of a stopped server, with hits in two snapshots and in the journal. */
export const madeFolder = prepareFolder(data => fill(data));

/** Copies another folder like that, its configuration checkpointed: the first file of one holds nothing of its own. */
export const otherFolder = prepareFolder(data =>
  fill(data, server => server.services.stores.db.checkpoint({ force: true })),
);

/** Lists the files of a folder, however deep. */
export const listFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();

/** Every file of a folder with its time of change and its content. */
export const fingerprint = (root: string) =>
  listFiles(root).map(file => [
    file.slice(root.length),
    statSync(file).mtimeMs,
    Bun.hash(readFileSync(file)).toString(16),
  ]);

/** A start refuses a damaged folder, or goes on with so many of its three hits; the log says when some are lost. */
type Start = { readonly refusal: RegExp } | { readonly hits: 0 | 1 | 2 | 3 };

/** A way in which a folder can be harmed. */
export interface Damage {
  readonly what: string;
  /** Harms the folder at `root`; `other` is one from `otherFolder`. */
  readonly inflict: (root: string, other: string) => void;
  /** The output of `footfall check`. */
  readonly fault: RegExp;
  readonly start: Start;
}

const APP_FILE = /^app.*db$/;
const APP_LOG = /^app.*-wal$/;
const HITS_FILE = /^hits.*duckdb$/;
const HITS_JOURNAL = /^hits.*journal$/;

const namesOf = (root: string, pattern: RegExp): string[] =>
  readdirSync(root)
    .filter(name => pattern.test(name))
    .sort();
const newest = (root: string, pattern: RegExp): string => join(root, namesOf(root, pattern).at(-1) ?? '');
const flip = (file: string, at: number) => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};
const cutHalf = (file: string) => truncateSync(file, statSync(file).size >> 1);
const removeAll = (root: string, pattern: RegExp) => {
  for (const name of namesOf(root, pattern)) rmSync(join(root, name));
};

export const DAMAGES: readonly Damage[] = [
  {
    what: 'a bit of the configuration',
    inflict: root => flip(newest(root, APP_FILE), 20_000),
    fault: /app\.\d+\.db is/,
    start: { refusal: /app\.\d+\.db is not the file that its log was written for/ },
  },
  {
    what: 'half its log',
    inflict: root => cutHalf(newest(root, APP_LOG)),
    fault: /lacks|damaged/,
    start: { refusal: /lacks \d+ changes?/ },
  },
  {
    what: 'a bit of its log',
    inflict: root => flip(newest(root, APP_LOG), 9000),
    fault: /app\.\d+\.db-wal is damaged/,
    start: { refusal: /app\.\d+\.db-wal, is damaged/ },
  },
  {
    what: 'its log',
    inflict: root => rmSync(newest(root, APP_LOG)),
    fault: /lacks \d+ changes?/,
    start: { refusal: /lacks \d+ changes?/ },
  },
  {
    what: 'its file, without its log',
    inflict: root => rmSync(newest(root, APP_FILE)),
    fault: /db-wal is there without|is missing/,
    start: { refusal: /app\.\d+\.db-wal is there without its database file/ },
  },
  {
    what: 'the whole configuration',
    inflict: root => removeAll(root, /^app/),
    fault: /the configuration \(app\.\*\.db\) is missing/,
    start: { refusal: /has hits, but no configuration/ },
  },
  {
    what: 'its file, for that of another folder',
    inflict: (root, other) => cpSync(newest(other, APP_FILE), newest(root, APP_FILE)),
    fault: /is not the file that its log was written for/,
    start: { refusal: /is not the file that its log was written for/ },
  },
  {
    what: 'the hits, for those of another folder',
    inflict: (root, other) => {
      removeAll(root, /^hits/);
      for (const name of namesOf(other, /^hits/)) cpSync(join(other, name), join(root, name));
    },
    fault: /two different data folders/,
    start: { refusal: /two different data folders: restore both from one copy/ },
  },
  {
    what: 'a bit of the hits',
    inflict: root => flip(newest(root, HITS_FILE), 20_000),
    fault: /hits\.\d+\.duckdb/,
    start: { hits: 3 },
  },
  {
    what: 'the newest file of hits',
    inflict: root => rmSync(newest(root, HITS_FILE)),
    fault: /without its file of hits/,
    start: { hits: 3 },
  },
  {
    what: 'a bit of the hits, with no file before them',
    inflict: root => {
      removeAll(root, /^hits\.000001/);
      flip(newest(root, HITS_FILE), 0);
    },
    fault: /hits\.\d+\.duckdb cannot be read/,
    start: { refusal: /No file of hits in .* can be read/ },
  },
  {
    what: 'every file of hits, without the journals',
    inflict: root => removeAll(root, HITS_FILE),
    fault: /without its file of hits/,
    start: { refusal: /There is no file of hits .* for hits\.000001\.journal, hits\.000002\.journal/ },
  },
  {
    what: 'half their journal',
    inflict: root => cutHalf(newest(root, HITS_JOURNAL)),
    fault: /missing|damaged|lacks/,
    start: { hits: 1 },
  },
  {
    what: 'a bit of a hit in the middle of their journal',
    inflict: root => {
      const journal = newest(root, HITS_JOURNAL);
      flip(journal, readFileSync(journal).indexOf('/late'));
    },
    fault: /journal is damaged: \d+ bytes cannot be read; .*journal lacks 1 rows/,
    start: { hits: 2 },
  },
  {
    what: 'their journal',
    inflict: root => rmSync(newest(root, HITS_JOURNAL)),
    fault: /journal is missing/,
    start: { hits: 1 },
  },
  {
    what: 'the hits and their journals',
    inflict: root => removeAll(root, /^hits/),
    fault: /the hits \(hits\.\*\.duckdb\) are missing/,
    start: { hits: 0 },
  },
];

/** Reads an access log as an import does. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recognise } from '../../src/features/imports/formats.ts';
import { openInput } from '../../src/features/imports/input/input.ts';
import { readSample } from '../../src/features/imports/input/sample.ts';
import { createUserAgentParser } from '../../src/ingest/user-agent.ts';
import { temporaryFolder } from './cli.ts';

/** Returns the rows of a log of the site https://a.example, its bad lines, and what is left out. */
export async function readLog(
  content: string | Buffer,
  { logFormat = null as string | null, timeZone = 'UTC' } = {},
) {
  using folder = temporaryFolder();
  const path = join(folder.path, 'access.log');
  writeFileSync(path, content);
  const { entries } = await openInput(path, 'access.log');
  const [entry] = entries;
  if (!entry) throw new Error('no entry');
  const sample = await readSample(entry);
  const recognised = recognise(sample, { format: 'auto', logFormat });
  if (recognised?.format !== 'access-log' || recognised.reader.kind !== 'rows')
    return { format: recognised?.format };
  const { reader } = recognised;
  const rows: Record<string, string | null>[] = [];
  const bad: [number, string][] = [];
  const leftOut: Record<string, number> = {};
  const counted: string[] = [];
  await reader.read(
    entry,
    {
      row: (_, values) =>
        rows.push(Object.fromEntries(reader.columns.map((name, at) => [name, values[at] || null]))),
      bad: (line, message) => bad.push([line, message]),
      leaveOut: (what, _, count = 1) => {
        leftOut[what] = (leftOut[what] ?? 0) + count;
      },
      flush: async () => {},
      signal: new AbortController().signal,
    },
    {
      timeZone,
      logFormat: logFormat ?? undefined,
      siteHosts: ['a.example'],
      parseUserAgent: createUserAgentParser(),
      tally: { add: (_, time, { is }) => counted.push(`${time.slice(0, 10)} ${is}`) },
      sample,
      memory: new Map(),
    },
  );
  return { rows, bad, leftOut, counted };
}

/**
 * Measures the channels of referrers, over lists: `bun scripts/measure-channels.ts FILE...`. A line of a file is a referrer, a tab and the
 * channel that a person would say; what is wrong is printed. Public lists of search engines, social networks and assistants are easily made
 * into such files, and are not kept here.
 */
import { readFileSync } from 'node:fs';
import { findChannel } from '../src/core/channels/find-channel.ts';
import { createSourceFinder } from '../src/ingest/source.ts';

const findSource = createSourceFinder();
for (const file of process.argv.slice(2)) {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .map(line => line.split('\t'))
    .filter(([referrer, expected]) => referrer?.includes('://') && expected);
  const wrong = rows.flatMap(([referrer = '', expected]) => {
    const source = findSource({ given: null, url: null, referrer, siteHosts: [] });
    const { channel } = findChannel({ url: null, referrer, source });
    return channel === expected ? [] : [[referrer, expected, channel, source ?? ''].join('\t')];
  });
  for (const line of wrong) process.stdout.write(`${line}\n`);
  process.stdout.write(`${file}: ${rows.length - wrong.length} of ${rows.length} right\n`);
}

/** Composes a process that reads a part of a file: see features/imports/parts/part-process.ts. */
import { systemClock } from '../core/clock.ts';
import { createExclusions } from '../features/imports/exclusions.ts';
import {
  type ExclusionSettings,
  type PartMessage,
  type PartTask,
  toErrorMessage,
} from '../features/imports/parts/part-message.ts';
import { readPart } from '../features/imports/parts/read-part.ts';
import { createCountries } from '../ingest/country.ts';
import { readEmbeddedCountries, withCountryDatabase } from '../ingest/country-database.ts';
import { createSiteFacts } from '../ingest/site-facts.ts';
import { createSpamFilter } from '../ingest/spam.ts';
import { createUserAgentParser } from '../ingest/user-agent.ts';
import { memoize } from '../lib/memoize.ts';

/** Bytes after which progress is reported again. */
const PROGRESS_BYTES = 4 * 1024 ** 2;

const openCountries = (geoDb: string | null) => {
  const open = (database: Buffer) => createCountries({ database, service: null, clock: systemClock });
  return geoDb === null ? open(readEmbeddedCountries()) : withCountryDatabase(geoDb, open);
};

/** Creates the rules of a site as the server has them. */
function createRules({ site, spam, spamHosts, geoDb }: ExclusionSettings) {
  const userAgents = createUserAgentParser();
  const getCountries = memoize(() => openCountries(geoDb));
  const extraHosts: ReadonlySet<string> = new Set(spamHosts);
  const facts = createSiteFacts({
    ...site,
    id: 0,
    uid: '',
    allowFromAnyDomain: false,
    spam: { level: spam.level, hosts: new Set(spam.hosts) },
  });
  const findExclusion = createExclusions(
    {
      countries: { findLocally: address => getCountries().findLocally(address) },
      userAgents,
      findSpam: createSpamFilter({ extraHosts: () => extraHosts }),
    },
    facts,
  );
  return { parseUserAgent: userAgents, findExclusion };
}

/** Reads the task from standard input. The process exits when that is closed: the server that started it is gone. */
function receiveTask(): Promise<PartTask> {
  const { promise, resolve } = Promise.withResolvers<PartTask>();
  let text = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    text += chunk;
    if (text.endsWith('\n')) resolve(JSON.parse(text) as PartTask);
  });
  process.stdin.on('end', () => process.exit(1));
  return promise;
}

/** Sends a message, as far as there is still somebody who reads it. */
const send = (message: PartMessage): Promise<void> =>
  new Promise(resolve => process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve()));

/** Reads the part that the process is asked for. Returns the exit code. */
export async function runPart(): Promise<number> {
  const task = await receiveTask();
  let reported = 0;
  const onProgress = (bytes: number): void => {
    if (bytes - reported < PROGRESS_BYTES) return;
    reported = bytes;
    void send({ bytes });
  };
  try {
    const { signal } = new AbortController();
    await send({ result: await readPart(task, { ...createRules(task.exclusions), signal, onProgress }) });
    return 0;
  } catch (error) {
    await send(toErrorMessage(error));
    return 1;
  }
}

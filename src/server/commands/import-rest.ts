/** Commands that load what an exported folder has beside the rows of the store of hits: kudos and notes. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../../compose/services.ts';
import { AppError, CommandError } from '../../core/errors.ts';
import type { ExportFormat } from '../../core/hits/export.ts';
import { LOG_SUM_COLUMNS } from '../../core/hits/log-sums.ts';
import type { TableColumn } from '../../core/table-file.ts';
import {
  CreateCampaignLink,
  linkOf,
  type NewCampaignLinkInput,
} from '../../features/campaign-links/schema.ts';
import { KUDO_COLUMNS } from '../../features/export/kinds.ts';
import { ALL_TIME } from '../../features/export/span.ts';
import type { BesideReport } from '../../features/imports/beside.ts';
import { readExportedSums } from '../../features/imports/exported-log-sums.ts';
import { parseKudo } from '../../features/kudos/parse-kudo.ts';
import { type SignalInput, WriteSignal } from '../../features/signals/schema.ts';
import { UpdateSiteSettings } from '../../features/site-settings/schema.ts';
import { UpdateSite } from '../../features/sites/schema.ts';
import { validateBody } from '../../http/validate.ts';
import { isInstant } from '../../lib/time.ts';
import type { CommandRun } from './command-run.ts';
import { requireSite } from './imports.ts';

/** Kudos of one transaction. */
const BATCH_ROWS = 250;
const SUM_COLUMNS = Object.fromEntries(LOG_SUM_COLUMNS.map(name => [name, 'text'] as const));
/** Notes that are compared at most. */
const MAX_NOTES = 100_000;

/** A file of a folder, and its name where it is read from a copy. */
interface RestFile {
  readonly siteId: number;
  readonly file: string;
  readonly name?: string;
}

/** What came of the rows of a file, and the id of its import. */
export type RestReport = Pick<BesideReport, 'imported' | 'duplicates' | 'bad'> & { readonly id: number };

/** Counts rows, and finds the first and last time of those that are good. */
function createTally() {
  let first: Date | null = null;
  let last: Date | null = null;
  const counts = { imported: 0, duplicates: 0, bad: 0 };
  return {
    counts,
    see(time: Date): void {
      first = first === null || time < first ? time : first;
      last = last === null || time > last ? time : last;
    },
    report: (): BesideReport => ({ ...counts, first, last }),
  };
}

export const importRestCommands = (services: Services) => ({
  /** Adds the kudos of a file that an export wrote, without any notice to webhooks; one whose uid is taken stays as it is. */
  'import.kudos': (
    { siteId, file, name = file, format }: RestFile & { format: ExportFormat },
    { signal }: Pick<CommandRun, 'signal'>,
  ): Promise<RestReport> => {
    requireSite(services, siteId);
    const input = { siteId, source: { path: file, name } };
    return services.imports.addBeside(input, importKey =>
      addKudos(services, { siteId, importKey, file, format, signal }),
    );
  },
  /** Adds the notes and the campaign links of a `site.json`; those that the site has already are passed over. */
  'import.notes': ({ siteId, file, name = file }: RestFile): Promise<RestReport> => {
    requireSite(services, siteId);
    const input = { siteId, source: { path: file, name } };
    return services.imports.addBeside(input, importKey =>
      addDescribed(services, { siteId, importKey, file }),
    );
  },
  /** Adds the log sums of a file that an export wrote. */
  'import.log_sums': (
    { siteId, file, name = file, format }: RestFile & { format: ExportFormat },
    { signal }: Pick<CommandRun, 'signal'>,
  ): Promise<RestReport> => {
    requireSite(services, siteId);
    const input = { siteId, source: { path: file, name } };
    return services.imports.addBeside(input, importKey =>
      addLogSums(services, { siteId, importKey, file, format, signal }),
    );
  },
  /** Applies the settings of a `site.json`, its label and path, and adds its segments, goals and funnels; monitoring stays as it is. */
  'import.settings': async ({ siteId, file }: RestFile): Promise<null> => {
    const site = requireSite(services, siteId);
    const read = (await readDescription(file)) ?? {};
    const { label = site.label, display_root_path = site.displayRootPath } = read.site ?? {};
    const settings = validateBody(UpdateSiteSettings, read.settings ?? {});
    const named = validateBody(UpdateSite, { label, display_root_path });
    services.sites.settings.update(site, settings);
    services.sites.service.update(site, named);
    services.sites.segments.restore(siteId, toList(read.segments));
    services.sites.goals.restore(siteId, toList(read.goals));
    services.sites.funnels.restore(siteId, toList(read.funnels));
    services.uptime.service.portableWindows.restore(site, toList(read.maintenance_windows));
    await services.uptime.service.portableMonitors.restore(site, toList(read.monitors));
    services.statusPages.portable.restore(site, read.status_page, services.context.clock.now());
    services.uptime.service.portableWatchedPages.restore(site, read.watched_pages);
    return null;
  },
});

/** What is read of a `site.json`. */
interface Description {
  readonly site?: { readonly label?: unknown; readonly display_root_path?: unknown };
  readonly settings?: unknown;
  readonly segments?: unknown;
  readonly goals?: unknown;
  readonly funnels?: unknown;
  readonly monitors?: unknown;
  readonly status_page?: unknown;
  readonly maintenance_windows?: unknown;
  readonly watched_pages?: unknown;
  readonly signals?: unknown;
  readonly campaign_links?: unknown;
}

const readDescription = (file: string): Promise<Description | null> =>
  Bun.file(file)
    .json()
    .catch(() => null);

interface Addition {
  readonly siteId: number;
  readonly importKey: string;
  readonly file: string;
}

interface TableAddition extends Addition {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
}

interface Table {
  /** In messages. */
  readonly name: string;
  readonly columns: Readonly<Record<string, TableColumn>>;
}

/** Calls `work` with a scratch folder and a table as JSON objects in it. */
async function withTable<Answer>(
  { stores }: Services,
  { file, format, signal, name, columns }: TableAddition & Table,
  work: (text: string, scratch: string) => Promise<Answer>,
): Promise<Answer> {
  const scratch = mkdtempSync(stores.folder.temporary('import-'));
  try {
    const text = `${scratch}/rows.ndjson`;
    await stores.convertTable({
      from: { file, format },
      to: { file: text, format: 'ndjson' },
      columns,
    });
    return await work(text, scratch);
  } catch (error) {
    if (signal.aborted || error instanceof AppError || error instanceof CommandError) throw error;
    throw new CommandError(`the ${name} cannot be read as ${format}: export the site again`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const addLogSums = (services: Services, addition: TableAddition): Promise<BesideReport> =>
  withTable(services, { ...addition, name: 'log sums', columns: SUM_COLUMNS }, async (from, scratch) => {
    const { stores, follow } = services;
    const { siteId, importKey, signal } = addition;
    const known = await stores.logSums.listMarks(siteId, await follow.listSums(siteId));
    const to = `${scratch}/log-sums.prepared`;
    const report = await readExportedSums({ from, to, known, signal });
    if (report.imported > 0) await stores.logSums.importSums({ siteId, importKey, file: to, signal });
    return report;
  });

const addKudos = (services: Services, addition: TableAddition): Promise<BesideReport> =>
  withTable(services, { ...addition, name: 'kudos', columns: KUDO_COLUMNS }, async text => {
    const { siteId, importKey, signal } = addition;
    const { counts, see, report } = createTally();
    let batch: { siteId: number; path: string; uid: string; createdAt: Date }[] = [];
    const store = async () => {
      const added = services.kudos.store.importAll(batch, importKey);
      counts.imported += added;
      counts.duplicates += batch.length - added;
      batch = [];
      signal.throwIfAborted();
      await nextTurn();
    };
    for await (const line of createInterface({ input: createReadStream(text) })) {
      const { created_at: createdAt, path, uid } = JSON.parse(line);
      const parsed = parseKudo({ path, custom_uid: uid });
      if (!parsed.ok || parsed.value.uid === null || !isInstant(createdAt ?? '')) counts.bad += 1;
      else {
        const kudo = { ...parsed.value, siteId, uid: parsed.value.uid, createdAt: new Date(createdAt) };
        batch.push(kudo);
        see(kudo.createdAt);
      }
      if (batch.length >= BATCH_ROWS) await store();
    }
    await store();
    return report();
  });

type Tally = ReturnType<typeof createTally>;

/** Adds one after another, and counts what came of each: a fault of a row is no fault of the file. */
function addEach<Row>(
  given: readonly Row[],
  { counts }: Tally,
  add: (row: Row) => 'imported' | 'duplicates',
): void {
  // Oldest first, so that their ids are in the order that they were in.
  for (const row of given.toReversed()) {
    try {
      counts[add(row)] += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      counts.bad += 1;
    }
  }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

async function addDescribed(services: Services, addition: Addition): Promise<BesideReport> {
  const read = (await readDescription(addition.file)) ?? {};
  const tally = createTally();
  addNotes(services, { ...addition, given: toList(read.signals), tally });
  addCampaignLinks(services, { ...addition, given: toList(read.campaign_links), tally });
  return tally.report();
}

interface ListAddition extends Addition {
  readonly given: readonly unknown[];
  readonly tally: Tally;
}

function addCampaignLinks(
  { sites: { service, campaignLinks } }: Services,
  { siteId, importKey, given, tally }: ListAddition,
): void {
  const site = service.find(siteId);
  if (!site) return;
  const known = new Set(campaignLinks.listAll(siteId).map(linkOf));
  addEach(given, tally, row => {
    const input = validateBody(CreateCampaignLink, row) as NewCampaignLinkInput;
    if (known.has(String((row as { readonly link?: unknown }).link))) return 'duplicates';
    campaignLinks.create(site, input, importKey);
    return 'imported';
  });
}

function addNotes(
  { sites: { signals, signalsStore } }: Services,
  { siteId, importKey, given, tally }: ListAddition,
): void {
  const page = { number: 1, size: MAX_NOTES };
  const toKey = (title: unknown, at: Date) => `${at.getTime()} ${title}`;
  const known = new Set(
    signalsStore
      .list({ siteId, span: ALL_TIME }, page)
      .map(({ title, occurredAt }) => toKey(title, occurredAt)),
  );
  addEach(given, tally, note => {
    const { signal } = validateBody(WriteSignal, { signal: note }) as { signal: SignalInput };
    const at = new Date(signal.occurred_at ?? '');
    const { external_id: externalId } = signal;
    // One that the site has stays as it is: an undo could not bring back what it was.
    const hasId = externalId ? signalsStore.findByExternalId(siteId, externalId) !== undefined : false;
    const isKnown = hasId || known.has(toKey(signal.title, at));
    if (!isKnown) signals.write(siteId, signal, importKey);
    tally.see(at);
    return isKnown ? 'duplicates' : 'imported';
  });
}

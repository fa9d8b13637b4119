/** Commands that import the extras of an exported folder: kudos, notes, log sums and settings, which are no rows of hits. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../../compose/services.ts';
import { AppError, CommandError, unlessRefused } from '../../core/errors.ts';
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
import { readExportedSums } from '../../features/imports/exported-log-sums.ts';
import type { ExtrasReport } from '../../features/imports/extras.ts';
import { parseKudo } from '../../features/kudos/parse-kudo.ts';
import { PutPageRules } from '../../features/page-rules/schema.ts';
import { type SignalInput, WriteSignal } from '../../features/signals/schema.ts';
import { UpdateSiteSettings } from '../../features/site-settings/schema.ts';
import { UpdateSite } from '../../features/sites/schema.ts';
import { validateBody } from '../../http/validate.ts';
import { normalizePath } from '../../lib/normalize-path.ts';
import { isInstant } from '../../lib/time.ts';
import type { CommandRun } from './command-run.ts';
import { requireSite } from './imports.ts';

/** Kudos of one transaction. */
const BATCH_ROWS = 250;
const SUM_COLUMNS = Object.fromEntries(LOG_SUM_COLUMNS.map(name => [name, 'text'] as const));
/** Maximum number of notes that are compared. */
const MAX_NOTES = 100_000;

/** A file of a folder, and its name where it is read from a copy. */
interface ExtrasFile {
  readonly siteId: number;
  readonly file: string;
  readonly name?: string;
}

interface TableFile extends ExtrasFile {
  readonly format: ExportFormat;
}

/** Counts of the rows of a file, and the id of its import. */
export type ExtrasImport = Pick<ExtrasReport, 'imported' | 'duplicates' | 'bad'> & { readonly id: number };

/** Counts rows, and finds the first and last time among the good ones. */
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
    report: (): ExtrasReport => ({ ...counts, first, last }),
  };
}

/** Adds an exported file to a site, under the key of a new import. */
const addFile = (
  services: Services,
  { siteId, file, name = file }: ExtrasFile,
  add: (importKey: string) => Promise<ExtrasReport>,
): Promise<ExtrasImport> => {
  requireSite(services, siteId);
  return services.imports.addExtras({ siteId, source: { path: file, name } }, add);
};

export const importExtrasCommands = (services: Services) => ({
  /** Adds the kudos of an exported file without notifying webhooks; a kudo whose uid exists already is left unchanged. */
  'import.kudos': (given: TableFile, { signal }: Pick<CommandRun, 'signal'>): Promise<ExtrasImport> =>
    addFile(services, given, importKey => addKudos(services, { ...given, importKey, signal })),
  /** Adds the notes and the campaign links of a `site.json`; those that the site already has are skipped. */
  'import.notes': (given: ExtrasFile): Promise<ExtrasImport> =>
    addFile(services, given, importKey => addDescribed(services, { ...given, importKey })),
  /** Adds the log sums of an exported file. */
  'import.log_sums': (given: TableFile, { signal }: Pick<CommandRun, 'signal'>): Promise<ExtrasImport> =>
    addFile(services, given, importKey => addLogSums(services, { ...given, importKey, signal })),
  /** Applies the settings, page rules, label and path of a `site.json`, and adds its segments, goals and funnels; monitoring is left unchanged. */
  'import.settings': async ({ siteId, file }: ExtrasFile): Promise<null> => {
    const site = requireSite(services, siteId);
    const read = (await readDescription(file)) ?? {};
    const { label = site.label, display_root_path = site.displayRootPath } = read.site ?? {};
    const settings = validateBody(UpdateSiteSettings, read.settings ?? {});
    const named = validateBody(UpdateSite, { label, display_root_path });
    services.sites.settings.update(site, settings);
    // A site without a zone of its own has the days of its account, which may be another one here.
    const zone = read.site?.zone;
    if (zone !== undefined && zone !== services.stores.findSiteZone(siteId))
      services.sites.settings.update(site, validateBody(UpdateSiteSettings, { time_zone: zone }));
    services.sites.service.update(site, named);
    if (read.page_rules !== undefined)
      services.reports.pageRules.set(site, validateBody(PutPageRules, { rules: read.page_rules }));
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

/** The fields of a `site.json` that are read. */
interface Description {
  readonly site?: { readonly label?: unknown; readonly display_root_path?: unknown; readonly zone?: unknown };
  readonly settings?: unknown;
  readonly page_rules?: unknown;
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

const addLogSums = (services: Services, addition: TableAddition): Promise<ExtrasReport> =>
  withTable(services, { ...addition, name: 'log sums', columns: SUM_COLUMNS }, async (from, scratch) => {
    const { stores, follow } = services;
    const { siteId, importKey, signal } = addition;
    const known = await stores.logSums.listMarks(siteId, await follow.listSums(siteId));
    const to = `${scratch}/log-sums.prepared`;
    const report = await readExportedSums({ from, to, known, signal });
    if (report.imported > 0) await stores.logSums.importSums({ siteId, importKey, file: to, signal });
    return report;
  });

const addKudos = (services: Services, addition: TableAddition): Promise<ExtrasReport> =>
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
        const kudo = {
          siteId,
          path: normalizePath(path),
          uid: parsed.value.uid,
          createdAt: new Date(createdAt),
        };
        batch.push(kudo);
        see(kudo.createdAt);
      }
      if (batch.length >= BATCH_ROWS) await store();
    }
    await store();
    return report();
  });

type Tally = ReturnType<typeof createTally>;

/** Adds rows one by one and counts the results: a faulty row does not fail the file. */
function addEach<Row>(
  given: readonly Row[],
  { counts }: Tally,
  add: (row: Row) => 'imported' | 'duplicates',
): void {
  // Oldest first, so that their ids keep the original order.
  for (const row of given.toReversed()) {
    counts[unlessRefused(() => add(row)) ?? 'bad'] += 1;
  }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

async function addDescribed(services: Services, addition: Addition): Promise<ExtrasReport> {
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
    // An existing one is left unchanged: an undo could not restore its earlier values.
    const hasId = externalId ? signalsStore.findByExternalId(siteId, externalId) !== undefined : false;
    const isKnown = hasId || known.has(toKey(signal.title, at));
    if (!isKnown) signals.write(siteId, signal, importKey);
    tally.see(at);
    return isKnown ? 'duplicates' : 'imported';
  });
}

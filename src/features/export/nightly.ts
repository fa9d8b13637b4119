/** Nightly exports: each finished day of each site as Parquet, and each week a backup. */
import { basename } from 'node:path';
import { EXPORT_VERSION, MANIFEST_NAME, type ManifestFile } from '../../core/export-manifest.ts';
import type { ExportTarget, LocalFile } from '../../core/export-target.ts';
import type { Log } from '../../core/log.ts';
import type { Day, Span } from '../../core/span.ts';
import { addDays, daysBetween, startOfDay, toDay } from '../../lib/time.ts';
import { EXPORT_TYPES, type ExportType } from './kinds.ts';
import type { ExportService } from './service.ts';
import type { ExportedDays, NightlyStore } from './store.ts';

const BACKUP_DAYS = 7;
/** Days whose rows are counted at once. */
const COUNTED_DAYS = 366;

interface ExportedSite {
  readonly id: number;
  readonly url: string;
  /** Of its days. */
  readonly zone: string;
}

export interface NightlyDeps {
  readonly target: ExportTarget;
  readonly store: NightlyStore;
  readonly exports: Pick<ExportService, 'write'>;
  readonly listSites: () => readonly ExportedSite[];
  /** Finds the instant of a site's first row of any type; null while it has none. */
  readonly findEarliest: (siteId: number, signal: AbortSignal) => Promise<Date | null>;
  /** Counts the rows of a type between consecutive edges. */
  readonly countRows: (
    siteId: number,
    query: { readonly type: ExportType; readonly edges: readonly Date[]; readonly signal: AbortSignal },
  ) => Promise<readonly number[]>;
  readonly createScratch: () => { readonly path: string; remove(): void };
  /** Prepares the files of a backup, as `footfall backup` copies them. */
  readonly prepareBackup: () => Promise<{ readonly files: readonly LocalFile[]; remove(): void }>;
  readonly onBackup: () => void;
  readonly log: Log;
}

/** Creates the nightly exports. What fails is logged, and made up for by the next run. */
export function createNightlyExports(deps: NightlyDeps) {
  const { target, store, exports, log } = deps;

  /** Stores a manifest, which completes a folder of the target. */
  async function putManifest(folder: string, manifest: object, signal: AbortSignal): Promise<void> {
    const scratch = deps.createScratch();
    try {
      const path = `${scratch.path}/${MANIFEST_NAME}`;
      await Bun.write(path, `${JSON.stringify(manifest, null, 2)}\n`);
      await target.put(`${folder}/${MANIFEST_NAME}`, { path }, signal);
    } finally {
      scratch.remove();
    }
  }

  /** Exports a day of a site into a folder that `footfall import` reads. */
  async function exportDay(
    site: ExportedSite,
    { day, types, now }: { readonly day: Day; readonly types: readonly ExportType[]; readonly now: Date },
    signal: AbortSignal,
  ): Promise<void> {
    const folder = `sites/${site.id}/${day}`;
    const files: ManifestFile[] = [];
    const scratch = deps.createScratch();
    try {
      for (const type of types) {
        const name = `${type}.parquet`;
        const path = `${scratch.path}/${name}`;
        const rows = await exports.write({ site, type, format: 'parquet', span: spanOf(day), signal }, path);
        files.push({ name, rows, ...(await target.put(`${folder}/${name}`, { path }, signal)) });
      }
    } finally {
      scratch.remove();
    }
    const { id, url, zone } = site;
    const created_at = now.toISOString();
    const about = { format_version: EXPORT_VERSION, site: { id, url, zone }, created_at, files };
    await putManifest(folder, about, signal);
  }

  /** Exports the days of a site that have rows. Calls `onDay` when everything up to a day is exported. */
  async function exportDays(
    site: ExportedSite,
    { first, last, now, isAgain = false }: DayRange,
    { signal, onDay }: { readonly signal: AbortSignal; readonly onDay?: (day: Day) => void },
  ): Promise<number> {
    let exported = 0;
    for (let from = first; from <= last; from = addDays(from, COUNTED_DAYS)) {
      const count = Math.min(COUNTED_DAYS, daysBetween(from, last) + 1);
      const days = Array.from({ length: count }, (_, index) => addDays(from, index));
      const edges = [...days, addDays(from, count)].map(day => startOfDay(day, 'UTC'));
      const counted = new Map<ExportType, readonly number[]>();
      for (const type of EXPORT_TYPES)
        counted.set(type, await deps.countRows(site.id, { type, edges, signal }));
      for (const [index, day] of days.entries()) {
        signal.throwIfAborted();
        const types = EXPORT_TYPES.filter(type => (counted.get(type)?.[index] ?? 0) > 0);
        // A day that was exported and has no rows any more gets a manifest without files.
        if (types.length > 0 || isAgain) {
          await exportDay(site, { day, types, now }, signal);
          exported += 1;
        }
        if (types.length > 0 || index === days.length - 1) onDay?.(day);
      }
    }
    return exported;
  }

  /** Exports the finished days of a site that were not exported yet, also those that an import has added before the first. */
  async function exportNew(
    site: ExportedSite,
    { now, known }: { readonly now: Date; readonly known: ExportedDays | undefined },
    signal: AbortSignal,
  ): Promise<number> {
    const yesterday = addDays(toDay(now, 'UTC'), -1);
    const earliest = await deps.findEarliest(site.id, signal);
    if (earliest === null) return 0;
    const first = toDay(earliest, 'UTC');
    const firstDay = known?.firstDay ?? first;
    let exported = await exportDays(
      site,
      { ...findNextDays(known, first, yesterday), now },
      { signal, onDay: lastDay => store.saveDays(site.id, { firstDay, lastDay }) },
    );
    if (!known || first >= known.firstDay) return exported;
    // All at once: a night that fails in between begins with the first again.
    exported += await exportDays(site, { first, last: addDays(known.firstDay, -1), now }, { signal });
    const { lastDay } = store.findDays(site.id) ?? known;
    store.saveDays(site.id, { firstDay: first, lastDay });
    return exported;
  }

  /** Exports what is due of a site: new days, and those that were exported before they changed. */
  async function exportSite(site: ExportedSite, now: Date, signal: AbortSignal): Promise<number> {
    const known = store.findDays(site.id);
    const changed = store.listChanged(site.id);
    let exported = await exportNew(site, { now, known }, signal);
    for (const { first, last } of known ? joinRanges(changed, known) : [])
      exported += await exportDays(site, { first, last, now, isAgain: true }, { signal });
    if (changed.length > 0) store.removeChanged(changed);
    return exported;
  }

  async function backUp(now: Date, signal: AbortSignal): Promise<boolean> {
    const today = toDay(now, 'UTC');
    const last = store.findBackupDay();
    if (last !== undefined && last <= today && daysBetween(last, today) < BACKUP_DAYS) return false;
    const backup = await deps.prepareBackup();
    try {
      const folder = `backups/${today}`;
      const files: object[] = [];
      for (const file of backup.files) {
        const name = basename(file.path);
        files.push({ name, rows: null, ...(await target.put(`${folder}/${name}`, file, signal)) });
      }
      await putManifest(
        folder,
        { format_version: EXPORT_VERSION, created_at: now.toISOString(), files },
        signal,
      );
    } finally {
      backup.remove();
    }
    store.saveBackupDay(today);
    deps.onBackup();
    return true;
  }

  return {
    /** Exports what is due. Returns how much it was, and how much failed. */
    async runDue(now: Date, signal: AbortSignal) {
      let days = 0;
      let failed = 0;
      const attempt = async <T>(what: object, work: () => Promise<T>): Promise<T | undefined> => {
        try {
          return await work();
        } catch (error) {
          signal.throwIfAborted();
          failed += 1;
          log.error({ err: error, ...what }, 'a nightly export failed; it is tried again in an hour');
          return undefined;
        }
      };
      for (const site of deps.listSites())
        days += (await attempt({ site: site.id }, () => exportSite(site, now, signal))) ?? 0;
      const hasBackup = (await attempt({ backup: true }, () => backUp(now, signal))) ?? false;
      return { days, failed, hasBackup };
    },
  };
}

interface DayRange {
  readonly first: Day;
  readonly last: Day;
  readonly now: Date;
  /** Whether the days were exported before. */
  readonly isAgain?: boolean;
}

/**
 * Returns the finished days to export next. A last day in the future was exported before the clock was set back, and
 * yesterday then perhaps in part.
 */
function findNextDays(known: ExportedDays | undefined, earliest: Day, yesterday: Day): Omit<DayRange, 'now'> {
  if (!known) return { first: earliest, last: yesterday };
  const isAgain = known.lastDay > yesterday;
  return { first: isAgain ? yesterday : addDays(known.lastDay, 1), last: yesterday, isAgain };
}

/** Returns ranges of the days that were exported, without any day twice. */
function joinRanges(changed: readonly ExportedDays[], { firstDay, lastDay }: ExportedDays) {
  const joined: { first: Day; last: Day }[] = [];
  for (const each of changed.toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : 1))) {
    const before = joined.at(-1);
    const first = before && each.firstDay <= before.last ? addDays(before.last, 1) : each.firstDay;
    const from = first < firstDay ? firstDay : first;
    const to = each.lastDay > lastDay ? lastDay : each.lastDay;
    if (from <= to) joined.push({ first: from, last: to });
  }
  return joined;
}

export type NightlyExports = ReturnType<typeof createNightlyExports>;

const spanOf = (day: Day): Span => ({
  start: startOfDay(day, 'UTC'),
  end: startOfDay(addDays(day, 1), 'UTC'),
});

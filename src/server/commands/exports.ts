/** The command that takes everything of a site out. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Services } from '../../compose/services.ts';
import { CommandError } from '../../core/errors.ts';
import { EXPORT_VERSION, type Manifest, type ManifestFile, SITE_NAME } from '../../core/export-manifest.ts';
import type { ExportFormat, ExportStream } from '../../core/hits/export.ts';
import { readPageRules } from '../../core/hits/page-rules.ts';
import type { Site } from '../../core/site.ts';
import { presentCampaignLink } from '../../features/campaign-links/schema.ts';
import { FOLDER_TYPES } from '../../features/export/kinds.ts';
import type { ExportOrder } from '../../features/export/service.ts';
import { ALL_TIME, toSpan } from '../../features/export/span.ts';
import { presentFunnel } from '../../features/funnels/schema.ts';
import { presentGoal } from '../../features/goals/schema.ts';
import { presentSegment } from '../../features/segments/schema.ts';
import { presentSignal } from '../../features/signals/schema.ts';
import { presentSiteSettings } from '../../features/site-settings/schema.ts';
import { presentFeatures } from '../../features/sites/schema.ts';
import { watchGrowth } from '../../lib/file-growth.ts';
import type { CommandRun } from './command-run.ts';
import { requireSite } from './imports.ts';

/** Largest part that lies in the data folder until the caller has copied it. */
const PART_BYTES = 32 * 1024 ** 2;
/** Notes that are read at once. */
const PAGE_SIZE = 500;

/** The manifest but for what only the caller knows: what arrived. */
export interface ExportedFiles extends Omit<Manifest, 'files'> {
  readonly files: readonly Pick<ManifestFile, 'name' | 'rows'>[];
}

export const exportCommands = (services: Services) => ({
  /** Hands over the files of an export, part by part, in order. Its progress is the bytes that are written before that. */
  export: async (
    input: { siteId: number; format: ExportFormat; startDate?: string; endDate?: string },
    { signal, onProgress, handOver }: CommandRun,
  ): Promise<ExportedFiles> => {
    const site = requireSite(services, input.siteId);
    const { format, startDate, endDate } = input;
    const days = { ...(startDate && { start_date: startDate }), ...(endDate && { end_date: endDate }) };
    const span = toSpan(days, 'UTC');
    const created_at = services.context.clock.now().toISOString();
    const scratch = mkdtempSync(services.stores.folder.temporary('export-'));
    const handOverPart = async (name: string, path: string) => {
      if (!(await handOver({ part: { name, path } }))) throw new CommandError('the export was interrupted');
    };
    const files: { name: string; rows: number | null }[] = [];
    let written = 0;
    const handOverParts = async (name: string, stream: ExportStream): Promise<number> => {
      const path = `${scratch}/${name}`;
      let hasPart = false;
      try {
        for (;;) {
          const { rows, bytes } = await writePart(path, stream);
          // An empty file is handed over too.
          if (bytes > 0 || !hasPart) await handOverPart(name, path);
          hasPart = true;
          if (rows !== undefined) return rows;
        }
      } finally {
        await stream.return(0);
      }
    };
    /** The file that the caller copies while the next one is written. */
    let handingOver = Promise.resolve();
    const handOverFile = async (name: string, order: ExportOrder): Promise<number> => {
      if (format !== 'parquet') return handOverParts(name, services.exports.start(order));
      // The engine has to write all of it anyway before it can be read.
      const path = `${scratch}/${name}`;
      const rows = await watchGrowth(
        path,
        bytes => onProgress(written + bytes, null),
        () => services.exports.write(order, path),
      );
      written += statSync(path).size;
      await handingOver;
      handingOver = handOverPart(name, path).then(() => rmSync(path));
      // The error is thrown where the promise is awaited; without this, it counts as unhandled until then.
      handingOver.catch(() => {});
      return rows;
    };
    try {
      for (const type of FOLDER_TYPES) {
        const name = `${type}.${format}`;
        files.push({ name, rows: await handOverFile(name, { site, type, format, span, signal }) });
      }
      await handingOver;
      const about = `${JSON.stringify(await describeSite(services, site), null, 2)}\n`;
      const path = `${scratch}/${SITE_NAME}`;
      await Bun.write(path, about);
      await handOverPart(SITE_NAME, path);
      files.push({ name: SITE_NAME, rows: null });
      const { id, url } = site;
      const zone = services.stores.findSiteZone(id);
      return { format_version: EXPORT_VERSION, site: { id, url, zone }, created_at, files };
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
});

/** Writes the next part of a stream to a file. Returns the number of rows where the stream has ended. */
async function writePart(path: string, stream: ExportStream): Promise<{ rows?: number; bytes: number }> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let bytes = 0; ; ) {
      const { done, value } = await stream.next();
      if (done) return { rows: value, bytes };
      await file.writeFile(value);
      bytes += value.length;
      if (bytes >= PART_BYTES) return { bytes };
    }
  } finally {
    await file.close();
  }
}

/** Describes a site: its address, its settings, its segments, goals and funnels, its monitors, its status page, its notes and its campaign links. No secret is among them, and nothing personal. */
async function describeSite({ stores, sites, uptime, statusPages }: Services, site: Site): Promise<object> {
  const signals: object[] = [];
  const query = { siteId: site.id, span: ALL_TIME };
  for (let number = 1; ; number += 1) {
    const page = sites.signalsStore.list(query, { number, size: PAGE_SIZE });
    signals.push(...page.map(presentSignal));
    if (page.length < PAGE_SIZE) break;
  }
  const { id, uid, url, label, displayRootPath: display_root_path, createdAt } = site;
  return {
    site: {
      ...{ id, uid, url, label, display_root_path, created_at: createdAt.toISOString() },
      zone: stores.findSiteZone(id),
    },
    features: presentFeatures(site),
    settings: presentSiteSettings(sites.settings.get(site)),
    page_rules: readPageRules(site.pageRules),
    segments: sites.segmentsStore.listOfSite(id).map(presentSegment),
    goals: sites.goals.list(id).map(presentGoal),
    funnels: sites.funnels.list(id).map(presentFunnel),
    signals,
    maintenance_windows: uptime.service.portableWindows.describe(site),
    monitors: uptime.service.portableMonitors.describe(site),
    status_page: statusPages.portable.describe(site),
    watched_pages: uptime.service.portableWatchedPages.describe(site),
    campaign_links: sites.campaignLinks.listAll(site.id).map(link => presentCampaignLink(link)),
  };
}

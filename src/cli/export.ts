/** The command `export`. */
import { resolve } from 'node:path';
import { oneOf } from '../config/types.ts';
import type { ExportFormat } from '../core/hits/export.ts';
import { isDay } from '../lib/time.ts';
import type { Offer } from '../server/commands/command-run.ts';
import { requireDataFolder } from '../stores/data-folder.ts';
import { requireOutsideDataFolder } from './backup-copy.ts';
import type { Command, Flag } from './command.ts';
import { startExportFolder } from './export-folder.ts';
import { createProgressBar } from './progress-bar.ts';
import { findFolderOwner } from './remote/folder-owner.ts';
import { loadCommandConfig, withServer } from './remote/with-server.ts';

/** The default first. */
const FORMATS = ['parquet', 'ndjson', 'csv'] as const satisfies readonly ExportFormat[];

const day = (description: string): Flag => ({
  value: 'YYYY-MM-DD',
  description,
  type: { allowed: 'a day such as 2026-01-31', parse: text => (isDay(text) ? text : undefined) },
});

export const exportSite: Command = {
  name: 'export',
  summary: 'export everything a site has into an empty folder, even while the server is running',
  positionals: ['SITE_ID', 'DIR'],
  flags: {
    format: { value: FORMATS.join('|'), description: 'of the rows; default: parquet', type: oneOf(FORMATS) },
    'start-date': day('first day (UTC); default: the first that there is'),
    'end-date': day('last day (UTC), included; default: the last that there is'),
  },
  details: [
    'DIR gets hits, events, agent_visits, engagement, kudos, imported_days and log_sums in the columns that `footfall import` reads, site.json with',
    'settings and notes, and at last manifest.json with the rows, bytes and SHA-256 of each file: a folder without it is not complete.',
  ].join('\n'),
  async run(args, context) {
    const [id = '', target = ''] = args.positionals;
    const { format = FORMATS[0], 'start-date': startDate, 'end-date': endDate } = args.flags;
    const directory = resolve(target);
    const config = loadCommandConfig(args, context);
    requireDataFolder(config.data);
    requireOutsideDataFolder(config.data, directory);
    const progress = createProgressBar(context, 'bytes');
    const owner = findFolderOwner(config.data);
    let shown = 0;
    // What is written comes before what has arrived.
    const onProgress = (done: number): void => {
      shown = Math.max(shown, done);
      progress.show(shown, null);
    };
    const folder = startExportFolder(directory, { owner, onProgress });
    const handOver = async (offer: Offer): Promise<void> => {
      if ('part' in offer) await folder.append(offer.part);
    };
    const input = {
      siteId: Number(id),
      format: format as ExportFormat,
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
    };
    try {
      const exported = await withServer({ config, context }, send =>
        send('export', input, { handOver, onProgress }),
      );
      const { files } = await folder.finish(exported);
      progress.clear();
      const counts = files.flatMap(({ name, rows }) => (rows === null ? [] : [`${rows} in ${name}`]));
      context.print(`exported to ${directory}: ${counts.join(', ')}`);
      return 0;
    } catch (error) {
      folder.discard();
      throw error;
    }
  },
};

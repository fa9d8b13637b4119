/** Verifies a data folder, its two databases and their recorded positions, without changing a byte. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError } from '../core/errors.ts';
import { pluralize } from '../lib/english.ts';
import { readDataFolder } from '../stores/data-folder.ts';
import type { CheckScope } from '../stores/data-folder-types.ts';
import type { HitCheck } from '../stores/duckdb/engine-types.ts';
import { checkHitFiles } from '../stores/duckdb/snapshot/check.ts';
import { readPositionFiles } from '../stores/position-files.ts';
import {
  combineRecorded,
  compareWithRecorded,
  describeMissingChanges,
  expectedIds,
  missingIds,
  type ReadPositions,
} from '../stores/positions.ts';
import type { AppDbCopy } from '../stores/sqlite/app-db.ts';
import { type AppDbCheck, checkAppDbCopy, checkAppDbFiles } from '../stores/sqlite/check.ts';
import { checkOtherFiles, type OtherFilesCheck } from './check-files.ts';

/** Result of a check of a data folder. */
export interface FolderCheck {
  readonly configuration: Pick<AppDbCheck, 'sizeBytes' | 'schema' | 'rows'>;
  readonly hits: Pick<HitCheck, 'sizeBytes' | 'schema' | 'rows'>;
  /** One sentence for each thing that is missing, unreadable, orphaned or older than it should be; none when all is well. */
  readonly faults: readonly string[];
  /** One sentence for each thing that is damaged or missing, and without which nothing that is stored is lost. */
  readonly warnings: readonly string[];
}

/** Checks a folder that no server uses. Throws a `CommandError` when it is no data folder. */
export async function checkFolder(path: string, scope: CheckScope = 'all'): Promise<FolderCheck> {
  return withScratch(async scratch => {
    const files = readDataFolder(path, scratch);
    const configuration = await checkAppDbFiles(files, scratch, scope);
    const hits = await checkHitFiles(files, scope);
    const between = { files: readPositionFiles(files), scope };
    return joinChecks(configuration, hits, { between, others: checkOtherFiles(files) });
  });
}

/**
 * Throws a `CommandError` when a folder that no server uses is damaged. Opening it would hide that: only the server mends a
 * folder, and logs what is lost. `name` is the folder that `path` is a copy of.
 */
export async function requireWholeFolder(path: string, { name = path } = {}): Promise<void> {
  const [fault, ...others] = (await checkFolder(path, 'damage')).faults;
  if (fault === undefined) return;
  const more = others.length > 0 ? ` (and ${pluralize(others.length, 'other fault')})` : '';
  throw new CommandError(
    `the data folder ${resolve(name)} is damaged: ${fault}${more}. Start the server, which mends what it can and logs what is lost, or restore a copy of the folder; \`footfall check\` lists every fault`,
  );
}

/** A running server's check of its hits, and a copy of its configuration that is still to be checked. */
export interface RunningStores {
  readonly hits: Omit<HitCheck, 'storageIds'> & { readonly storageIds: readonly number[] };
  readonly configuration: AppDbCopy;
}

/**
 * Completes the check of a running server's stores in another process: SQLite answers synchronously, and would block the
 * server. `path` is the data folder, whose other files are checked, too.
 */
export function checkRunning({ hits, configuration }: RunningStores, path?: string): FolderCheck {
  const found = checkAppDbCopy(configuration);
  const checked = { ...hits, storageIds: new Set(hits.storageIds) };
  const others = path === undefined ? NOTHING : checkOtherFiles(readDataFolder(path, tmpdir()));
  return joinChecks(found, checked, { between: { files: [], scope: 'all' }, others });
}

const NOTHING: OtherFilesCheck = { faults: [], warnings: [] };

/** Returns the version that last wrote to a data folder; undefined when that is not noted. */
export const findWriter = (path: string): string | undefined =>
  readPositionFiles(readDataFolder(path, tmpdir())).find(({ version }) => version)?.version;

/** Runs `work` with a folder outside the data folder that is gone afterwards. */
async function withScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'footfall-check-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Combines the checks of both databases, and compares their recorded positions. */
function joinChecks(
  configuration: AppDbCheck,
  hits: HitCheck,
  { between, others }: { readonly between: BetweenOptions; readonly others: OtherFilesCheck },
): FolderCheck {
  return {
    configuration: {
      sizeBytes: configuration.sizeBytes,
      schema: configuration.schema,
      rows: configuration.rows,
    },
    hits: { sizeBytes: hits.sizeBytes, schema: hits.schema, rows: hits.rows },
    faults: [
      ...configuration.faults,
      ...hits.faults,
      ...faultsBetween(configuration, hits, between),
      ...others.faults,
    ],
    warnings: others.warnings,
  };
}

interface BetweenOptions {
  readonly files: readonly ReadPositions[];
  readonly scope: CheckScope;
}

function faultsBetween(
  configuration: AppDbCheck,
  hits: HitCheck,
  { files: allFiles, scope }: BetweenOptions,
): string[] {
  const faults: string[] = [];
  const { position, storageIds, hitIds } = configuration;
  const { recorded, files } = combineRecorded(hits.configuration, allFiles);
  if (position && recorded) {
    const present = { ...position, lineage: configuration.lineage };
    const others = files.map(file => file.configuration);
    const comparison = compareWithRecorded(present, recorded, others);
    if (comparison.outcome === 'foreign')
      faults.push('the configuration and the hits come from two different data folders');
    if (comparison.outcome === 'older')
      faults.push(`the configuration ${describeMissingChanges(comparison.missingChanges)}`);
    if (comparison.outcome === 'shorter')
      faults.push('records of the configuration, such as kudos, checks or deliveries, are missing');
  }
  const { lastIds } = hits;
  const missing = lastIds ? missingIds(expectedIds(hitIds, files), lastIds) : 0;
  if (missing > 0) faults.push(`missing: ${pluralize(missing, 'hit')} that were recorded`);
  if (scope === 'damage') return faults;
  const orphans = storageIds ? [...hits.storageIds].filter(id => !storageIds.has(id)) : [];
  if (orphans.length > 0)
    faults.push(`hits of sites that the configuration does not know: ${orphans.length} such sites`);
  return faults;
}

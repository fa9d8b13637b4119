/** Opens the store of hits on ClickHouse, and moves them there and back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { CommandError } from '../core/errors.ts';
import type { History } from '../core/hits/outbox.ts';
import type { HitStore } from '../core/hits/store.ts';
import { VALUE_RULES_VERSION } from '../core/hits/value-rules.ts';
import { describeHitsAddress, type HitsAddress } from '../core/hits-url.ts';
import { connect } from '../stores/clickhouse/client.ts';
import { type CopyOptions, copyHistory } from '../stores/clickhouse/copy.ts';
import { describeFailure } from '../stores/clickhouse/faults.ts';
import { type ClickHouseStore, createClickHouseStore } from '../stores/clickhouse/hit-store.ts';
import { openSchema } from '../stores/clickhouse/schema.ts';
import {
  type ClickHouseFile,
  readClickHouseFile,
  removeClickHouseFile,
  writeClickHouseFile,
} from '../stores/clickhouse-file.ts';
import { keepSums } from '../stores/duckdb/keep-sums.ts';
import { loadHistory } from '../stores/duckdb/load-history.ts';
import { createOutbox } from '../stores/duckdb/outbox.ts';
import { completeHitStore } from '../stores/duckdb/remote-rows.ts';
import type { Hits, HitsOptions } from './hits-types.ts';

/** Opens the store in a database. Throws a `CommandError` when rows of the folder cannot be moved there. */
export async function openOnClickHouse({
  folder,
  engine,
  log,
  address,
  lineage,
  readLimits,
  maxWaitingHits,
}: HitsOptions & { readonly address: HitsAddress }): Promise<Hits> {
  // What the start fails with is thrown, or logged with what it means for hits.
  const connectionLog = log.child({}, { level: 'silent' });
  const file = readClickHouseFile(folder);
  const location = describeHitsAddress(address);
  const outbox = createOutbox(engine);
  const record = (change: Partial<ClickHouseFile>) =>
    writeClickHouseFile(folder, { ...readClickHouseFile(folder), location, ...change });
  const rows = createClickHouseStore(
    connect(address, { log: connectionLog, ...(readLimits && { limits: readLimits }) }),
    {
      outbox,
      notes: {
        read: () => readClickHouseFile(folder)?.note,
        write: note => record({ note }),
      },
      onOpened: () => record({ isOpened: true }),
      log,
      lineage,
      mustExist: file?.isOpened === true,
      lastLocation: file?.location === location ? undefined : file?.location,
      ...(maxWaitingHits !== undefined && { maxWaitingRows: maxWaitingHits }),
    },
  );
  try {
    if (!file && (await outbox.count()) > 0) await moveHistory({ folder, log }, location, rows);
    // Another location replaces the last one once it has turned out to have the folder's hits.
    if (!file?.isOpened) record({});
    await rows.start();
    connectionLog.level = log.level;
  } catch (error) {
    await rows.close();
    throw error;
  }
  // Nothing is summed up of rows that are on their way.
  engine.onRebuild(async () => undefined);
  const normalPaths = `${VALUE_RULES_VERSION} ${location}`;
  const remote = {
    ...rows,
    normalizeValues: async (signal: AbortSignal) => {
      if (readClickHouseFile(folder)?.normalPaths === normalPaths) return;
      await rows.normalizeValues(signal);
      record({ normalPaths });
    },
  };
  const store = {
    ...completeHitStore(engine, remote),
    maintain: (options?: Parameters<HitStore['maintain']>[0]) => engine.maintain(options),
    // Hits are accepted while ClickHouse is away.
    ping: () => engine.ping(),
    close: async () => {
      await rows.close();
      await engine.close();
    },
  };
  return {
    store,
    waitingRows: rows.waitingRows,
    move: (target, options) => moveBack({ folder, engine, rows }, target, options),
  };
}

/** Moves the hits that a data folder has itself, before its server starts. */
async function moveHistory(
  { folder, log }: Pick<HitsOptions, 'folder' | 'log'>,
  location: string,
  rows: ClickHouseStore,
): Promise<void> {
  log.info({ location }, 'the hits of the data folder are copied to ClickHouse');
  await rows.moveHistory().catch(error => {
    throw toCommandError(error, `The hits of ${folder.path} cannot be copied to ClickHouse (${location})`);
  });
  log.info({ location }, 'the hits are on ClickHouse');
}

const toCommandError = (error: unknown, fault: string): CommandError =>
  error instanceof CommandError ? error : new CommandError(`${fault}: ${describeFailure(error)}`);

/** Copies the rows of a data folder to ClickHouse, beside its server, which goes on with its own. */
export async function copyToClickHouse(
  { engine, lineage }: Pick<HitsOptions, 'engine' | 'lineage'>,
  target: HitsAddress | 'embedded',
  options: CopyOptions,
): Promise<string> {
  if (target === 'embedded') throw new CommandError('the hits are in the data folder already');
  const location = describeHitsAddress(target);
  const db = connect(target);
  try {
    await openSchema(db, { lineage });
    await copyHistory({ db, outbox: createOutbox(engine) }, engine.lastIds(), options);
  } catch (error) {
    throw toCommandError(error, `The hits cannot be copied to ${location}`);
  } finally {
    await db.close();
  }
  return `all hits are on ${location}, equal by site and day. Restart the server with FOOTFALL_HITS_URL: what has come since is copied at its start`;
}

/** Moves the rows of ClickHouse back to the data folder. */
async function moveBack(
  {
    folder,
    engine,
    rows,
  }: Pick<HitsOptions, 'folder' | 'engine'> & { readonly rows: Pick<ClickHouseStore, 'moveBack'> },
  target: HitsAddress | 'embedded',
  options: CopyOptions,
): Promise<string> {
  if (target !== 'embedded')
    throw new CommandError('the hits are on ClickHouse: move them back first, with --to embedded');
  const scratch = mkdtempSync(folder.temporary('move-'));
  try {
    const load = async (history: History): Promise<void> => {
      keepSums(engine);
      await loadHistory(engine, history);
      removeClickHouseFile(folder);
    };
    await rows.moveBack(scratch, load, options);
  } catch (error) {
    throw toCommandError(error, 'The hits cannot be moved back');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return 'all hits are in the data folder, equal by site and day. Restart the server without FOOTFALL_HITS_URL: until then reports answer 503; what pages send is kept';
}

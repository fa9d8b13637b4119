/** Commands that load what an exported folder has beside the rows of the store of hits: kudos and notes. */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '../../compose/services.ts';
import { AppError, CommandError } from '../../core/errors.ts';
import type { ExportFormat } from '../../core/hits/export.ts';
import { KUDO_COLUMNS } from '../../features/export/kinds.ts';
import { ALL_TIME } from '../../features/export/span.ts';
import { parseKudo } from '../../features/kudos/parse-kudo.ts';
import { type SignalInput, WriteSignal } from '../../features/signals/schema.ts';
import { validateBody } from '../../http/validate.ts';
import { isInstant } from '../../lib/time.ts';
import type { CommandRun } from './command-run.ts';
import { requireSite } from './imports.ts';

/** Kudos of one transaction. */
const BATCH_ROWS = 250;
/** Notes that are compared at most. */
const MAX_NOTES = 100_000;

/** What came of the rows of a file. */
export interface RestReport {
  readonly imported: number;
  readonly duplicates: number;
  readonly bad: number;
}

export const importRestCommands = (services: Services) => ({
  /** Adds the kudos of a file that an export wrote, without any notice to webhooks; one whose uid is taken stays as it is. */
  'import.kudos': async (
    { siteId, file, format }: { siteId: number; file: string; format: ExportFormat },
    { signal }: Pick<CommandRun, 'signal'>,
  ): Promise<RestReport> => {
    requireSite(services, siteId);
    const scratch = mkdtempSync(services.stores.folder.temporary('import-'));
    try {
      const text = `${scratch}/kudos.ndjson`;
      await services.stores.convertTable({
        from: { file, format },
        to: { file: text, format: 'ndjson' },
        columns: KUDO_COLUMNS,
      });
      const report = { imported: 0, duplicates: 0, bad: 0 };
      let batch: { siteId: number; path: string; uid: string; createdAt: Date }[] = [];
      const store = async () => {
        const added = services.kudos.store.importAll(batch);
        report.imported += added;
        report.duplicates += batch.length - added;
        batch = [];
        signal.throwIfAborted();
        await nextTurn();
      };
      for await (const line of createInterface({ input: createReadStream(text) })) {
        const { created_at: createdAt, path, uid } = JSON.parse(line);
        const parsed = parseKudo({ path, custom_uid: uid });
        if (!parsed.ok || parsed.value.uid === null || !isInstant(createdAt ?? '')) report.bad += 1;
        else
          batch.push({
            siteId,
            path: parsed.value.path,
            uid: parsed.value.uid,
            createdAt: new Date(createdAt),
          });
        if (batch.length >= BATCH_ROWS) await store();
      }
      await store();
      return report;
    } catch (error) {
      if (signal.aborted || error instanceof AppError || error instanceof CommandError) throw error;
      throw new CommandError(`the kudos cannot be read as ${format}: export the site again`);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
  /** Adds the notes of a `site.json`; one that the site has already is passed over. */
  'import.notes': async ({ siteId, file }: { siteId: number; file: string }): Promise<RestReport> => {
    requireSite(services, siteId);
    const { signals, signalsStore } = services.sites;
    const read = (await Bun.file(file)
      .json()
      .catch(() => null)) as { signals?: unknown } | null;
    const given = Array.isArray(read?.signals) ? read.signals : [];
    const page = { number: 1, size: MAX_NOTES };
    const toKey = (title: unknown, at: Date) => `${at.getTime()} ${title}`;
    const known = new Set(
      signalsStore
        .list({ siteId, span: ALL_TIME }, page)
        .map(({ title, occurredAt }) => toKey(title, occurredAt)),
    );
    const report = { imported: 0, duplicates: 0, bad: 0 };
    // Oldest first, so that their ids are in the order that they were in.
    for (const note of given.toReversed()) {
      try {
        const { signal } = validateBody(WriteSignal, { signal: note }) as { signal: SignalInput };
        if (known.has(toKey(signal.title, new Date(signal.occurred_at ?? '')))) report.duplicates += 1;
        else if (signals.write(siteId, signal).status === 'created') report.imported += 1;
        else report.duplicates += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report.bad += 1;
      }
    }
    return report;
  },
});

/** What is known of the sums of sites without a statement: by it reads are planned. */
import { RULES_VERSION } from '../../../core/channels/rules.ts';
import { VALUE_RULES_VERSION } from '../../../core/hits/value-rules.ts';
import type { CopySession, StoredState } from '../engine-types.ts';
import { readTables } from '../sql/tables.ts';

/** The state, and whether reads use sums at all: those of few hits read rows. */
export interface SumsState extends StoredState {
  readonly isUsed: boolean;
}

/** Returns the name of a key of a site in `widths`. */
export const toWidth = (siteId: number, key: string): string => `${siteId} ${key}`;

/** Reads the state of the sums of a file; one of an older schema has none. */
export const readSumsState = (session: Pick<CopySession, 'read'>): Promise<StoredState> =>
  readTables(
    async () => {
      const stale = await session.read<{ readonly site_id: number }>(
        'select distinct site_id from stale_sums where day is null',
      );
      const widths = await session.read<{
        readonly site_id: number;
        readonly key: string;
        readonly is_wide: boolean | null;
      }>('select site_id, key, is_wide from sum_widths');
      // All columns: a file that is checked may be of an earlier version.
      const [state] = await session.read<Readonly<Record<string, number>>>('select * from sum_state');
      const isMade = Number(state?.['watermark']) > 0;
      return {
        staleSites: new Set(stale.map(row => row.site_id)),
        widths: new Map(widths.map(row => [toWidth(row.site_id, row.key), row.is_wide])),
        isMade,
        isByRules: isMade && state?.['channel_rules'] === RULES_VERSION,
        hasNormalValues: state?.['path_rules'] === VALUE_RULES_VERSION,
      };
    },
    () => ({
      staleSites: new Set(),
      widths: new Map(),
      isMade: false,
      isByRules: false,
      hasNormalValues: false,
    }),
  );

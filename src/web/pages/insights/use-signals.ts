/** Queries and changes the signals of a site. */

import type { Static } from '@sinclair/typebox';
import type { SignalList, Signal as SignalModel } from '../../../features/signals/schema.ts';
import { addDays, toDay } from '../../../lib/time.ts';
import { call } from '../../api.ts';
import { invalidate, useApi } from '../../app/query-client.ts';
import * as labels from '../../labels/insights.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useAsyncAction } from '../../ui/use-async-action.ts';

export type Signal = Static<typeof SignalModel>;
type Signals = Static<typeof SignalList>;

/** Fields of a signal that the owner edits. */
export type SignalDraft = Pick<Signal, 'title' | 'description' | 'category' | 'occurred_at'>;

/** The range of one query: as long as the API allows. */
const DAYS_BACK = 639;
const DAYS_AHEAD = 90;
const PER_PAGE = 20;

export function useSignals(siteId: number, page: number, isEnabled: boolean) {
  const today = toDay(new Date(), 'UTC');
  return useApi<Signals>(
    `/sites/${siteId}/signals`,
    {
      start_date: addDays(today, -DAYS_BACK),
      end_date: addDays(today, DAYS_AHEAD),
      page,
      per_page: PER_PAGE,
    },
    { isEnabled, keepsPrevious: true },
  );
}

export function useSignalChanges(siteId: number) {
  const toast = useToast();
  const { run } = useAsyncAction();
  const path = `/sites/${siteId}/signals`;

  /** Creates a signal, or updates the one with the id. Throws validation errors. */
  const save = async (draft: SignalDraft, id?: number): Promise<void> => {
    if (id === undefined) await call('POST', path, { body: { signal: draft } });
    else await call('PATCH', `${path}/${id}`, { body: { signal: draft } });
    toast(id === undefined ? labels.signalAdded : labels.signalChanged);
    await invalidate(path);
  };
  const attempt = (work: () => Promise<unknown>): Promise<boolean> =>
    run(async () => {
      await work();
      await invalidate(path);
    });
  const restore = ({ id: _, created_at: _c, updated_at: _u, ...signal }: Signal) =>
    attempt(() => call('POST', path, { body: { signal } }));
  const remove = async (signal: Signal): Promise<void> => {
    if (!(await attempt(() => call('DELETE', `${path}/${signal.id}`)))) return;
    toast(labels.signalDeleted, { undo: () => void restore(signal) });
  };
  return { save, remove };
}

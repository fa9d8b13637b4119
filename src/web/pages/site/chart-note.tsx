/** Adding an annotation to the chart: with its button, or on a point with the right mouse button or a long press. */
import { Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCanWrite } from '../../app/user.ts';
import type { Bucket } from '../../charts/series.ts';
import * as labels from '../../labels/site.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Interval } from '../../view.ts';
import { useHasInsights } from './use-marks.ts';

const SignalDialog = lazy(async () => ({
  default: (await import('../insights/signal-dialog.tsx')).SignalDialog,
}));

/** Returns when an annotation of a bucket is: the start of an hour, or local noon of the first day; undefined: now. */
function toMoment({ date, isOpen }: Bucket, interval: Interval): Date | string | undefined {
  if (isOpen) return undefined;
  return interval === 'hour' ? new Date(date) : `${date}T12:00`;
}

/** Returns the button and the dialog of an annotation, and what opens it for a bucket; undefined where the user cannot add any. */
export function useChartNote(siteId: number) {
  const canWrite = useCanWrite();
  const { hasInsights } = useHasInsights(siteId);
  const [state, setState] = useState<{
    readonly at: Date | string | undefined;
    readonly isOpen: boolean;
  } | null>(null);
  if (!canWrite || !hasInsights) return { button: null, dialog: null, openFor: undefined };
  return {
    button: (
      <IconButton label={labels.addAnnotation} onClick={() => setState({ at: undefined, isOpen: true })}>
        <Flag size={16} aria-hidden="true" />
      </IconButton>
    ),
    dialog: state && (
      <Suspense fallback={null}>
        <SignalDialog
          siteId={siteId}
          at={state.at}
          isOpen={state.isOpen}
          onClose={() => setState({ ...state, isOpen: false })}
        />
      </Suspense>
    ),
    openFor: (bucket: Bucket, interval: Interval) =>
      setState({ at: toMoment(bucket, interval), isOpen: true }),
  };
}

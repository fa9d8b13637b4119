/** What a page says of imported days: its texts are loaded for sites that have any. */
import type { Static } from '@sinclair/typebox';
import { lazy, Suspense } from 'react';
import type { OverviewAnswer } from '../../features/overview/schema.ts';
import type { Bucket } from '../charts/series.ts';
import type { Interval } from '../view.ts';

/** The field of answers; absent without imported days in the period. */
export type Imported = Static<typeof OverviewAnswer>['imported'];

const load = () => import('./imported-days.tsx');
const Band = lazy(async () => ({ default: (await load()).Band }));
const Note = lazy(async () => ({ default: (await load()).Note }));

/** Says that imported days are not in what is shown; renders nothing where they are. */
export const ImportedNote = ({ imported }: { readonly imported: Imported }) =>
  imported && !imported.included ? (
    <Suspense fallback={null}>
      <Note until={imported.until} reason={imported.reason ?? ''} />
    </Suspense>
  ) : null;

/** Marks the part of a chart that has imported days in it. */
export const ImportedBand = ({
  imported,
  ...area
}: {
  readonly imported: Imported;
  readonly buckets: readonly Bucket[];
  readonly interval: Interval;
  readonly width: number;
}) =>
  imported?.included && area.interval !== 'hour' ? (
    <Suspense fallback={null}>
      <Band {...area} until={imported.until} />
    </Suspense>
  ) : null;

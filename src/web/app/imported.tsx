import type { Static } from '@sinclair/typebox';
import { lazy, Suspense } from 'react';
import type { OverviewAnswer } from '../../features/overview/schema.ts';
import type { ChartArea } from './imported-days.tsx';

/** The field of answers; absent without imported days in the period. */
export type Imported = Static<typeof OverviewAnswer>['imported'];

const Loaded = lazy(async () => ({ default: (await import('./imported-days.tsx')).ImportedDays }));

/**
 * Says that imported days are not in what is shown; with the area of a chart, marks where they are. Loaded for sites that have
 * any.
 */
export const ImportedDays = ({
  imported,
  area,
}: {
  readonly imported: Imported;
  readonly area?: ChartArea;
}) =>
  imported && (
    <Suspense>
      <Loaded {...imported} area={area} />
    </Suspense>
  );

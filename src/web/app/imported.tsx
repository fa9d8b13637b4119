import { lazy, Suspense } from 'react';
import type { ChartArea, Imported } from './imported-days.tsx';

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

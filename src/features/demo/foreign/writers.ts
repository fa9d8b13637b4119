/** What writes the demonstration data in the format of another tool's export, for documentation and tests. */
import type { ForeignFormat } from '../../../core/import-formats.ts';
import { writeAccessLog } from './access-log.ts';
import { writeFathom } from './fathom.ts';
import { writeGa4 } from './ga4.ts';
import { writeGoatcounter } from './goatcounter.ts';
import { writeMatomo } from './matomo.ts';
import { writePlausible } from './plausible.ts';
import { writeSimpleAnalytics } from './simple-analytics.ts';
import { writeUmami } from './umami.ts';
import type { DemoData } from './visits.ts';

/** Returns the content of a file. */
type DemoWriter = (data: DemoData) => string | Buffer;

export const DEMO_WRITERS: Readonly<Record<ForeignFormat, DemoWriter>> = {
  plausible: writePlausible,
  umami: writeUmami,
  goatcounter: writeGoatcounter,
  matomo: writeMatomo,
  ga4: writeGa4,
  'simple-analytics': writeSimpleAnalytics,
  fathom: writeFathom,
  'access-log': writeAccessLog,
};

import * as labels from '../../labels/monitoring.tsx';
import * as shared from '../../labels/shared.tsx';
import { PartNavigation } from '../../ui/part-navigation.tsx';

const PAGES = [
  ['', labels.parts.checks],
  ['/monitors', labels.parts.monitors],
  ['/alerts', labels.parts.alerts],
  ['/status', labels.parts.statusPage],
] as const;

/** Links between the pages about monitoring. They are for those who may read all of a site. */
export const MonitoringNavigation = ({ siteId }: { readonly siteId: number }) => (
  <PartNavigation
    label={shared.monitoring}
    pages={PAGES.map(([end, text]) => [`/sites/${siteId}/monitoring${end}`, text])}
  />
);

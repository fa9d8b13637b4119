/** The breakdown panels of the overview. */
import { lazy, Suspense } from 'react';
import type { Site } from '../../app/site-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsIntersecting } from '../../ui/use-is-intersecting.ts';
import {
  AGENTS,
  type BreakdownPanelDefinition,
  COUNTRIES,
  DEVICES,
  EVENTS,
  KUDOS,
  PAGES,
  REFERRERS,
} from './breakdown-definitions.ts';
import { BreakdownPanel } from './breakdown-panel.tsx';
import type { PropertiesPanelProps } from './properties-panel.tsx';
import { useIsWithoutVisitors } from './use-figures.ts';

const PropertiesPanel = lazy(async () => ({
  default: (await import('./properties-panel.tsx')).PropertiesPanel,
}));

const PANELS = [PAGES, REFERRERS, COUNTRIES, DEVICES, EVENTS];
const PANELS_AFTER_PROPERTIES = [AGENTS, KUDOS];

export function Breakdowns({ site }: { readonly site: Site }) {
  const isOrderedByViews = useIsWithoutVisitors(site.id);
  const toPanel = (panel: BreakdownPanelDefinition) => (
    <BreakdownPanel key={panel.id} site={site} panel={panel} isOrderedByViews={isOrderedByViews} />
  );
  return (
    <div className="breakdowns">
      {PANELS.map(toPanel)}
      <Properties site={site} isOrderedByViews={isOrderedByViews} />
      {PANELS_AFTER_PROPERTIES.map(toPanel)}
    </div>
  );
}

/** The panel of properties, whose script is loaded once it is scrolled to. */
function Properties(props: PropertiesPanelProps) {
  const { ref, isIntersecting } = useIsIntersecting();
  return (
    <div className="breakdown-properties" ref={ref}>
      {isIntersecting ? (
        <Suspense fallback={<Skeleton height="18rem" />}>
          <PropertiesPanel {...props} />
        </Suspense>
      ) : (
        <Skeleton height="18rem" />
      )}
    </div>
  );
}

/** The breakdown panels of the overview. */
import type { Site } from '../../app/site-layout.tsx';
import { AGENTS, COUNTRIES, DEVICES, EVENTS, KUDOS, PAGES, REFERRERS } from './breakdown-definitions.ts';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { useIsWithoutVisitors } from './use-figures.ts';

const PANELS = [PAGES, REFERRERS, COUNTRIES, DEVICES, EVENTS, AGENTS, KUDOS];

export function Breakdowns({ site }: { readonly site: Site }) {
  const isOrderedByViews = useIsWithoutVisitors(site.id);
  return (
    <div className="breakdowns">
      {PANELS.map(panel => (
        <BreakdownPanel key={panel.id} site={site} panel={panel} isOrderedByViews={isOrderedByViews} />
      ))}
    </div>
  );
}

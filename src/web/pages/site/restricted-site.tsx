/** The overview of a site for a member who may read some sections of it alone: what answers 404 to them is not there. */
import { DIMENSION_SECTIONS } from '../../../core/dimension-sections.ts';
import type { ViewSection } from '../../../core/view.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { ViewBar } from '../../app/view-bar.tsx';
import * as labels from '../../labels/site.tsx';
import {
  AGENTS,
  type Breakdown,
  type BreakdownPanelDefinition,
  COUNTRIES,
  DEVICES,
  EVENTS,
  KUDOS,
  PAGES,
  REFERRERS,
} from './breakdown-definitions.ts';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { Chart } from './chart.tsx';
import { FigureStrip } from './figures.tsx';

type Sections = readonly ViewSection[];

const PANELS = [PAGES, REFERRERS, COUNTRIES, DEVICES, EVENTS, AGENTS, KUDOS];

const OF_ROWS = { events: ['events'], kudos: ['kudos'], agent_visits: ['agents'] } as const;

function isReadable({ endpoint, by }: Breakdown, sections: Sections): boolean {
  const ofBy = DIMENSION_SECTIONS[by];
  const needed: Sections = endpoint === 'hits' ? (ofBy ? [ofBy] : []) : OF_ROWS[endpoint];
  // Crawled pages are of both.
  const all = endpoint === 'agent_visits' && by === 'path' ? [...needed, 'pages' as const] : needed;
  return all.length > 0 && all.every(section => sections.includes(section));
}

/** Returns the panel with the lists that can be read; undefined where there are none. */
function toReadable(
  panel: BreakdownPanelDefinition,
  sections: Sections,
): BreakdownPanelDefinition | undefined {
  const [first, ...others] = panel.lists.filter(list => isReadable(list, sections));
  return first && { ...panel, lists: [first, ...others] };
}

export const RestrictedSite = ({ sections }: { readonly sections: Sections }) => (
  <SiteLayout>{site => <Overview key={site.id} site={site} sections={sections} />}</SiteLayout>
);

function Overview({ site, sections }: { readonly site: Site; readonly sections: Sections }) {
  const hasVisitors = sections.includes('visitors');
  return (
    <>
      <ViewBar siteId={site.id} hasComparison={hasVisitors} />
      {hasVisitors && (
        <section className="panel site-numbers" aria-label={labels.metricsAndChart}>
          <FigureStrip siteId={site.id} />
          <Chart siteId={site.id} />
        </section>
      )}
      <div className="breakdowns">
        {PANELS.flatMap(panel => {
          const readable = toReadable(panel, sections);
          return readable ? (
            <BreakdownPanel key={panel.id} site={site} panel={readable} isOrderedByViews={false} />
          ) : (
            []
          );
        })}
      </div>
    </>
  );
}

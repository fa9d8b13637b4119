/** A panel of breakdowns: its lists as tabs, the first rows of the chosen one, a button for all of them. */

import { Download, X } from 'lucide-react';
import { type CSSProperties, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { Link } from 'wouter';
import { URL_PARAMETERS } from '../../../core/hits/url-parameters.ts';
import { describeUnsupported } from '../../app/filter-support.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { useIsIntersecting } from '../../ui/use-is-intersecting.ts';
import type { Breakdown, BreakdownPanelDefinition } from './breakdown-definitions.ts';
import { BreakdownList } from './breakdown-list.tsx';
import { formatRowLabel } from './breakdown-rows.ts';
import { BreakdownTabs } from './breakdown-tabs.tsx';
import { type BreakdownQuery, useCsvUrl } from './use-breakdown.ts';
import { useChosenBreakdown } from './use-chosen-breakdown.ts';
import { useNarrowing } from './use-narrowing.ts';

const BotSignsNote = lazy(async () => ({ default: (await import('./bot-signs-note.tsx')).BotSignsNote }));

interface DrillDown {
  readonly breakdown: Breakdown;
  readonly key: string;
}

export function BreakdownPanel({
  site,
  panel,
  isOrderedByViews,
  describe,
}: {
  readonly site: Site;
  readonly panel: BreakdownPanelDefinition;
  /** Returns what is said above the rows of a list. */
  readonly describe?: (breakdown: Breakdown) => ReactNode;
} & Required<Pick<BreakdownQuery, 'isOrderedByViews'>>) {
  const id = useId();
  const { ref, isIntersecting } = useIsIntersecting();
  const { breakdown, choose } = useChosenBreakdown(panel);
  const onLoaded = useNarrowing(breakdown, choose);
  const [drillDowns, setDrillDowns] = useState<readonly DrillDown[]>([]);
  const [rowCount, setRowCount] = useState(panel.minRows);
  const query: BreakdownQuery = {
    siteId: site.id,
    breakdown,
    drillDown: Object.fromEntries(drillDowns.map(({ breakdown: { by }, key }) => [by, key])),
    isOrderedByViews,
    isEnabled: isIntersecting,
  };
  const drillDown = (key: string) => {
    setDrillDowns([...drillDowns.filter(each => each.breakdown.by !== breakdown.by), { breakdown, key }]);
    if (breakdown.drillDownTo) choose(breakdown.drillDownTo, true);
  };
  const hasTabs = panel.lists.length > 1;
  return (
    <section className={`panel breakdown breakdown-${panel.id}`} aria-labelledby={id} ref={ref}>
      <div className="breakdown-head">
        <h2 id={id} className={hasTabs && !panel.hasHeading ? 'visually-hidden' : undefined}>
          {panel.name}
        </h2>
        {hasTabs && (
          <BreakdownTabs
            label={panel.name}
            tabs={panel.lists}
            chosen={breakdown.by}
            panelId={`${id}-list`}
            onChoose={by => choose(by)}
          />
        )}
        <CsvLink address={useCsvUrl(query)} name={breakdown.name} />
      </div>
      <div
        className="breakdown-body"
        style={{ '--room': rowCount } as CSSProperties}
        id={`${id}-list`}
        {...(hasTabs ? { role: 'tabpanel', 'aria-label': breakdown.name } : {})}
      >
        <BreakdownList
          key={breakdown.by}
          site={site}
          query={query}
          note={
            <>
              {describe?.(breakdown)}
              {breakdown.by === 'bot_sign' && (
                <Suspense fallback={null}>
                  <BotSignsNote />
                </Suspense>
              )}
              <NotFiltered breakdown={breakdown} />
            </>
          }
          aside={
            drillDowns.length > 0 && (
              <DrillDownChips
                all={drillDowns}
                onRemove={gone => setDrillDowns(drillDowns.filter(each => each !== gone))}
              />
            )
          }
          onDrillDown={drillDown}
          onLoaded={onLoaded}
          // Every list of a panel gets the height of the tallest: switching tabs moves nothing.
          onRowCount={count => setRowCount(Math.max(rowCount, count))}
          more={toMore(breakdown, site.id)}
        />
      </div>
    </section>
  );
}

function CsvLink({ address, name }: { readonly address: string; readonly name: string }) {
  const words = labels.asCsv(name);
  return (
    <a
      className="button quiet small breakdown-csv"
      href={address}
      download
      aria-label={words}
      title={words}
      data-icon=""
    >
      <Download size={16} aria-hidden="true" />
    </a>
  );
}

/** Shows which filters do not apply to these rows. */
function NotFiltered({ breakdown: { endpoint } }: { readonly breakdown: Breakdown }): ReactNode {
  const { view } = useView();
  const note = describeUnsupported(view, endpoint);
  return note && <p className="breakdown-note soft">{note}</p>;
}

function DrillDownChips({
  all,
  onRemove,
}: {
  readonly all: readonly DrillDown[];
  readonly onRemove: (gone: DrillDown) => void;
}) {
  return all.map(each => {
    const label = formatRowLabel(each.breakdown, each.key);
    return (
      <button
        key={each.breakdown.by}
        type="button"
        className="breakdown-drill-down"
        aria-label={labels.onlyOf(label)}
        onClick={() => onRemove(each)}
      >
        <UntrustedText text={label} isCut />
        <X size={14} aria-hidden="true" />
      </button>
    );
  });
}

/** Returns the link to what belongs to a list. */
function toMore({ endpoint, by }: Breakdown, siteId: number): ReactNode {
  if (endpoint === 'events') return <EventsLink siteId={siteId} />;
  return (
    (by === 'channel' || by in URL_PARAMETERS) && (
      <Link className="button quiet small" href={`/sites/${siteId}/links`}>
        {shared.campaignLinks}
      </Link>
    )
  );
}

function EventsLink({ siteId }: { readonly siteId: number }) {
  const { view, toHref } = useView();
  return (
    <Link className="button quiet small" href={toHref(view, `/sites/${siteId}/events`)}>
      {labels.eventDetails}
    </Link>
  );
}

/** One panel of breakdowns: its lists as tabs, the first rows of the chosen one, and the way to all of them. */
import { Download, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { FILTER_WORDS } from '../../app/filter-words.ts';
import type { Site } from '../../app/site-frame.tsx';
import { useView } from '../../app/use-view.ts';
import { Outside } from '../../ui/outside.tsx';
import type { BreakdownFacts, PanelFacts } from './breakdown-facts.ts';
import { BreakdownList } from './breakdown-list.tsx';
import { labelOf } from './breakdown-rows.ts';
import { ListTabs } from './list-tabs.tsx';
import { METRIC_FACTS } from './metrics.ts';
import { useCsvAddress } from './use-breakdown.ts';
import { useChosenList } from './use-chosen-list.ts';
import { useIsNear } from './use-is-near.ts';

interface Narrowed {
  readonly facts: BreakdownFacts;
  readonly key: string;
}

export function BreakdownPanel({ site, panel }: { readonly site: Site; readonly panel: PanelFacts }) {
  const id = useId();
  const { ref, isNear } = useIsNear();
  const { facts, choose } = useChosenList(panel);
  const [narrowed, setNarrowed] = useState<readonly Narrowed[]>([]);
  const [room, setRoom] = useState(panel.room);
  const question = {
    siteId: site.id,
    facts,
    narrowed: Object.fromEntries(narrowed.map(({ facts: { by }, key }) => [by, key])),
    isEnabled: isNear,
  };
  const narrow = (key: string) => {
    setNarrowed([...narrowed.filter(each => each.facts.by !== facts.by), { facts, key }]);
    if (facts.goesOnTo) choose(facts.goesOnTo, true);
  };
  const hasTabs = panel.lists.length > 1;
  return (
    <section className={`panel breakdown breakdown-${panel.id}`} aria-labelledby={id} ref={ref}>
      <div className="breakdown-head">
        <h2 id={id} className={hasTabs ? 'visually-hidden' : undefined}>
          {panel.name}
        </h2>
        {hasTabs && (
          <ListTabs
            label={panel.name}
            tabs={panel.lists}
            chosen={facts.by}
            panelId={`${id}-list`}
            onChoose={by => choose(by)}
          />
        )}
        <CsvLink address={useCsvAddress(question)} name={facts.name} />
      </div>
      <div
        className="breakdown-body"
        style={{ '--room': room } as CSSProperties}
        id={`${id}-list`}
        {...(hasTabs ? { role: 'tabpanel', 'aria-label': facts.name } : {})}
      >
        <BreakdownList
          key={facts.by}
          site={site}
          question={question}
          note={<NotFiltered facts={facts} />}
          aside={
            narrowed.length > 0 && (
              <NarrowedTo
                all={narrowed}
                onRemove={gone => setNarrowed(narrowed.filter(each => each !== gone))}
              />
            )
          }
          onNarrow={narrow}
          // What one list has taken the others have too: they change places and nothing moves.
          onRows={count => setRoom(Math.max(room, count))}
          more={facts.endpoint === 'events' && <EventsLink siteId={site.id} />}
        />
      </div>
    </section>
  );
}

function CsvLink({ address, name }: { readonly address: string; readonly name: string }) {
  const words = `${name} as a CSV file`;
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

/** Filters that these rows do not have: they are counted without them, which must be said. */
function NotFiltered({ facts: { endpoint } }: { readonly facts: BreakdownFacts }): ReactNode {
  const { view } = useView();
  const { name, lacks } = METRIC_FACTS[endpoint];
  const missing = [...new Set(view.filters.map(filter => filter.name))].filter(each => lacks.includes(each));
  if (missing.length === 0) return null;
  const words = missing.map(each => FILTER_WORDS[each].name.toLowerCase()).join(', ');
  return (
    <p className="breakdown-note soft">
      Not filtered by {words}: {name.toLowerCase()} do not have it.
    </p>
  );
}

function NarrowedTo({
  all,
  onRemove,
}: {
  readonly all: readonly Narrowed[];
  readonly onRemove: (gone: Narrowed) => void;
}) {
  return all.map(each => {
    const label = labelOf(each.facts, each.key);
    return (
      <button
        key={each.facts.by}
        type="button"
        className="breakdown-narrowed"
        aria-label={`Of ${label} only: show all again`}
        onClick={() => onRemove(each)}
      >
        <Outside text={label} isCut />
        <X size={14} aria-hidden="true" />
      </button>
    );
  });
}

function EventsLink({ siteId }: { readonly siteId: number }) {
  const { view, addressOf } = useView();
  return (
    <Link className="button quiet small" href={addressOf(view, `/sites/${siteId}/events`)}>
      Values and trends
    </Link>
  );
}

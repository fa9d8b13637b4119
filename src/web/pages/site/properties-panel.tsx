/** The panel of the properties that hits and events have: the values of the chosen one. */
import { findPropertyName } from '../../../core/hits/properties.ts';
import type { Site } from '../../app/site-layout.tsx';
import { type SiteProperty, useProperties } from '../../app/use-properties.ts';
import { formatAnyNumber } from '../../format.ts';
import * as labels from '../../labels/properties.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { propertyBreakdown } from './breakdown-definitions.ts';
import { BreakdownPanel } from './breakdown-panel.tsx';
import type { BreakdownQuery } from './use-breakdown.ts';

/** Properties that have a list; reports and filters know the others, too. */
const MAX_LISTS = 30;
const MIN_ROWS = 5;
const EXAMPLE = `data-properties='{"plan":"pro","logged_in":true}'`;

export type PropertiesPanelProps = { readonly site: Site } & Required<
  Pick<BreakdownQuery, 'isOrderedByViews'>
>;

export function PropertiesPanel({ site, isOrderedByViews }: PropertiesPanelProps) {
  const query = useProperties(site.id, { perPage: MAX_LISTS });
  const [first, ...others] = (query.data?.properties ?? []).map(propertyBreakdown);
  if (first)
    return (
      <BreakdownPanel
        site={site}
        panel={{
          id: 'properties',
          name: labels.properties,
          minRows: MIN_ROWS,
          lists: [first, ...others],
          hasHeading: true,
        }}
        isOrderedByViews={isOrderedByViews}
        describe={({ by }) =>
          describe(query.data?.properties.find(({ name }) => name === findPropertyName(by)))
        }
      />
    );
  return (
    <section className="panel breakdown" aria-label={labels.properties}>
      <div className="breakdown-head">
        <h2>{labels.properties}</h2>
      </div>
      <QueryContent query={query} loading={MIN_ROWS}>
        {() => <NoProperties />}
      </QueryContent>
    </section>
  );
}

/** Says what the numbers of a property add up to, and that its values are those of events. */
function describe(property: SiteProperty | undefined) {
  if (!property) return null;
  const { sum, mean, hits, events } = property;
  const facts = [
    ...(events > hits ? [labels.ofEvents] : []),
    ...(sum !== null && mean !== null ? [labels.sumIs(formatAnyNumber(sum), formatAnyNumber(mean))] : []),
  ];
  return facts.length > 0 && <p className="breakdown-note soft">{facts.join(' · ')}</p>;
}

const NoProperties = () => (
  <div className="breakdown-properties-empty stack">
    <p className="soft">{labels.emptyHint}</p>
    <CopyBox text={EXAMPLE} what={labels.exampleName} />
    <p>
      <ServerLink href="/docs/events-and-kudos#properties">{labels.learnMore}</ServerLink>
    </p>
  </div>
);

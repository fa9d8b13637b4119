/** The page of paths: the pages of visits, step by step, in columns. */
import type { Static } from '@sinclair/typebox';
import { Download } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import type { PathsAnswer } from '../../../features/paths/schema.ts';
import { apiUrl } from '../../api-url.ts';
import { ImportedDays } from '../../app/imported.tsx';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { ViewBar } from '../../app/view-bar.tsx';
import { ClearFiltersButton, ShowAllTimeButton } from '../../app/widen-view.tsx';
import { formatDateTime } from '../../format.ts';
import * as labels from '../../labels/funnels.tsx';
import * as shared from '../../labels/shared.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { Segments } from '../../ui/segments.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { PathColumn } from './path-column.tsx';
import { type Flow, formatFlow, parseFlow } from './path-flow.ts';
import { StartForm } from './start-form.tsx';
import { WaysNavigation } from './ways-navigation.tsx';

type Paths = Static<typeof PathsAnswer>;

/** Steps that are shown beyond the chosen pages, and in all. */
const STEPS_AHEAD = 3;
const MAX_STEPS = 8;

export function PathsPage() {
  return (
    <SiteLayout title={labels.paths}>
      {site => (
        <>
          <WaysNavigation siteId={site.id} />
          <ViewBar siteId={site.id} hasComparison={false} />
          <Content key={site.id} site={site} />
        </>
      )}
    </SiteLayout>
  );
}

function Content({ site }: { readonly site: Site }) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { filtered, timeZone } = useView();
  const flow = parseFlow(search);
  const change = (part: Partial<Flow>) => navigate(path + formatFlow(search, { ...flow, ...part }));
  const query = {
    ...filtered,
    ...(flow.startPath !== null && { start_path: flow.startPath }),
    ...(flow.startEvent !== null && { start_event: flow.startEvent }),
    direction: flow.direction,
    via: flow.via,
    steps: Math.min(MAX_STEPS, flow.via.length + STEPS_AHEAD),
  };
  const answer = useApi<Paths>(`/sites/${site.id}/paths`, query, { keepsPrevious: true });
  return (
    <Panel
      title={labels.paths}
      aside={
        <span className="actions">
          <Segments
            legend={labels.direction}
            options={[
              ['after', labels.after],
              ['before', labels.beforeIt],
            ]}
            value={flow.direction}
            onValue={direction => change({ direction, via: [] })}
          />
          <a className="button small" href={apiUrl(`/sites/${site.id}/paths.csv`, query)} download>
            <Download size={16} aria-hidden="true" /> {labels.download}
          </a>
        </span>
      }
    >
      <StartForm key={`${flow.startPath} ${flow.startEvent}`} site={site} flow={flow} onStart={change} />
      <QueryContent query={answer} loading={10}>
        {paths => (
          <>
            <ImportedDays imported={paths.imported} />
            {paths.visits === 0 && flow.via.length === 0 ? (
              <NoVisits />
            ) : (
              <Columns
                paths={paths}
                flow={flow}
                isStale={answer.isPlaceholderData}
                onVia={via => change({ via })}
              />
            )}
            {paths.counted_from !== null && (
              <p className="soft paths-note">
                {labels.countedFrom(formatDateTime(paths.counted_from, timeZone))}
              </p>
            )}
          </>
        )}
      </QueryContent>
    </Panel>
  );
}

function Columns({
  paths,
  flow,
  isStale,
  onVia,
}: {
  readonly paths: Paths;
  readonly flow: Flow;
  readonly isStale: boolean;
  readonly onVia: (via: readonly string[]) => void;
}) {
  const { via, direction } = flow;
  const start = flow.startPath ?? flow.startEvent;
  const whole = direction === 'after' ? labels.firstPage : labels.lastPage;
  return (
    <>
      <p className="soft paths-note">
        <b>{start === null ? whole : <UntrustedText text={start} />}</b> · {shared.visitCount(paths.visits)} ·{' '}
        {labels.clickHint}
      </p>
      <ol className={isStale ? 'path-columns stale' : 'path-columns'} aria-busy={isStale}>
        {paths.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a step is what it is
          <li key={index}>
            <PathColumn
              step={step}
              number={index + 1}
              visits={paths.visits}
              endLabel={direction === 'after' ? labels.ended : labels.begun}
              chosen={via[index]}
              onChoose={index === via.length ? page => onVia([...via, page]) : undefined}
              onRelease={() => onVia(via.slice(0, index))}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

const NoVisits = () => (
  <EmptyState title={labels.noVisits}>
    <div className="actions">
      <ClearFiltersButton />
      <ShowAllTimeButton />
    </div>
  </EmptyState>
);

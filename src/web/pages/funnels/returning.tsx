/** The page of returning visitors: by week, and by how many weeks later they came back. */
import type { Static } from '@sinclair/typebox';
import type { ReturningVisitorsAnswer } from '../../../features/returning-visitors/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { SiteLayout } from '../../app/site-layout.tsx';
import { useUserSettings } from '../../app/user.ts';
import { formatDay, formatWholePercent } from '../../format.ts';
import { formatNumber } from '../../labels/language.ts';
import * as labels from '../../labels/returning.ts';
import * as shared from '../../labels/shared.tsx';
import { identifyGuideLink } from '../../labels/site-settings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { WaysNavigation } from './ways-navigation.tsx';

type ReturningVisitors = Static<typeof ReturningVisitorsAnswer>;
type Week = ReturningVisitors['weeks'][number];

export const ReturningPage = () => (
  <SiteLayout title={labels.title}>
    {site => (
      <>
        <WaysNavigation siteId={site.id} />
        <Panel title={labels.title}>
          <Weeks key={site.id} siteId={site.id} />
        </Panel>
      </>
    )}
  </SiteLayout>
);

function Weeks({ siteId }: { readonly siteId: number }) {
  const settings = useUserSettings().data?.settings;
  const answer = useApi<ReturningVisitors>(`/sites/${siteId}/returning_visitors`, {
    week_start: settings?.week_start ?? 'monday',
  });
  return (
    <QueryContent query={answer} loading={12}>
      {({ weeks }) => {
        const first = weeks.findIndex(({ visitors }) => visitors > 0);
        return first === -1 ? (
          <EmptyState title={labels.emptyTitle}>
            <p>
              {labels.emptyHint} <GuideLink />
            </p>
          </EmptyState>
        ) : (
          <>
            <p className="hint">
              {labels.hint} <GuideLink />
            </p>
            <Table weeks={weeks.slice(first)} />
          </>
        );
      }}
    </QueryContent>
  );
}

const GuideLink = () => <ServerLink href="/docs/snippet#returning-visitors">{identifyGuideLink}</ServerLink>;

const Table = ({ weeks }: { readonly weeks: readonly Week[] }) => (
  <TableScroll label={labels.title}>
    <table className="table returning">
      <thead>
        <tr>
          <th scope="col">{labels.week}</th>
          {[shared.visitors, labels.newVisitors, labels.returningVisitors].map(text => (
            <th key={text} scope="col" className="number">
              {text}
            </th>
          ))}
          {weeks.slice(1).map(({ start_date: day }, index) => (
            <th key={day} scope="col" className="number" aria-label={labels.weeksLater(index + 1)}>
              {`+${index + 1}`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week.start_date}>
            <th scope="row">{formatDay(week.start_date)}</th>
            {(['visitors', 'new_visitors', 'returning_visitors'] as const).map(name => (
              <td key={name} className="number">
                {formatNumber(week[name])}
              </td>
            ))}
            {week.returned.map((count, index) => (
              <ReturnedCell key={weeks[index]?.start_date} count={count} of={week.new_visitors} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
);

/** How many of the new visitors of a week came in a later one. */
function ReturnedCell({ count, of }: { readonly count: number; readonly of: number }) {
  if (of === 0) return <td />;
  const percent = Math.round((count / of) * 100);
  return (
    <td
      className="number"
      title={formatNumber(count)}
      style={{ background: `color-mix(in srgb, var(--tint-strong) ${percent}%, transparent)` }}
    >
      {formatWholePercent(count / of)}
    </td>
  );
}

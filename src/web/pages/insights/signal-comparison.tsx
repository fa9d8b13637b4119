/** The page that compares a site before and after a signal, such as a deploy. */
import type { Static } from '@sinclair/typebox';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { ComparisonAnswer } from '../../../features/signals/comparison/schema.ts';
import { useApi } from '../../app/query-client.ts';
import { type Site, SiteLayout } from '../../app/site-layout.tsx';
import { useTimeZone } from '../../app/user.ts';
import { type Bar, BarList } from '../../charts/bar-list.tsx';
import { formatUptime } from '../../charts/uptime-labels.ts';
import { formatChange, formatDateTime, formatPoints, formatShare, relativeChange } from '../../format.ts';
import { SelectField } from '../../forms/field.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/signal-comparison.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

type Comparison = Static<typeof ComparisonAnswer>['comparison'];

const DAYS = ['1', '7', '28'] as const;

export function SignalComparisonPage() {
  const { signal = '' } = useParams<{ signal: string }>();
  return (
    <SiteLayout title={labels.title}>
      {site => <SignalComparison key={`${site.id} ${signal}`} site={site} signalId={signal} />}
    </SiteLayout>
  );
}

function SignalComparison({ site, signalId }: { readonly site: Site; readonly signalId: string }) {
  const [days, setDays] = useState<(typeof DAYS)[number]>('7');
  const query = useApi<Static<typeof ComparisonAnswer>>(
    `/sites/${site.id}/signals/${signalId}/comparison`,
    { days: Number(days) },
    { keepsPrevious: true },
  );
  return (
    <div className="columns">
      <QueryContent query={query} loading={8}>
        {({ comparison }) => (
          <>
            <Panel title={labels.title}>
              <Heading comparison={comparison} />
              <SelectField
                label={labels.period}
                value={days}
                options={DAYS.map(count => [count, labels.days(Number(count))] as const)}
                onValue={setDays}
              />
              {comparison.spans.after.start === comparison.spans.after.end ? (
                <EmptyState title={labels.notYet}>{labels.hint}</EmptyState>
              ) : (
                <Figures comparison={comparison} />
              )}
            </Panel>
            <Lists comparison={comparison} />
          </>
        )}
      </QueryContent>
    </div>
  );
}

function Heading({ comparison: { signal } }: { readonly comparison: Comparison }) {
  const timeZone = useTimeZone();
  return (
    <p>
      <b>
        <UntrustedText text={signal.title} />
      </b>{' '}
      <time className="soft" dateTime={signal.occurred_at}>
        {formatDateTime(signal.occurred_at, timeZone)}
      </time>
    </p>
  );
}

/** A figure before and after; null where it is unknown. */
type FigureRow = readonly [
  name: string,
  before: number | null,
  after: number | null,
  format: (value: number) => string,
  isRate?: boolean,
];

const formatRate = (percent: number): string => formatShare(percent / 100);
const formatMs = (value: number): string => labels.milliseconds(formatNumber(value));

function Figures({ comparison: { hits, monitoring, goals } }: { readonly comparison: Comparison }) {
  const rows: readonly FigureRow[] = [
    [shared.views, hits.before.hits, hits.after.hits, formatNumber],
    [shared.visitors, hits.before.unique_visitors, hits.after.unique_visitors, formatNumber],
    ...goals.flatMap(({ goal, before, after }): FigureRow[] => [
      [labels.conversions(goal.name), before.conversions, after.conversions, formatNumber],
      [labels.rate(goal.name), before.conversion_rate, after.conversion_rate, formatRate, true],
    ]),
    ...(monitoring
      ? ([
          [labels.uptime, monitoring.before.uptime, monitoring.after.uptime, formatUptime, true],
          [labels.response, monitoring.before.response_ms, monitoring.after.response_ms, formatMs],
        ] as const)
      : []),
  ];
  return (
    <TableScroll label={labels.title}>
      <p className="hint">{labels.hint}</p>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{labels.figure}</th>
            <th scope="col" className="number">
              {labels.before}
            </th>
            <th scope="col" className="number">
              {labels.after}
            </th>
            <th scope="col" className="number">
              {shared.change}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.filter(isKnown).map(([name, before, after, format, isRate]) => (
            <tr key={name}>
              <th scope="row">
                <UntrustedText text={name} />
              </th>
              <td className="number">{before === null ? labels.unknown : format(before)}</td>
              <td className="number">{after === null ? labels.unknown : format(after)}</td>
              <td className="number">{describeChange(before, after, isRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

const isKnown = ([, before, after]: FigureRow): boolean => before !== null || after !== null;

function describeChange(before: number | null, after: number | null, isRate = false): string {
  if (before === null || after === null) return labels.unknown;
  if (isRate) return formatPoints(after - before);
  const change = relativeChange(after, before);
  return change === null ? labels.unknown : formatChange(change);
}

const toBar = ({ path, before, after }: Comparison['fallen_pages'][number]): Bar => ({
  key: path,
  label: <UntrustedText text={path} isCut />,
  count: after,
  views: before,
});

function Lists({ comparison }: { readonly comparison: Comparison }) {
  const timeZone = useTimeZone();
  const columns = { count: { name: labels.after }, views: { name: labels.before } };
  return (
    <>
      <Panel title={labels.fallenPages}>
        {comparison.fallen_pages.length === 0 ? (
          <p className="soft">{labels.noneFell}</p>
        ) : (
          <>
            <p className="hint">{labels.fallenHint}</p>
            <BarList
              bars={comparison.fallen_pages.map(toBar)}
              label={labels.fallenPages}
              rowName={shared.page}
              {...columns}
            />
          </>
        )}
      </Panel>
      {comparison.not_found.length > 0 && (
        <Panel title={labels.notFound}>
          <p className="hint">{labels.notFoundHint}</p>
          <BarList
            bars={comparison.not_found.map(toBar)}
            label={labels.notFound}
            rowName={shared.page}
            {...columns}
          />
        </Panel>
      )}
      <Panel title={labels.newIssues}>
        {comparison.new_issues.length === 0 ? (
          <p className="soft">{labels.noIssues}</p>
        ) : (
          <ul>
            {comparison.new_issues.map(({ id, url, status_code, error_message }) => (
              <li key={id}>
                <UntrustedText text={url} isCut />{' '}
                <span className="soft">
                  <UntrustedText text={error_message ?? String(status_code ?? '')} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {comparison.monitoring && (
        <Panel title={labels.downtimes}>
          {comparison.monitoring.after.downtimes.length === 0 ? (
            <p className="soft">{labels.noDowntime}</p>
          ) : (
            <ul>
              {comparison.monitoring.after.downtimes.map(({ id, error, started_at, ended_at }) => (
                <li key={id}>
                  {formatDateTime(started_at, timeZone)} –{' '}
                  {ended_at === null ? labels.ongoing : formatDateTime(ended_at, timeZone)}{' '}
                  <span className="soft">
                    <UntrustedText text={error} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </>
  );
}

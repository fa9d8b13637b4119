/** The report of a funnel, drawn so that the drop-off between two steps is visible. */
import type { Static } from '@sinclair/typebox';
import { Download } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import type { FunnelReport as ReportModel } from '../../../features/funnels/schema.ts';
import { apiUrl } from '../../api-url.ts';
import { ImportedDays } from '../../app/imported.tsx';
import { useApi } from '../../app/query-client.ts';
import type { Site } from '../../app/site-layout.tsx';
import { useView } from '../../app/use-view.ts';
import { formatDuration, formatShare, formatWholePercent } from '../../format.ts';
import * as labels from '../../labels/funnels.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Change } from '../../ui/change.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { overviewHref } from '../explore/links.ts';
import { FunnelSegments } from './funnel-segments.tsx';
import type { Funnel } from './step-drafts.ts';

type Report = Static<typeof ReportModel>;
type Step = Report['steps'][number];

export function FunnelReport({
  site,
  funnel,
  aside,
}: {
  readonly site: Site;
  readonly funnel: Funnel;
  readonly aside: ReactNode;
}) {
  const { compared, filtered } = useView();
  const path = `/sites/${site.id}/funnels/${funnel.id}/report`;
  const answer = useApi<Report>(path, compared, { keepsPrevious: true });
  return (
    <Panel
      title={<UntrustedText text={funnel.name} />}
      aside={
        <span className="actions">
          {aside}
          <a className="button small" href={apiUrl(`${path}.csv`, filtered)} download>
            <Download size={16} aria-hidden="true" /> {labels.download}
          </a>
        </span>
      }
    >
      <p className="soft funnel-rules">
        {labels.rules(funnel.order === 'strict' ? labels.strict : labels.loose, funnel.within_minutes)}
      </p>
      <QueryContent query={answer} loading={funnel.steps.length * 2}>
        {report => (
          <div
            className={answer.isPlaceholderData ? 'stale' : undefined}
            aria-busy={answer.isPlaceholderData}
          >
            <ImportedDays imported={report.imported} />
            <Drawing site={site} report={report} />
            <FunnelSegments siteId={site.id} path={path} steps={report.steps} />
          </div>
        )}
      </QueryContent>
    </Panel>
  );
}

function Drawing({ site, report }: { readonly site: Site; readonly report: Report }) {
  const { steps, visitors } = report;
  // Where nobody came, there is no share, and all would be new.
  const comparison = report.comparison?.visitors ? report.comparison : undefined;
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last || first.visitors === 0)
    return <p className="soft funnel-rules">{labels.noVisitors}</p>;
  return (
    <>
      <p className="funnel-sum">
        {labels.conversion(<b>{formatShare((last.share_of_first ?? 0) / 100)}</b>)}
        {comparison && (
          <Change
            now={last.share_of_first ?? 0}
            before={comparison.steps.at(-1)?.share_of_first ?? 0}
            isRate
            format={share => formatShare(share / 100)}
          />
        )}
        {first.visitors < visitors && (
          <span className="soft">
            {labels.ofVisitors(formatNumber(first.visitors), formatNumber(visitors))}
          </span>
        )}
      </p>
      <ol className="funnel" aria-label={labels.steps}>
        {steps.map((step, index) => (
          // Steps have no names of their own that differ.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a step is what it is
          <li key={index}>
            <StepBar
              step={step}
              of={report.funnel.steps[index]}
              index={index}
              before={comparison?.steps[index]}
            />
            <Leak site={site} step={step} next={steps[index + 1]} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Widths of the drawing, as custom properties. */
const widths = (from: number | null, to: number | null = from): CSSProperties =>
  ({ '--from': `${from ?? 0}%`, '--to': `${to ?? 0}%` }) as CSSProperties;

function StepBar({
  step,
  of: { name = null, scroll_depth: depth = null } = {},
  index,
  before,
}: {
  readonly step: Step;
  readonly of: Partial<Funnel['steps'][number]> | undefined;
  readonly index: number;
  readonly before: Step | undefined;
}) {
  return (
    <div className="funnel-step" style={widths(step.share_of_first)}>
      <span className="funnel-bar" aria-hidden="true" />
      <span className="funnel-number">{index + 1}</span>
      <span className="funnel-name">
        {name === null && depth !== null ? (
          labels.readTo(formatWholePercent(depth / 100))
        ) : (
          <UntrustedText text={step.name} isCut />
        )}
      </span>
      <b className="number">{formatNumber(step.visitors)}</b>
      <span className="number soft">{formatShare((step.share_of_first ?? 0) / 100)}</span>
      {before && (
        <span className="number">
          <Change now={step.visitors} before={before.visitors} />
        </span>
      )}
    </div>
  );
}

/** The transition from a step to the next: who continued, and who dropped off. */
function Leak({
  site,
  step,
  next,
}: {
  readonly site: Site;
  readonly step: Step;
  readonly next: Step | undefined;
}) {
  if (!next) return null;
  const lost = step.visitors - next.visitors;
  const share = (next.share_of_previous ?? 0) / 100;
  return (
    <div className="funnel-leak">
      <span
        className="funnel-shape"
        aria-hidden="true"
        style={widths(step.share_of_first, next.share_of_first)}
      />
      <div className="funnel-between">
        <span>
          {labels.wentOn(formatNumber(next.visitors), formatShare(share))}
          {next.median_seconds !== null && next.median_seconds > 0 && (
            <span className="soft">, {labels.typicalTime(formatDuration(next.median_seconds))}</span>
          )}
        </span>
        {lost === 0 ? (
          <span className="soft">{step.visitors > 0 && labels.noneLost}</span>
        ) : (
          <details>
            <summary>{labels.lost(formatNumber(lost), formatShare(1 - share))}</summary>
            <NextPages site={site} step={step} lost={lost} />
          </details>
        )}
      </div>
    </div>
  );
}

function NextPages({
  site,
  step,
  lost,
}: {
  readonly site: Site;
  readonly step: Step;
  readonly lost: number;
}) {
  const { view } = useView();
  const others = lost - step.left_to.reduce((sum, { visitors }) => sum + visitors, 0);
  return (
    <table className="funnel-next">
      <caption className="visually-hidden">{labels.whereTheyWent}</caption>
      <thead>
        <tr>
          <th scope="col">{labels.whereTheyWent}</th>
          <th scope="col" className="number">
            {shared.visitors}
          </th>
          <th scope="col" className="number">
            {shared.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {step.left_to.map(({ path, visitors }) => (
          <NextRow key={path ?? '|ended'} visitors={visitors} lost={lost}>
            {path === null ? (
              <span className="soft">{labels.endedVisit}</span>
            ) : (
              <Link href={overviewHref(site.id, { name: 'path', value: path }, view)}>
                <UntrustedText text={path} isCut />
              </Link>
            )}
          </NextRow>
        ))}
        {others > 0 && (
          <NextRow visitors={others} lost={lost}>
            <span className="soft">{labels.otherPages}</span>
          </NextRow>
        )}
      </tbody>
    </table>
  );
}

const NextRow = ({
  visitors,
  lost,
  children,
}: {
  readonly visitors: number;
  readonly lost: number;
  readonly children: ReactNode;
}) => (
  <tr>
    <td>{children}</td>
    <td className="number">{formatNumber(visitors)}</td>
    <td className="number soft">{formatShare(visitors / lost)}</td>
  </tr>
);

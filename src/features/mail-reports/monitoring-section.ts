/** The monitoring section of a report. */
import { formatDuration, formatExpiry } from '../../lib/duration.ts';
import { formatNumber, pluralize } from '../../lib/english.ts';
import { toOneLine } from '../../lib/text.ts';
import type { Monitoring, ReportFigures, SiteFigures } from './figures.ts';
import { displayName, formatInstant } from './format.ts';
import { MAX_NAME_LENGTH, MAX_SITES } from './limits.ts';
import type { ReportLine, ReportSection } from './message.ts';

const MAX_ERROR_LENGTH = 160;
const MAX_DOWNTIMES = 5;

/** Creates the section; without rows where nothing is monitored. */
export function monitoringSection({ target, sites, period }: ReportFigures): ReportSection {
  const rows =
    target.scope === 'group'
      ? toGroupLines(sites)
      : sites.flatMap(({ monitoring }) => toSiteLines(monitoring, period.zone));
  return { title: 'Monitoring', paragraphs: [], rows };
}

const line = (text: string, value: string, details: readonly string[] = []): ReportLine => ({
  text,
  value,
  share: null,
  details,
});

const percent = (share: number | null): string => (share === null ? 'not checked' : `${share}%`);

function toSiteLines({ uptime, openIssues, expiries }: Monitoring, zone: string): ReportLine[] {
  return [
    ...(uptime ? [line('Uptime', percent(uptime.share), downtimeLines(uptime, zone))] : []),
    ...(openIssues === null ? [] : [line('Open content issues', formatNumber(openIssues))]),
    ...expiries.map(expiry => line(displayExpiry(expiry), formatExpiry(expiry.daysLeft))),
  ];
}

function downtimeLines({ downtimes }: NonNullable<Monitoring['uptime']>, zone: string): string[] {
  const shown = downtimes.slice(0, MAX_DOWNTIMES).map(({ startedAt, endedAt, error }) => {
    const length =
      endedAt === null
        ? 'and still down'
        : `for ${formatDuration((endedAt.getTime() - startedAt.getTime()) / 1000)}`;
    return `Down ${formatInstant(startedAt, zone)}, ${length}: ${toOneLine(error, MAX_ERROR_LENGTH)}`;
  });
  const rest = downtimes.length - MAX_DOWNTIMES;
  return rest > 0 ? [...shown, `and ${pluralize(rest, 'more outage')}`] : shown;
}

type Expiry = Monitoring['expiries'][number];

const displayExpiry = ({ what, name }: Expiry): string =>
  `${what === 'certificate' ? 'Certificate of' : 'Domain'} ${displayName(name, MAX_NAME_LENGTH)}`;

/** Creates a line for each site with a problem, and one for those without. */
function toGroupLines(sites: readonly SiteFigures[]): ReportLine[] {
  const results = sites.map(({ site, monitoring }) => ({
    site,
    uptime: monitoring.uptime,
    problems: listProblems(monitoring),
  }));
  const lines = results.flatMap(({ site, uptime, problems }) =>
    problems.length === 0
      ? []
      : [line(displayName(site.label, MAX_NAME_LENGTH), uptime ? percent(uptime.share) : '', problems)],
  );
  const fine = results.filter(({ uptime, problems }) => uptime && problems.length === 0).length;
  const rest = lines.length - MAX_SITES;
  return [
    ...lines.slice(0, MAX_SITES),
    ...(rest > 0 ? [line(`and ${pluralize(rest, 'more site')} with problems`, '')] : []),
    ...(fine > 0 ? [line(`${pluralize(fine, 'monitored site')} without problems`, '')] : []),
  ];
}

function listProblems({ uptime, openIssues, expiries }: Monitoring): string[] {
  return [
    ...(uptime && uptime.downtimes.length > 0
      ? [`${pluralize(uptime.downtimes.length, 'outage')}, ${formatDuration(uptime.downMs / 1000)} in total`]
      : []),
    ...(openIssues ? [pluralize(openIssues, 'open issue')] : []),
    ...expiries.map(expiry => `${displayExpiry(expiry)} ${formatExpiry(expiry.daysLeft)}`),
  ];
}

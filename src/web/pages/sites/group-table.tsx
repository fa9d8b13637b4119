/** The table of a group's sites. */

import { ViewLink } from '../../app/view-link.tsx';
import { displayLabel, hostOf } from '../../format.ts';
import * as labels from '../../labels/groups.tsx';
import { formatNumber } from '../../labels/language.ts';
import * as shared from '../../labels/shared.tsx';
import { Change } from '../../ui/change.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TableScroll } from '../../ui/table-scroll.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { HostIcon } from '../../ui/value-icon.tsx';
import { type ListedSite, type Numbers, sumNumbers, toNumbers } from './site-numbers.ts';
import { SiteStatus } from './site-status.tsx';

export function GroupTable({ sites }: { readonly sites: readonly ListedSite[] }) {
  return (
    <Panel title={labels.itsSites}>
      <TableScroll label={labels.itsSites}>
        <table className="table group-table">
          <thead>
            <tr>
              <th scope="col">{shared.site}</th>
              <th scope="col" className="number">
                {shared.visitors}
              </th>
              <th scope="col" className="number">
                {labels.viewsColumn}
              </th>
              <th scope="col">{labels.state}</th>
            </tr>
          </thead>
          <tbody>
            {sites.map(site => (
              <tr key={site.id}>
                <th scope="row">
                  <HostIcon host={hostOf(site.url)} />{' '}
                  <ViewLink path={`/sites/${site.id}`}>
                    <UntrustedText text={displayLabel(site.label)} full={site.label} />
                  </ViewLink>
                </th>
                <Cells numbers={toNumbers(site)} />
                <td>
                  <SiteStatus site={site} />
                </td>
              </tr>
            ))}
          </tbody>
          {sites.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row">{labels.togetherTitle}</th>
                <Cells numbers={sumNumbers(sites)} />
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      </TableScroll>
    </Panel>
  );
}

function Cells({ numbers: { visitors, hits, before } }: { readonly numbers: Numbers }) {
  return (
    <>
      <td className="number">
        {formatNumber(visitors)} {before && <Change now={visitors} before={before.visitors} />}
      </td>
      <td className="number">
        {formatNumber(hits)} {before && <Change now={hits} before={before.hits} />}
      </td>
    </>
  );
}

/** The table of a breakdown. A click on a row filters by it; Alt and a click excludes it. */

import { useState } from 'react';
import { useView } from '../../app/use-view.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { hasFilter, withFilter, withoutFilter } from '../../view.ts';
import type { Breakdown } from './breakdown-definitions.ts';
import { createRowMenu, RowMenu } from './breakdown-menu.tsx';
import { BreakdownTableRow } from './breakdown-row.tsx';
import {
  type BreakdownRow,
  type BreakdownRows,
  formatRowLabel,
  toRowFilter,
  toRowUrl,
} from './breakdown-rows.ts';

export interface BreakdownTableProps {
  readonly site: { readonly id: number; readonly url: string };
  readonly breakdown: Breakdown;
  readonly answer: Pick<BreakdownRows, 'rows' | 'hasUniques'>;
  /** Count of the longest bar. */
  readonly max: number;
  /** Drills down to another list, of this row only. */
  readonly onDrillDown?: (key: string) => void;
  /** Current drill-downs, beside the name of the first column. */
  readonly aside?: React.ReactNode;
  /** Called after a row was chosen as a filter. */
  readonly onPicked?: () => void;
}

export function BreakdownTable(props: BreakdownTableProps) {
  const { breakdown, answer, aside } = props;
  const [menu] = useState(createRowMenu);
  return (
    <>
      <table className="breakdown-table">
        <caption className="visually-hidden">{breakdown.name}</caption>
        <thead>
          <tr>
            <th scope="col">
              {breakdown.rowName}
              {aside}
            </th>
            {answer.hasUniques && (
              <th scope="col" className="number" title={labels.uniqueHint}>
                {shared.unique}
              </th>
            )}
            <th scope="col" className="number">
              {breakdown.countName}
            </th>
            <th scope="col" className="number breakdown-share">
              {shared.share}
            </th>
            <td className="breakdown-more-cell" />
          </tr>
        </thead>
        <tbody>
          {answer.rows.map(row => (
            <Row key={row.key ?? ''} row={row} menu={menu} {...props} />
          ))}
        </tbody>
      </table>
      <RowMenu handle={menu} />
    </>
  );
}

function Row({
  row,
  menu,
  site,
  breakdown,
  answer,
  max,
  onDrillDown,
  onPicked,
}: BreakdownTableProps & { readonly row: BreakdownRow; readonly menu: ReturnType<typeof createRowMenu> }) {
  const { view, change, toHref: addressOfView } = useView();
  const { key } = row;
  const filter = toRowFilter(breakdown, key);
  const isActive = filter !== null && hasFilter(view, filter);
  const toggled = filter && (isActive ? withoutFilter(view, filter) : withFilter(view, filter));
  const address = toRowUrl(breakdown, key, site.url);
  const exclude = () => filter && change(withFilter(view, { ...filter, isExcluded: true }));
  const pick = () => {
    if (toggled) change(toggled);
    if (!isActive) onPicked?.();
  };
  const items: MenuItem[] = [
    ...(filter ? filterItems(isActive, pick, exclude) : []),
    ...(address === undefined ? [] : [{ label: openLabel(breakdown), externalHref: address }]),
    ...(breakdown.by === 'event' && filter
      ? [
          {
            label: labels.valuesAndTrend,
            href: addressOfView(withFilter(view, filter), `/sites/${site.id}/events`),
          },
        ]
      : []),
  ];
  return (
    <BreakdownTableRow
      row={row}
      breakdown={breakdown}
      label={formatRowLabel(breakdown, key)}
      bar={key === null ? 0 : Math.min(1, row.count / max)}
      hasUniques={answer.hasUniques}
      isActive={isActive}
      address={breakdown.filter?.startsWith('referrer') ? address : undefined}
      href={toggled ? addressOfView(toggled) : undefined}
      onPick={filter ? pick : undefined}
      onExclude={exclude}
      onDrillDown={key !== null && breakdown.drillDownTo && onDrillDown ? () => onDrillDown(key) : undefined}
      menu={menu}
      items={items}
    />
  );
}

const openLabel = ({ by }: Breakdown): string =>
  by === 'referrer_host' ? labels.openTheSite : shared.openThePage;

const filterItems = (isActive: boolean, pick: () => void, exclude: () => void): MenuItem[] => [
  { label: isActive ? labels.removeFilter : labels.showOnlyThis, onSelect: pick },
  {
    label: labels.leaveOut,
    onSelect: exclude,
  },
];

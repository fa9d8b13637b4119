/** Rows of a breakdown: what, a bar behind it, how many. A click shows only these; Alt and a click leaves them out. */
import { useState } from 'react';
import { useView } from '../../app/use-view.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { type Filter, hasFilter, withFilter, withoutFilter } from '../../view.ts';
import type { BreakdownFacts } from './breakdown-facts.ts';
import { createRowMenu, RowMenu } from './breakdown-menu.tsx';
import { BreakdownTableRow } from './breakdown-row.tsx';
import { addressOf, type BreakdownRow, type BreakdownRows, filterOf, labelOf } from './breakdown-rows.ts';

export interface BreakdownTableProps {
  readonly site: { readonly id: number; readonly url: string };
  readonly facts: BreakdownFacts;
  readonly found: Pick<BreakdownRows, 'rows' | 'hasUniques'>;
  /** What the longest bar stands for. */
  readonly max: number;
  /** Goes on to another list, of this row only. */
  readonly onNarrow?: (key: string) => void;
  /** What was narrowed to, beside the name of the first column. */
  readonly aside?: React.ReactNode;
  /** After a click that shows only a row. */
  readonly onPicked?: () => void;
}

export function BreakdownTable(props: BreakdownTableProps) {
  const { facts, found, aside } = props;
  const [menu] = useState(createRowMenu);
  return (
    <>
      <table className="breakdown-table">
        <caption className="visually-hidden">{facts.name}</caption>
        <thead>
          <tr>
            <th scope="col">
              {facts.one}
              {aside}
            </th>
            {found.hasUniques && (
              <th
                scope="col"
                className="number"
                title="Hits of visitors who had not opened the same page that day"
              >
                Unique
              </th>
            )}
            <th scope="col" className="number">
              {facts.countName}
            </th>
            <th scope="col" className="number breakdown-share">
              Share
            </th>
            <td className="breakdown-more-cell" />
          </tr>
        </thead>
        <tbody>
          {found.rows.map(row => (
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
  facts,
  found,
  max,
  onNarrow,
  onPicked,
}: BreakdownTableProps & { readonly row: BreakdownRow; readonly menu: ReturnType<typeof createRowMenu> }) {
  const { view, change, addressOf: addressOfView } = useView();
  const { key } = row;
  const filter = filterOf(facts, key);
  const isActive = filter !== null && hasFilter(view, filter);
  const toggled = filter && (isActive ? withoutFilter(view, filter) : withFilter(view, filter));
  const address = addressOf(facts, key, site.url);
  const exclude = () => filter && change(withFilter(view, { ...filter, isExcluded: true }));
  const pick = () => {
    if (toggled) change(toggled);
    if (!isActive) onPicked?.();
  };
  const items: MenuItem[] = [
    ...(filter ? choicesOf(isActive, pick, exclude) : []),
    ...(address === undefined ? [] : [{ label: openWords(facts), outsideHref: address }]),
    ...(facts.by === 'event' && filter ? [eventItem(site.id, view, filter, addressOfView)] : []),
  ];
  return (
    <BreakdownTableRow
      row={row}
      facts={facts}
      label={labelOf(facts, key)}
      bar={key === null ? 0 : Math.min(1, row.count / max)}
      hasUniques={found.hasUniques}
      isActive={isActive}
      address={facts.filter?.startsWith('referrer') ? address : undefined}
      href={toggled ? addressOfView(toggled) : undefined}
      onPick={filter ? pick : undefined}
      onExclude={exclude}
      onNarrow={key !== null && facts.goesOnTo && onNarrow ? () => onNarrow(key) : undefined}
      menu={menu}
      items={items}
    />
  );
}

const openWords = ({ by }: BreakdownFacts): string =>
  by === 'referrer_host' ? 'Open the site' : 'Open the page';

const choicesOf = (isActive: boolean, pick: () => void, exclude: () => void): MenuItem[] => [
  { label: isActive ? 'Remove this filter' : 'Show only this', onSelect: pick },
  {
    label: (
      <>
        Leave this out <span className="breakdown-hint">Alt + click</span>
      </>
    ),
    onSelect: exclude,
  },
];

type View = ReturnType<typeof useView>['view'];

const eventItem = (
  siteId: number,
  view: View,
  filter: Filter,
  addressOfView: ReturnType<typeof useView>['addressOf'],
): MenuItem => ({
  label: 'Values and trend',
  href: addressOfView(withFilter(view, filter), `/sites/${siteId}/events`),
});

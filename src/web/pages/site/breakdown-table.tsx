/** The table of a breakdown. A click on a row filters by it; Alt and a click excludes it. */

import { type ReactNode, useState } from 'react';
import * as shared from '../../labels/shared.tsx';
import { createRowMenu, RowMenu } from './breakdown-menu.tsx';
import { type BreakdownRowProps, BreakdownTableRow } from './breakdown-row.tsx';
import type { BreakdownRows } from './breakdown-rows.ts';

export interface BreakdownTableProps extends BreakdownRowProps {
  readonly answer: Pick<BreakdownRows, 'rows' | 'count' | 'views' | 'isCompared'>;
  /** Current drill-downs, beside the name of the first column. */
  readonly aside?: ReactNode;
}

export function BreakdownTable({ answer, aside, ...rest }: BreakdownTableProps) {
  const { breakdown } = rest;
  const [menu] = useState(createRowMenu);
  return (
    <>
      <table className={answer.isCompared ? 'breakdown-table compared' : 'breakdown-table'}>
        <caption className="visually-hidden">{breakdown.name}</caption>
        <thead>
          <tr>
            <th scope="col">
              {breakdown.rowName}
              {aside}
            </th>
            <th scope="col" className="number" title={answer.count.meaning}>
              {answer.count.name}
            </th>
            {answer.isCompared && (
              <th scope="col" className="number breakdown-change">
                {shared.change}
              </th>
            )}
            <th scope="col" className="number breakdown-share">
              {shared.share}
            </th>
            {answer.views && (
              <th scope="col" className="number breakdown-views" title={answer.views.meaning}>
                {answer.views.name}
              </th>
            )}
            <td className="breakdown-more-cell" />
          </tr>
        </thead>
        <tbody>
          {answer.rows.map(row => (
            <BreakdownTableRow key={row.key ?? ''} row={row} menu={menu} {...rest} />
          ))}
        </tbody>
      </table>
      <RowMenu handle={menu} />
    </>
  );
}

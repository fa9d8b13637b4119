import { Check, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '../../../lib/english.ts';
import { formatShare } from '../../format.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/site.tsx';
import { Flag } from '../../ui/flag.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Breakdown } from './breakdown-definitions.ts';
import { RowMenuButton, type RowMenuHandle } from './breakdown-menu.tsx';
import type { BreakdownRow } from './breakdown-rows.ts';

export interface BreakdownTableRowProps {
  readonly row: BreakdownRow;
  readonly breakdown: Breakdown;
  readonly label: string;
  /** Length of the bar from 0 to 1. */
  readonly bar: number;
  readonly hasUniques: boolean;
  readonly isActive: boolean;
  /** URL of the icon beside the label. */
  readonly address: string | undefined;
  readonly href: string | undefined;
  readonly onPick: (() => void) | undefined;
  readonly onExclude: () => void;
  readonly onDrillDown: (() => void) | undefined;
  readonly menu: RowMenuHandle;
  readonly items: readonly MenuItem[];
}

export function BreakdownTableRow(props: BreakdownTableRowProps) {
  const { row, breakdown, label, bar, hasUniques, isActive, address, menu, items } = props;
  return (
    <tr className={isActive ? 'breakdown-row on' : 'breakdown-row'}>
      <th scope="row">
        <div className="breakdown-what">
          {bar > 0 && <span className="breakdown-bar" style={{ inlineSize: `${bar * 100}%` }} />}
          <RowLabel {...props}>
            {isActive && <Check size={14} aria-hidden="true" />}
            {breakdown.by === 'country' && <Flag code={row.key ?? ''} />}
            <UntrustedText text={label} isCut />
          </RowLabel>
          {address !== undefined && (
            // For the mouse; the menu has it for everybody.
            <a
              className="breakdown-open"
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              title={labels.openTheSite}
              tabIndex={-1}
            >
              <ExternalLink size={14} aria-hidden="true" />
              <span className="visually-hidden">{labels.openTheSite}</span>
            </a>
          )}
        </div>
      </th>
      {hasUniques && (
        <td className="number soft">{row.uniques === null ? '–' : formatNumber(row.uniques)}</td>
      )}
      <td className="number">{formatNumber(row.count)}</td>
      <td className="number soft breakdown-share">{formatShare(row.share, true)}</td>
      <td className="breakdown-more-cell">
        {items.length > 0 && <RowMenuButton handle={menu} label={shared.moreAbout(label)} items={items} />}
      </td>
    </tr>
  );
}

/** The label of a row: a link that filters, a button that drills down, or plain text. */
function RowLabel({
  row,
  href,
  isActive,
  onPick,
  onExclude,
  onDrillDown,
  children,
}: BreakdownTableRowProps & { readonly children: ReactNode }) {
  const name = row.key === null ? 'breakdown-key none' : 'breakdown-key';
  if (onDrillDown) {
    return (
      <button type="button" className={name} onClick={onDrillDown}>
        {children}
      </button>
    );
  }
  if (href === undefined || !onPick) return <span className={name}>{children}</span>;
  return (
    <Link
      href={href}
      className={name}
      aria-current={isActive ? 'true' : undefined}
      onClick={event => {
        event.preventDefault();
        onPick();
      }}
      onClickCapture={event => {
        // The link leaves clicks with a modifier to the browser.
        if (!event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        onExclude();
      }}
    >
      {children}
    </Link>
  );
}

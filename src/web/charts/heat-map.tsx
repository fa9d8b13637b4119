/** A heat map of the hours of the week. Weekdays are rows, or columns on narrow screens. */

import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import * as labels from '../labels/charts.tsx';
import { named } from '../labels/language.ts';
import * as shared from '../labels/shared.tsx';
import { addStyles } from '../ui/add-styles.ts';
import { useIsWide } from '../ui/use-is-wide.ts';
import styles from './heat-map.css' with { type: 'text' };
import { formatHour, formatMedian, type HourCell, shortWeekdayName, weekdayName } from './hours-of-week.ts';

addStyles(styles);

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Interval of labels where hours are columns. */
const LABEL_STEP = 3;

interface HeatMapProps {
  readonly cells: readonly HourCell[];
  /** In the order of the user's week. */
  readonly weekdays: readonly number[];
  readonly onActiveCell: (cell: HourCell | null) => void;
}

export function HeatMap({ cells, weekdays, onActiveCell }: HeatMapProps) {
  const isWide = useIsWide();
  const grid = weekdays.map(weekday => cells.filter(cell => cell.weekday === weekday));
  const rows = isWide ? grid : HOURS.map(hour => grid.map(day => day[hour]));
  const { focused, table, onKeyDown } = useRovingFocus(rows.length, isWide ? HOURS.length : weekdays.length);
  return (
    <table
      className={isWide ? 'heat-map' : 'heat-map tall'}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go from cell to cell
      role="grid"
      aria-label={labels.heatMapLabel}
      aria-readonly="true"
      ref={table}
      onKeyDown={onKeyDown}
      onMouseLeave={() => onActiveCell(null)}
      onBlur={() => onActiveCell(null)}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{isWide ? labels.day : labels.hour}</span>
          </th>
          {isWide
            ? HOURS.map(hour => (
                <th key={hour} scope="col">
                  <span className={hour % LABEL_STEP === 0 ? undefined : 'visually-hidden'}>{hour}</span>
                </th>
              ))
            : weekdays.map(weekday => (
                <th key={weekday} scope="col">
                  <abbr title={weekdayName(weekday)}>{shortWeekdayName(weekday).slice(0, 2)}</abbr>
                </th>
              ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={isWide ? weekdays[line] : line}>
            <th scope="row">{isWide ? shortWeekdayName(weekdays[line] ?? 1) : line}</th>
            {row.map(
              (cell, column) =>
                cell && (
                  <Cell
                    key={`${cell.weekday} ${cell.hour}`}
                    cell={cell}
                    isTabStop={focused.line === line && focused.column === column}
                    onPoint={onActiveCell}
                  />
                ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({
  cell,
  isTabStop,
  onPoint,
}: {
  readonly cell: HourCell;
  readonly isTabStop: boolean;
  readonly onPoint: HeatMapProps['onActiveCell'];
}) {
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid is one that can be gone to
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      style={{ '--heat': `${Math.round(cell.heat * 100)}%` } as CSSProperties}
      onMouseEnter={() => onPoint(cell)}
      onFocus={() => onPoint(cell)}
    >
      <span className="visually-hidden">
        {named(`${weekdayName(cell.weekday)} ${formatHour(cell.hour)}`, shared.pageviewCount(cell.hits))}
        {cell.median !== null && labels.typically(formatMedian(cell.median))}
      </span>
    </td>
  );
}

/** Roving focus: one tab stop, arrow keys move between cells. */
function useRovingFocus(lines: number, columns: number) {
  const [position, setPosition] = useState({ line: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const focused = {
    line: Math.min(position.line, lines - 1),
    column: Math.min(position.column, columns - 1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -columns],
      End: [0, columns],
      PageUp: [-lines, 0],
      PageDown: [lines, 0],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const line = Math.max(0, Math.min(lines - 1, focused.line + step[0]));
    const column = Math.max(0, Math.min(columns - 1, focused.column + step[1]));
    setPosition({ line, column });
    table.current?.tBodies[0]?.rows[line]?.querySelectorAll('td')[column]?.focus();
  };
  return { focused, table, onKeyDown };
}

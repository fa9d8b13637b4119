/** The tabs of a panel's lists; arrow keys move between them. */
import { type KeyboardEvent, useRef } from 'react';

export interface BreakdownTab {
  readonly by: string;
  readonly name: string;
}

export function BreakdownTabs({
  label,
  tabs,
  chosen,
  panelId,
  onChoose,
}: {
  readonly label: string;
  readonly tabs: readonly BreakdownTab[];
  readonly chosen: string;
  /** Id of the tab panel. */
  readonly panelId: string;
  readonly onChoose: (by: string) => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ by }) => by === chosen);
    const next = tabs[nextIndex(event.key, at, tabs.length)];
    if (!next || next.by === chosen) return;
    event.preventDefault();
    onChoose(next.by);
    ref.current?.querySelector<HTMLElement>(`[data-by="${next.by}"]`)?.focus();
  };
  return (
    <div className="breakdown-tabs" role="tablist" aria-label={label} ref={ref}>
      {tabs.map(({ by, name }) => (
        <button
          key={by}
          type="button"
          role="tab"
          data-by={by}
          data-name={name}
          aria-selected={by === chosen}
          aria-controls={panelId}
          tabIndex={by === chosen ? 0 : -1}
          onClick={() => onChoose(by)}
          onKeyDown={go}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : at;
}

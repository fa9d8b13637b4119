import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import * as labels from '../../labels/sites.tsx';
import type { Dragging } from './use-drag.ts';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** The handle of a sortable item: for the pointer, or for arrow keys. */
export function DragHandle({
  name,
  index,
  drag,
  onStep,
}: {
  /** Of the item. */
  readonly name: string;
  readonly index: number;
  readonly drag: Dragging;
  readonly onStep: (step: -1 | 1) => void;
}) {
  const step = (event: KeyboardEvent) => {
    const direction = STEPS[event.key];
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onStep(direction);
  };
  return (
    <button
      type="button"
      className="drag-handle"
      aria-label={labels.dragHandle(name)}
      title={labels.dragHint}
      onKeyDown={step}
      {...drag.handleProps(index)}
    >
      <GripVertical size={16} aria-hidden="true" />
    </button>
  );
}

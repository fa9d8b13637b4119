/** Drag and drop: reorders the children of an element with the pointer. The keyboard has its own way. */
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** How far the pointer has moved, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly boxes: readonly Box[];
}

/** How close to the edge of the viewport auto-scrolling begins, and its step. */
const EDGE_PX = 56;
const SCROLL_PX = 14;

const toCentre = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 });

/** Finds the box whose centre is nearest to that of a moved box. */
export function findNearest(
  boxes: readonly Box[],
  from: number,
  { x, y }: { readonly x: number; readonly y: number },
): number {
  const own = boxes[from];
  if (!own) return from;
  const centre = toCentre(own);
  const distances = boxes.map(box => {
    const other = toCentre(box);
    return Math.hypot(other.x - centre.x - x, other.y - centre.y - y);
  });
  return distances.indexOf(Math.min(...distances));
}

/** Returns the index that an item moves to while another is dragged over `to`. */
const toShiftedIndex = (index: number, { from, to }: Drag): number => {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  return to <= index && index < from ? index + 1 : index;
};

/** Returns the offset of an item during a drag. */
function toDragStyle(drag: Drag | null, index: number, count: number): CSSProperties | undefined {
  if (!drag || drag.boxes.length !== count) return undefined;
  if (index === drag.from) return { transform: `translate(${drag.x}px, ${drag.y}px)` };
  const [box, place] = [drag.boxes[index], drag.boxes[toShiftedIndex(index, drag)]];
  if (!box || !place) return undefined;
  return { transform: `translate(${place.left - box.left}px, ${place.top - box.top}px)` };
}

/** Makes the children of a list sortable. `onMove` is called on drop; Escape cancels. */
export function useDrag(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const origin = useRef({ x: 0, y: 0 });
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(null);
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [isDragging]);

  const handleProps = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !list.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      origin.current = { x: event.pageX, y: event.pageY };
      const boxes = [...list.current.children].map(child => child.getBoundingClientRect());
      setDrag({ from: index, to: index, x: 0, y: 0, boxes });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag) return;
      const [x, y] = [event.pageX - origin.current.x, event.pageY - origin.current.y];
      setDrag({ ...drag, x, y, to: findNearest(drag.boxes, drag.from, { x, y }) });
      if (event.clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
      else if (event.clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
    },
    onPointerUp: () => {
      setDrag(null);
      if (drag && drag.to !== drag.from && drag.boxes.length === count) onMove(drag.from, drag.to);
    },
    onPointerCancel: () => setDrag(null),
  });

  return {
    list,
    handleProps,
    isDragging,
    isDragged: (index: number): boolean => drag?.from === index,
    itemStyle: (index: number): CSSProperties | undefined => toDragStyle(drag, index, count),
  };
}

export type Dragging = ReturnType<typeof useDrag>;

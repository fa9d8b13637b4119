/** The state of one webhook's deliveries in memory: what is to be sent next, and what is on its way. */
import type { ToldKind } from './events.ts';
import type { Allowance } from './pace.ts';
import type { DeliveryRow } from './store.ts';

/** How many of a webhook's deliveries are on their way at a time: a target that answers is sent more, one that fails fewer. */
const MIN_WIDTH = 2;
const FIRST_WIDTH = 4;
const MAX_WIDTH = 16;

export interface Lane {
  readonly webhookId: number;
  readonly allowance: Allowance;
  /** Kinds of which something may have come in. */
  readonly unread: Set<ToldKind>;
  /** Deliveries in `queue`, on their way, or over and not written down. */
  readonly claimed: Set<number>;
  /** Claimed ones that somebody has asked for once more. */
  readonly askedAgain: Set<number>;
  readonly queue: DeliveryRow[];
  /** True: the store may have due deliveries that are not claimed. */
  mayHaveDue: boolean;
  /** True: too many wait for their next attempt for more to be made. */
  isFull: boolean;
  isReading: boolean;
  readAtMs: number;
  /** Called when a reading is over. */
  onRead: (() => void)[];
  running: number;
  width: number;
  /** Deliveries that were over since the log was trimmed. */
  finished: number;
  next: NodeJS.Immediate | undefined;
  timer: NodeJS.Timeout | undefined;
}

export const createLane = (webhookId: number, allowance: Allowance): Lane => ({
  webhookId,
  allowance,
  unread: new Set(),
  claimed: new Set(),
  askedAgain: new Set(),
  queue: [],
  mayHaveDue: true,
  isFull: false,
  isReading: false,
  readAtMs: Number.NEGATIVE_INFINITY,
  onRead: [],
  running: 0,
  width: FIRST_WIDTH,
  finished: 0,
  next: undefined,
  timer: undefined,
});

/** Nothing under way, and nothing that would come under way by itself. */
export const isAtRest = (lane: Lane): boolean =>
  lane.running === 0 && lane.claimed.size === 0 && !lane.isReading && !lane.next && !lane.timer;

/** How the lane goes on after an attempt. */
export function adapt(lane: Lane, isDelivered: boolean): void {
  lane.width = isDelivered
    ? Math.min(MAX_WIDTH, lane.width + 1)
    : Math.max(MIN_WIDTH, Math.floor(lane.width / 2));
}

/** Lets go of what has not begun; it stays due. */
export function letGo(lane: Lane): void {
  for (const { id } of lane.queue.splice(0)) lane.claimed.delete(id);
}

/** Ends what the lane has planned. */
export function cancel(lane: Lane): void {
  if (lane.next) clearImmediate(lane.next);
  if (lane.timer) clearTimeout(lane.timer);
  lane.next = undefined;
  lane.timer = undefined;
}

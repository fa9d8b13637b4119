/** How often the event loop gets its turn beside work. */

/** Counts turns of the event loop until it is asked for their number. */
export function countTurns(): () => number {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  return () => {
    clearImmediate(next);
    return turns;
  };
}

/** Returns the edits that differ from the saved values. */
export function pickChanges<Fields extends object>(saved: Fields, edits: Partial<Fields>): Partial<Fields> {
  const entries = Object.entries(edits) as [keyof Fields, unknown][];
  const differing = entries.filter(([name, value]) => JSON.stringify(saved[name]) !== JSON.stringify(value));
  return Object.fromEntries(differing) as Partial<Fields>;
}

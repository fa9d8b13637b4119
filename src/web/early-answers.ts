/** Answers of the API that `start.ts` has asked for before the dashboard's script was there. Each is taken once. */

export interface EarlyAnswer {
  readonly status: number;
  readonly answer: unknown;
}

/** By address; undefined when there was no answer. */
type EarlyAnswers = Map<string, Promise<EarlyAnswer | undefined>>;

/** An answer that nothing has asked for by then is not for the first screen. */
const KEPT_MS = 30_000;

const holder = globalThis as { footfallEarlyAnswers?: EarlyAnswers };

/** Keeps an answer that is on its way. */
export function keepEarlyAnswer(address: string, answer: Promise<EarlyAnswer | undefined>): void {
  holder.footfallEarlyAnswers ??= new Map();
  const kept = holder.footfallEarlyAnswers;
  kept.set(address, answer);
  setTimeout(() => kept.delete(address), KEPT_MS);
}

/** Returns the early answer of an address, if there is one. */
export function takeEarlyAnswer(address: string): Promise<EarlyAnswer | undefined> | undefined {
  const answer = holder.footfallEarlyAnswers?.get(address);
  holder.footfallEarlyAnswers?.delete(address);
  return answer;
}

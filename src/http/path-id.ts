import { invalidParameter, notFound } from '../core/errors.ts';
import { formatValue } from './validate.ts';

/** Larger numbers are not exact. */
const MAX_DIGITS = 15;

/** The id that a path's parameter of that name is. 400 for one of a wrong form, 404 for the resource when none is so large. */
export function parsePathId(
  params: Readonly<Record<string, string>>,
  name: string,
  resource: string,
): number {
  const id = params[name] ?? '';
  if (!/^[1-9]\d*$/.test(id))
    throw invalidParameter(`${name} in the path must be an integer of at least 1, got ${formatValue(id)}`);
  if (id.length > MAX_DIGITS) throw notFound(resource);
  return Number(id);
}

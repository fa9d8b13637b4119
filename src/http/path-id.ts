import { invalidParameter, notFound } from '../core/errors.ts';
import { formatValue } from './validate.ts';

/** Larger numbers are not exact. */
const MAX_DIGITS = 15;

/** Parses the id in a path parameter. Throws 400 for an invalid one, 404 for the resource when it is too large. */
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

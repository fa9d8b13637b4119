import { notFound } from '../core/errors.ts';

/** The id that a path's parameter of that name is. 404 for the resource when it can be none. */
export function idIn(params: Readonly<Record<string, string>>, name: string, resource: string): number {
  const id = params[name] ?? '';
  if (!/^\d{1,15}$/.test(id)) throw notFound(resource);
  return Number(id);
}

/** Which methods a path of the API allows. */
import type { Endpoint, Method } from './endpoint.ts';

/**
 * Returns the methods that a literal path lacks but a parameterized path in its place has: without them the router would
 * take `PATCH /team/invitations` for a member named "invitations".
 */
export function findShadowedRoutes(endpoints: readonly Endpoint[]): { method: Method; path: string }[] {
  const byPath = [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, rows]) => ({
    path,
    parts: splitPath(path),
    methods: new Set(rows.map(({ method }) => method)),
  }));
  // A start compares all paths: those that can match, by their length.
  const parameterized = Map.groupBy(
    byPath.filter(({ path }) => path.includes('/:')),
    ({ parts }) => parts.length,
  );
  return byPath.flatMap(({ path, parts, methods }) => {
    const candidates = parameterized.get(parts.length) ?? [];
    const matching = candidates
      .filter(other => isMatch(other.parts, parts))
      .flatMap(other => [...other.methods]);
    const others = new Set(matching).difference(methods);
    return [...others].map(method => ({ method, path }));
  });
}

const isMatch = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]));

/** Returns the methods of the best matching paths: a literal segment wins over a parameter. */
export function findMethods(path: string, endpoints: readonly Endpoint[]): string[] {
  const parts = splitPath(path);
  const countParameters = (endpoint: Endpoint) =>
    splitPath(endpoint.path).filter(part => part.startsWith(':')).length;
  const known = endpoints.filter(endpoint => isMatch(splitPath(endpoint.path), parts));
  const fewest = Math.min(...known.map(countParameters));
  const best = known.filter(endpoint => countParameters(endpoint) === fewest);
  const methods = new Set<string>(best.map(endpoint => endpoint.method));
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods];
}

/** Splits a path into segments; as for the router, a trailing slash does not matter. */
const splitPath = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1);

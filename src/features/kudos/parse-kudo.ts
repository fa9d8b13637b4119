import type { PathParts } from '../../core/hits/page-path.ts';
import { type Faults, type ParseResult, parseText, preview } from '../../ingest/fields.ts';
import { parseWrite } from '../../ingest/parse-write.ts';
import { hasControlCharacter } from '../../lib/text.ts';

/** A validated kudo. */
export interface KudoInput {
  readonly page: PathParts;
  /** Null: one is generated. */
  readonly uid: string | null;
}

/** Validates the body of a kudo. The path follows the rules of a hit's. Source: api-v1, Endpoints, Kudos. */
export function parseKudo(body: unknown): ParseResult<KudoInput> {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  const page = parseWrite('hit', fields ? { path: (fields as Record<string, unknown>)['path'] } : body);
  const faults: Faults = page.ok ? [] : [...page.errors];
  const uid = fields ? parseUid((fields as Record<string, unknown>)['custom_uid'], faults) : null;
  if (!page.ok || page.value.path === null || faults.length > 0) return { ok: false, errors: faults };
  const { path, query, fragment } = page.value;
  return { ok: true, value: { page: { path, query, fragment }, uid } };
}

function parseUid(given: unknown, faults: Faults): string | null {
  const uid = parseText('custom_uid', given, faults);
  if (uid === null) return null;
  const fault = findUidFault(uid);
  if (fault === null) return uid;
  faults.push(`custom_uid ${fault}`);
  return null;
}

function findUidFault(uid: string): string | null {
  if (uid.trim() === '') return "can't be blank";
  if (hasControlCharacter(uid)) return `must not contain control characters, got ${preview(uid)}`;
  // In a URL these are path segments with a meaning, so that such a kudo could not be deleted.
  return uid === '.' || uid === '..' ? `must be more than dots, got ${preview(uid)}` : null;
}

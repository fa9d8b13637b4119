import {
  type Faults,
  hasControlCharacter,
  type ParseResult,
  parseText,
  preview,
} from '../../ingest/fields.ts';
import { parseHit } from '../../ingest/parse-write.ts';

/** A validated kudo. */
export interface KudoInput {
  /** With its leading slash. */
  readonly path: string;
  /** Null when one is to be made. */
  readonly uid: string | null;
}

/** A validated kudo, or every fault of the body. The path follows the rules of a hit's. Source: api-v1, Endpoints, Kudos. */
export function acceptKudo(body: unknown): ParseResult<KudoInput> {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  const page = parseHit(fields ? { path: (fields as Record<string, unknown>)['path'] } : body);
  const faults: Faults = page.ok ? [] : [...page.errors];
  const uid = fields ? readUid((fields as Record<string, unknown>)['custom_uid'], faults) : null;
  return page.ok && page.value.path !== null && faults.length === 0
    ? { ok: true, value: { path: page.value.path, uid } }
    : { ok: false, errors: faults };
}

function readUid(given: unknown, faults: Faults): string | null {
  const uid = parseText('custom_uid', given, faults);
  if (uid === null) return null;
  const fault = faultOfUid(uid);
  if (fault === null) return uid;
  faults.push(`custom_uid ${fault}`);
  return null;
}

function faultOfUid(uid: string): string | null {
  if (uid.trim() === '') return "can't be blank";
  if (hasControlCharacter(uid)) return `must not contain control characters, got ${preview(uid)}`;
  // In an address these mean a folder, so that such a kudo could never be deleted.
  return uid === '.' || uid === '..' ? `must be more than dots, got ${preview(uid)}` : null;
}
